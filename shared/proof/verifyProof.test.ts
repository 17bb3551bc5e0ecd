import type { Hex } from 'viem';
import { zeroAddress } from 'viem';
import { describe, expect, it } from 'vitest';
import { ACCOUNT, config, OTHER_ACCOUNT } from '../../lab/web/fixtures.ts';
import { makeSyntheticProof, PAID, syntheticProofText } from '../../lab/web/syntheticProof.ts';
import type { ProofFile } from './proofFile.ts';
import { writeProof } from './proofFile.ts';
import { readProofText } from './readProofText.ts';
import type { Pins } from './verification.ts';
import { verifyProof } from './verifyProof.ts';

const pins: Pins = {
  chains: config.chains.map(({ retiredVaults, vault, ...chain }) => ({ ...chain, vaults: [vault, ...retiredVaults] })),
};

/** A proof with a change, and a new digest. */
function rewritten(change: (file: ProofFile) => Partial<ProofFile>, text = syntheticProofText()): string {
  const read = readProofText(text);
  if (!read.ok) throw new Error(read.problem.code);
  return writeProof({ ...read.file, ...change(read.file) });
}

const other: Hex = `0x${'ee'.repeat(32)}`;

function changedSide(side: 'deposit' | 'payout', fields: object) {
  return rewritten(({ statement }) => ({ statement: { ...statement, [side]: { ...statement[side], ...fields } } }));
}

describe('verifyProof', () => {
  it('verifies a delivery, and says what its reader still has to believe', () => {
    expect(verifyProof(syntheticProofText(), pins)).toMatchObject({ ok: true, trust: [{ code: 'canonical' }] });
  });

  it('says that a native payout has only the event of the vault', () => {
    const native = verifyProof(syntheticProofText({ token: zeroAddress }), null);
    expect(native.ok && native.trust.map(({ code }) => code)).toEqual(['canonical', 'addresses', 'tokens', 'native']);
  });

  it('says that a token without a pin has to be believed', () => {
    const unpinned = verifyProof(syntheticProofText({ token: OTHER_ACCOUNT }), pins);
    expect(unpinned.ok && unpinned.trust.map(({ code }) => code)).toEqual(['canonical', 'tokens']);
  });

  it.each([
    ['a reverted deposit', syntheticProofText({ depositStatus: '0x0' }), 'depositReceipt', 'reverted'],
    ['a payout whose token shows less', syntheticProofText({ moved: PAID - 1n }), 'tokenMoved', 'noEvent'],
    ['a batch whose token shows one of two payments', syntheticProofText({ alsoPaid: [5n] }), 'tokenMoved', 'noEvent'],
    ['a refund', syntheticProofText({ isRefund: true }), 'payoutEvent', 'refund'],
    ['another block', changedSide('deposit', { blockHash: other }), 'depositBlock', 'header'],
    ['another height', changedSide('payout', { blockNumber: 1n }), 'payoutBlock', 'header'],
    ['another time', changedSide('payout', { blockTime: 1n }), 'payoutBlock', 'header'],
    ['another transaction', changedSide('payout', { transactionHash: other }), 'payoutTransaction', 'otherTransaction'],
    ['another chain', changedSide('deposit', { chainId: 5 }), 'depositTransaction', 'otherTransaction'],
    ['another sender', changedSide('deposit', { sender: OTHER_ACCOUNT.toLowerCase() }), 'depositEvent', 'otherValue'],
    [
      'another recipient',
      changedSide('deposit', { recipient: OTHER_ACCOUNT.toLowerCase() }),
      'depositEvent',
      'otherValue',
    ],
    ['a deposit that is not there', changedSide('deposit', { ordinal: 1 }), 'depositEvent', 'noEvent'],
    ['another contract', changedSide('deposit', { contract: OTHER_ACCOUNT.toLowerCase() }), 'depositEvent', 'noEvent'],
    ['another vault', changedSide('payout', { vault: OTHER_ACCOUNT.toLowerCase() }), 'payoutEvent', 'noEvent'],
    ['a larger payout', changedSide('payout', { amount: PAID + 1n }), 'payoutEvent', 'otherValue'],
    [
      'another id',
      rewritten(({ statement }) => ({ statement: { ...statement, transferId: other } })),
      'transferId',
      'otherValue',
    ],
    [
      'the evidence of the other side',
      rewritten(({ depositEvidence }) => ({ payoutEvidence: depositEvidence })),
      'payoutBlock',
      'header',
    ],
    [
      'another index',
      rewritten(({ depositEvidence }) => ({ depositEvidence: { ...depositEvidence, transactionIndex: 1 } })),
      'depositTransaction',
      'trie',
    ],
    [
      'the proof of a transaction in place of the receipt',
      rewritten(({ payoutEvidence: evidence }) => ({
        payoutEvidence: { ...evidence, receiptProof: evidence.transactionProof },
      })),
      'payoutReceipt',
      'trie',
    ],
  ])('refuses %s', (...[, text, step, reason]) => {
    expect(verifyProof(text, null)).toMatchObject({ ok: false, step, reason });
  });

  it('names the stated and the proven value', () => {
    const verification = verifyProof(changedSide('payout', { amount: 1n }), null);
    expect(verification).toMatchObject({ differs: { field: 'amount', stated: '1', proven: `${PAID}` } });
  });

  it('refuses contracts that are none of the bridge’s, and a chain that it does not know', () => {
    const text = syntheticProofText({ vault: OTHER_ACCOUNT });
    expect(verifyProof(text, null).ok).toBe(true);
    expect(verifyProof(text, pins)).toMatchObject({ ok: false, step: 'addresses', reason: 'foreign' });
    expect(verifyProof(syntheticProofText(), { chains: [] })).toMatchObject({ ok: false, step: 'addresses' });
  });

  it('refuses a pinned token of another name', () => {
    const wbtc = config.chains[1]?.tokens[1]?.address ?? zeroAddress;
    expect(verifyProof(syntheticProofText({ token: wbtc }), pins)).toMatchObject({ ok: false, step: 'addresses' });
  });

  it('makes no proof for a deposit to a recipient that is no address', () => {
    expect(makeSyntheticProof({ target: `${ACCOUNT}x` })).toEqual({ ok: false, problem: 'recipient' });
  });
});
