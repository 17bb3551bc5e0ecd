import type { Hex } from 'viem';
import { keccak256, zeroAddress } from 'viem';
import { describe, expect, it } from 'vitest';
import { ACCOUNT, config, OTHER_ACCOUNT } from '../../tools/lab/web/fixtures.ts';
import { PAID, syntheticProof, syntheticProofText } from '../../tools/lab/web/syntheticProof.ts';
import type { ProofFile } from './proofFile.ts';
import { writeProof } from './proofFile.ts';
import { decodeRlp, encodeRlp, listOf, rlpInteger } from './rlp.ts';
import { verifyProof } from './verifyProof.ts';

const pins = config.chains;
const [origin, destination] = config.chains;
if (!origin || !destination) throw new Error('there are two chains');
const other: Hex = `0x${'ee'.repeat(32)}`;
const honest = syntheticProof();
const GAS = 10n ** 16n;
const TARGET_WITH_GAS = `${ACCOUNT}+gas:${GAS}`;

/** An honest proof with one side's fields changed. */
const changed = (side: 'deposit' | 'payout', fields: Partial<ProofFile['deposit' | 'payout']>) =>
  writeProof({ ...honest, [side]: { ...honest[side], ...fields } });

/** A consistent header with another time, in Unix seconds. */
function timedAt(seconds: bigint) {
  const fields = listOf(decodeRlp(honest.payout.header)) ?? [];
  const header = encodeRlp(fields.map((field, index) => (index === 11 ? rlpInteger(seconds) : field)));
  return changed('payout', { header, blockHash: keccak256(header) });
}

/** Bytes with a different last digit. */
const edited = (bytes: Hex) => `${bytes.slice(0, -1)}${bytes.endsWith('0') ? '1' : '0'}` as Hex;
const editedEach = (nodes: readonly Hex[]) => nodes.map(edited);

