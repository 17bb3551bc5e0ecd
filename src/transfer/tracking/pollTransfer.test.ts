import type { Hash } from 'viem';
import { describe, expect, it } from 'vitest';
import type { Receipt } from '#client/receipt.ts';
import { NO_CLAIM } from '#client/receipt.ts';
import { hashOf } from '../../../tools/lab/web/fakeWallet.ts';
import { NO_RECEIPT_ADDITIONS, terms } from '../../../tools/lab/web/fixtures.ts';
import { pollOnce as poll, unproven } from '../../../tools/lab/web/pollOnce.ts';
import type { Doubt, Transfer } from '../model/transfer.ts';
import type { PollHistory, PollSources } from './lookForDeposit.ts';
import { NO_HISTORY } from './lookForDeposit.ts';
import { needsPolling } from './pollTransfer.ts';

const HASH = hashOf('1');
const FOUND = hashOf('2');
const PAYOUT = hashOf('3');
const attempt = { nonce: 7, fromBlock: 100n };
const base = { terms, attempt, hash: HASH, nonce: 7, since: null };
type Sent = Extract<Transfer, { readonly status: 'sent' }>;
const sent: Sent = { status: 'sent', doubt: null, ...base };
const unseen: Transfer = { status: 'sent', doubt: null, ...base, nonce: null };
const doubted = (kind: Doubt['kind'], foundOn: string | null = null): Sent => ({
  ...{ status: 'sent', ...base, doubt: { kind, foundOn } },
});
const deposited = { status: 'deposited', ...base, report: null, confirmations: null } as const;
const reported: Transfer = { status: 'reported', ...base, payoutHash: PAYOUT, claimed: 99n };
const failed = {
  status: 'failed',
  ...base,
  kind: 'failedByService',
  foundOn: null,
  report: { step: null, reason: null, message: 'no liquidity' },
  claim: NO_CLAIM,
  refund: null,
} as const;

type Delivery = Extract<Receipt, { kind: 'delivered' }>['delivery'];
const delivery: Delivery = {
  originChainName: terms.origin.chainName,
  originToken: terms.origin.token,
  payoutHash: PAYOUT,
  destinationChainName: terms.destination.chainName,
  destinationToken: terms.destination.token,
  tokenName: terms.tokenName,
  received: { amount: 99n, decimals: 6 },
  sent: { amount: 100n, decimals: 6 },
  ...NO_RECEIPT_ADDITIONS,
};

const quiet = (): PollHistory => ({ ...NO_HISTORY, emptyPolls: 3 });
/** An earlier poll found the deposit no longer possible. */
const absentBefore = (): PollHistory => ({ ...quiet(), absentPolls: 1 });
const finds = (hash: Hash): Partial<PollSources['reads']> => ({
  findDeposit: async (_terms, { isClaimed }) =>
    isClaimed(hash, 150n) ? { kind: 'none', to: 200n } : { kind: 'found', hash },
});
/** The account has used the deposit's nonce in a final block. */
const MOVED_ON: Partial<PollSources['reads']> = { minedNonce: async () => 8, pendingNonce: async () => 8 };

describe('pollTransfer, signing', () => {
  const signing: Transfer = { status: 'signing', terms, attempt, proposal: null };

  it('finds the deposit of a wallet that never answered', async () => {
    expect(await poll(signing, { reads: finds(FOUND) })).toEqual({ type: 'depositFound', hash: FOUND });
  });

  it('does not accept the deposit of another transfer', async () => {
    const isClaimed = (hash: string) => hash === FOUND;
    expect(await poll(signing, { reads: finds(FOUND), isClaimed })).toBeNull();
  });

  it('waits while the nonce is unused', async () => {
    expect(await poll(signing, { history: absentBefore() })).toBeNull();
  });

  it('reports "not signed" once two polls in a row rule the deposit out', async () => {
    const history = quiet();
    expect(await poll(signing, { reads: MOVED_ON, history })).toBeNull();
    expect(await poll(signing, { history })).toBeNull();
    expect(await poll(signing, { reads: MOVED_ON, history })).toBeNull();
    expect(await poll(signing, { reads: MOVED_ON, history })).toEqual({ type: 'notSigned' });
  });
});

describe.each(['readyToSign', 'abandoned'] as const)('pollTransfer, %s', (status) => {
  it('searches only for the deposit of an earlier session', async () => {
    const ended = (earlier: typeof attempt | null): Transfer => ({ status, terms, attempt: earlier });
    expect(await poll(ended(attempt), { reads: finds(FOUND) })).toEqual({ type: 'depositFound', hash: FOUND });
    expect(await poll(ended(null), { reads: finds(FOUND) })).toBeNull();
  });
});

describe('pollTransfer, sent', () => {
  it('reports a deposit that was mined since the wallet opened', async () => {
    const readDeposit: PollSources['reads']['readDeposit'] = async (_terms, _hash, since) =>
      since === attempt ? 'mined' : 'pending';
    expect(await poll(sent, { reads: { readDeposit } })).toEqual({ type: 'depositMined', at: 5_000 });
  });

  it("stores a pending deposit's nonce once", async () => {
    const reads = { nonceOf: async () => 9 };
    expect(await poll(unseen, { reads })).toEqual({ type: 'nonceSeen', nonce: 9 });
    expect(await poll({ ...sent, nonce: 9 }, { reads })).toBeNull();
  });

  it('follows a deposit that the wallet replaced', async () => {
    expect(await poll(sent, { reads: finds(FOUND) })).toBeNull();
    expect(await poll(sent, { reads: finds(FOUND), history: quiet() })).toEqual({ type: 'depositFound', hash: FOUND });
  });

  it('follows it while another chain does not answer, and concludes nothing without it', async () => {
    const silent: Partial<PollSources['reads']> = { findOnOtherChain: () => Promise.reject(new Error('silent')) };
    const event = await poll(sent, { history: quiet(), reads: { ...silent, ...finds(FOUND) } });
    expect(event).toEqual({ type: 'depositFound', hash: FOUND });
    const none = poll(sent, { history: absentBefore(), reads: { ...silent, ...MOVED_ON } });
    await expect(none).rejects.toThrow('another chain');
  });

  it('does not call a deposit cancelled that a node still knows, or whose nonce no node has returned', async () => {
    const reads = { ...MOVED_ON, nonceOf: async () => 7 };
    expect(await poll(sent, { reads, history: absentBefore() })).toBeNull();
    expect(await poll(unseen, { reads: MOVED_ON, history: absentBefore() })).toBeNull();
    const later: Transfer = { ...sent, nonce: 8 };
    expect(await poll(later, { reads: MOVED_ON, history: absentBefore() })).toBeNull();
  });

  it('finds its own deposit in the logs although its receipt says otherwise', async () => {
    const reads = { ...MOVED_ON, ...finds(HASH), readDeposit: async () => 'reverted' as const };
    expect(await poll(sent, { reads, history: absentBefore() })).toBeNull();
    expect(await poll(doubted('reverted'), { reads })).toEqual({ type: 'depositDoubted', doubt: null });
  });

  it('no longer doubts a transaction that a node knows as pending', async () => {
    const reads = { nonceOf: async () => 7 };
    expect(await poll(doubted('reverted'), { reads })).toEqual({ type: 'depositDoubted', doubt: null });
    expect(await poll({ ...doubted('reverted'), nonce: null }, { reads })).toEqual({ type: 'nonceSeen', nonce: 7 });
    expect(await poll(doubted('reverted'))).toBeNull();
  });

  const looks: readonly (readonly [kind: 'cancelled' | Doubt['kind'], reads: Partial<PollSources['reads']>])[] = [
    ['reverted', { readDeposit: async () => 'reverted' }],
    ['noDeposit', { readDeposit: async () => 'noDeposit' }],
    ['otherChain', { findOnOtherChain: async () => 'Southshore' }],
    ['cancelled', {}],
  ];
  describe.each(looks)('with a transaction that looks %s', (kind, look) => {
    const foundOn = kind === 'otherChain' ? 'Southshore' : null;
    const seen: Sent = kind === 'cancelled' ? sent : doubted(kind, foundOn);

    it('keeps searching, and stores only once what is known', async () => {
      const first = await poll(sent, { reads: look, history: quiet() });
      expect(first).toEqual(kind === 'cancelled' ? null : { type: 'depositDoubted', doubt: { kind, foundOn } });
      expect(await poll(seen, { reads: look, history: quiet() })).toBeNull();
    });

    it('reports what is known even if the search fails', async () => {
      const reads = { ...look, findDeposit: () => Promise.reject(new Error('the block range is too large')) };
      const first = poll(sent, { reads, history: quiet() });
      if (kind === 'cancelled') await expect(first).rejects.toThrow('too large');
      else expect(await first).toEqual({ type: 'depositDoubted', doubt: { kind, foundOn } });
      await expect(poll(seen, { reads, history: quiet() })).rejects.toThrow('too large');
    });

    it('follows the deposit in the logs', async () => {
      const reads = { ...MOVED_ON, ...look, ...finds(FOUND) };
      expect(await poll(seen, { reads, history: absentBefore() })).toEqual({ type: 'depositFound', hash: FOUND });
    });

    it('fails once two polls in a row rule the deposit out', async () => {
      const history = quiet();
      const reads = { ...MOVED_ON, ...look };
      expect(await poll(seen, { reads, history })).toBeNull();
      expect(await poll(seen, { reads, history })).toEqual({ type: 'depositFailed', kind, foundOn });
    });

    it('never fails without a block to search from', async () => {
      const reads = { ...MOVED_ON, ...look };
      expect(await poll({ ...seen, attempt: null }, { reads, history: absentBefore() })).toBeNull();
    });
  });
});