describe('verifyProof', () => {
  it('derives the delivery from the evidence, and says what its reader must still trust', () => {
    expect(verifyProof(syntheticProofText(), pins)).toMatchObject({
      ok: true,
      delivery: {
        ...{ recipient: expect.stringMatching(new RegExp(ACCOUNT, 'i')), trust: ['canonical'] },
        deposit: {
          chainId: origin.id,
          contract: origin.depositContract,
          amount: 100_000_000n,
          blockTime: 1_893_456_000n,
        },
        payout: {
          chainId: destination.id,
          vault: destination.vault,
          amount: PAID,
          blockNumber: BigInt(destination.id),
        },
      },
    });
  });

  it("says that a native payout has only the vault's event", () => {
    const native = verifyProof(syntheticProofText({ token: zeroAddress }), null);
    expect(native).toMatchObject({ delivery: { trust: ['canonical', 'addresses', 'tokens', 'native'] } });
  });

  it.each([
    ['after', false],
    ['before', true],
  ])("derives the gas whose event comes %s the token's", (_when, isGasFirst) => {
    const text = syntheticProofText({ target: TARGET_WITH_GAS, gas: GAS, isGasFirst });
    expect(verifyProof(text, pins)).toMatchObject({
      ok: true,
      delivery: {
        recipient: expect.stringMatching(new RegExp(ACCOUNT, 'i')),
        payout: { token: destination.tokens[0]?.address, amount: PAID, gas: GAS },
        trust: ['canonical', 'native'],
      },
    });
  });

  it('says that an unpinned token must be trusted', () => {
    const unpinned = verifyProof(syntheticProofText({ token: OTHER_ACCOUNT }), pins);
    expect(unpinned).toMatchObject({ delivery: { trust: ['canonical', 'tokens'] } });
  });

  it.each([
    ['an edited header', 'header', 'deposit', changed('deposit', { header: edited(honest.deposit.header) })],
    ['another block', 'header', 'payout', changed('payout', { blockHash: other })],
    ['the header of the other side', 'header', 'payout', changed('payout', { header: honest.deposit.header })],
    ['a time after the year 9999', 'header', 'payout', timedAt(253_402_300_800n)],
    ['another index', 'trie', 'deposit', changed('deposit', { transactionIndex: 1 })],
    [
      'an edited node of the transaction',
      ...(['trie', 'payout'] as const),
      changed('payout', { transactionProof: editedEach(honest.payout.transactionProof) }),
    ],
    [
      'an edited node of the receipt',
      ...(['trie', 'payout'] as const),
      changed('payout', { receiptProof: editedEach(honest.payout.receiptProof) }),
    ],
    [
      'a transaction instead of the receipt',
      ...(['trie', 'payout'] as const),
      changed('payout', { receiptProof: honest.payout.transactionProof }),
    ],
    ['another chain', 'otherChain', 'deposit', changed('deposit', { chainId: 5 })],
    ['a reverted deposit', 'reverted', 'deposit', syntheticProofText({ depositStatus: '0x0' })],
    ['a deposit that does not exist', 'noEvent', 'deposit', changed('deposit', { ordinal: 1 })],
    ['another contract', 'noEvent', 'deposit', changed('deposit', { contract: OTHER_ACCOUNT })],
    ['a recipient that is not an address', 'noRecipient', 'deposit', syntheticProofText({ target: `${ACCOUNT}x` })],
    ['the payout of another deposit', 'noEvent', 'payout', syntheticProofText({ id: other })],
    ['another vault', 'noEvent', 'payout', changed('payout', { vault: OTHER_ACCOUNT })],
    ['a payout to another recipient', 'otherRecipient', 'payout', syntheticProofText({ target: OTHER_ACCOUNT })],
    ['a deposit for another chain', 'otherDestination', 'payout', syntheticProofText({ destinationId: 5 })],
    ['a refund', 'refund', 'payout', syntheticProofText({ isRefund: true })],
    ['a payout whose token shows less', 'notMoved', 'payout', syntheticProofText({ moved: PAID - 1n })],
    ['a batch whose token shows one of two payments', 'notMoved', 'payout', syntheticProofText({ alsoPaid: [5n] })],
    ['a payout without the gas', 'noGas', 'payout', syntheticProofText({ target: TARGET_WITH_GAS })],
    [
      'a payout with less gas',
      ...(['noGas', 'payout'] as const),
      syntheticProofText({ target: TARGET_WITH_GAS, gas: GAS - 1n }),
    ],
    [
      'a suffix that asks for no gas',
      ...(['noRecipient', 'deposit'] as const),
      syntheticProofText({ target: `${ACCOUNT}+gas:0`, gas: GAS }),
    ],
    ['a payout of nothing', 'notMoved', 'payout', syntheticProofText({ amount: 0n })],
  ])('refuses %s', (...[, code, side, text]) => {
    expect(verifyProof(text, null)).toEqual({ ok: false, problem: { code, side } });
  });

  it('refuses contracts that are not the bridge’s, and an unknown chain', () => {
    const text = syntheticProofText({ vault: OTHER_ACCOUNT });
    expect(verifyProof(text, null).ok).toBe(true);
    expect(verifyProof(text, pins)).toEqual({ ok: false, problem: { code: 'foreign', side: 'payout' } });
    const contract = [{ ...origin, depositContract: OTHER_ACCOUNT }, destination];
    const foreignDeposit = { ok: false, problem: { code: 'foreign', side: 'deposit' } };
    expect(verifyProof(syntheticProofText(), contract)).toEqual(foreignDeposit);
    expect(verifyProof(syntheticProofText(), [])).toEqual(foreignDeposit);
  });

  it('accepts a retired vault', () => {
    const retired = [origin, { ...destination, vault: OTHER_ACCOUNT, retiredVaults: [destination.vault] }];
    expect(verifyProof(syntheticProofText(), retired).ok).toBe(true);
  });

  it('refuses a pinned token with another name', () => {
    const wbtc = destination.tokens[1]?.address ?? zeroAddress;
    const verification = verifyProof(syntheticProofText({ token: wbtc }), pins);
    expect(verification).toEqual({ ok: false, problem: { code: 'foreign', side: 'payout' } });
  });
});