describe('pollTransfer, deposited', () => {
  it('reports the payout in a delivered receipt', async () => {
    const event = await poll(deposited, { receipt: { kind: 'delivered', delivery } });
    expect(event).toEqual({ type: 'payoutReported', payoutHash: PAYOUT, claimed: 99n });
  });

  it('reports each step once', async () => {
    const status = { step: 'confirming', reason: null, message: '' } as const;
    const report = { report: status, confirmations: { seen: 1, needed: 2 } };
    const receipt: Receipt = { kind: 'inProgress', ...report };
    expect(await poll(deposited, { receipt })).toEqual({ type: 'stepReported', ...report });
    expect(await poll({ ...deposited, ...report }, { receipt })).toBeNull();
    expect(await poll({ ...deposited, ...report, confirmations: { seen: 0, needed: 2 } }, { receipt })).toEqual({
      type: 'stepReported',
      ...report,
    });
  });

  it('reports a deposit that a reorg removed', async () => {
    expect(await poll(deposited)).toEqual({ type: 'depositUnmined' });
    expect(await poll(deposited, { reads: { readDeposit: async () => 'mined' } })).toBeNull();
  });

  it.each(['reverted', 'noDeposit'] as const)('follows a deposit again that a reorg made fail (%s)', async (found) => {
    expect(await poll(deposited, { reads: { readDeposit: async () => found } })).toEqual({ type: 'depositUnmined' });
  });

  it('reports a failure', async () => {
    const { report } = failed;
    const receipt: Receipt = { kind: 'failed', report, claim: NO_CLAIM };
    expect(await poll(deposited, { receipt })).toEqual({ type: 'failureReported', report, claim: NO_CLAIM });
  });
});

describe('pollTransfer, reported', () => {
  const shortfalls = [{ field: 'amount', expected: '99', actual: '1' }] as const;
  const disputed: Transfer = { status: 'disputed', ...base, payoutHash: PAYOUT, claimed: 99n, shortfalls };
  const mismatch = { proveTransfer: async () => ({ kind: 'mismatch', shortfalls }) as const };

  it.each([reported, disputed])(
    'reports a proven delivery, with the payout that the chain shows ($status)',
    async (one) => {
      const proven = { proveTransfer: async () => ({ kind: 'proven', hash: FOUND, received: 99n }) as const };
      expect(await poll(one, { reads: proven })).toEqual({ type: 'deliveryProven', payoutHash: FOUND, received: 99n });
    },
  );

  it('disputes a delivery that two polls in a row contradict', async () => {
    const history = quiet();
    expect(await poll(reported, { reads: mismatch, history })).toBeNull();
    expect(await poll(reported, { history })).toBeNull();
    expect(await poll(reported, { reads: mismatch, history })).toBeNull();
    const event = { type: 'deliveryDisputed', shortfalls };
    expect(await poll(reported, { reads: mismatch, history })).toEqual(event);
    expect(await poll(disputed, { reads: mismatch, history })).toBeNull();
  });

  it('follows the payout that the service names instead of a disputed one', async () => {
    const replaced: Receipt = { kind: 'delivered', delivery: { ...delivery, payoutHash: FOUND } };
    const event = { type: 'payoutReported', payoutHash: FOUND, claimed: 99n };
    expect(await poll(disputed, { reads: mismatch, receipt: replaced })).toEqual(event);
  });

  it('follows a payout that the service replaced', async () => {
    const replaced: Receipt = { kind: 'delivered', delivery: { ...delivery, payoutHash: FOUND } };
    expect(await poll(reported, { receipt: { kind: 'delivered', delivery } })).toBeNull();
    expect(await poll(reported, { receipt: replaced })).toMatchObject({ type: 'payoutReported', payoutHash: FOUND });
  });
});

describe('pollTransfer, failed on its chain', () => {
  it.each(['reverted', 'cancelled', 'otherChain', 'noDeposit'] as const)(
    'still finds the deposit (%s)',
    async (kind) => {
      const ended: Transfer = { ...failed, kind, report: null };
      expect(await poll(ended)).toBeNull();
      expect(await poll(ended, { reads: finds(FOUND) })).toEqual({ type: 'depositFound', hash: FOUND });
    },
  );
});

describe('pollTransfer, failed', () => {
  it('reports a proven refund', async () => {
    const proof = { kind: 'proven', hash: FOUND, refunded: 98n } as const;
    const event = await poll(failed, { reads: { proveTransferRefund: async () => proof } });
    expect(event).toEqual({ type: 'refundProven', refundHash: FOUND, refunded: 98n });
  });

  it('reports a changed finding once, then asks the service', async () => {
    expect(await poll(failed)).toEqual({ type: 'refundUnproven', finding: unproven });
    const known: Transfer = { ...failed, refund: { ...unproven } };
    expect(await poll(known)).toBeNull();
    const news: Receipt = { kind: 'failed', report: failed.report, claim: { hash: PAYOUT, amount: null } };
    expect(await poll(known, { receipt: news })).toEqual({
      ...{ type: 'failureReported', report: failed.report, claim: { hash: PAYOUT, amount: null } },
    });
  });
});

describe('needsPolling', () => {
  it('includes every status that a chain or the service may change', () => {
    const polled: Transfer[] = [
      { status: 'signing', terms, attempt, proposal: null },
      { status: 'readyToSign', terms, attempt },
      sent,
      deposited,
      reported,
      failed,
      { ...failed, kind: 'reverted' },
      { status: 'disputed', ...base, payoutHash: PAYOUT, claimed: 99n, shortfalls: [] },
      { status: 'abandoned', terms, attempt },
    ];
    expect(polled.map(needsPolling)).toEqual(polled.map(() => true));
  });

  it('excludes a transfer without a signature and one that has ended', () => {
    const idle: Transfer[] = [
      { status: 'approving', terms, approvalHash: null },
      { status: 'readyToSign', terms, attempt: null },
      { ...failed, kind: 'reverted', attempt: null },
      { status: 'delivered', ...base, payoutHash: PAYOUT, received: 99n },
      { status: 'abandoned', terms, attempt: null },
    ];
    expect(idle.map(needsPolling)).toEqual(idle.map(() => false));
  });
});
