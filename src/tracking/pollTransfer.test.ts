import type { Hash } from 'viem';
import { describe, expect, it } from 'vitest';
import type { Receipt } from '#client/receipt.ts';
import { NO_CLAIM } from '#client/receipt.ts';
import { hashOf } from '../../lab/web/fakeWallet.ts';
import { NO_RECEIPT_ADDITIONS, terms } from '../../lab/web/fixtures.ts';
import type { Transfer } from '../domain/transfer.ts';
import type { PollHistory, PollSources } from './pollTransfer.ts';
import { needsPolling, pollTransfer } from './pollTransfer.ts';

const HASH = hashOf('1');
const FOUND = hashOf('2');
const PAYOUT = hashOf('3');
const attempt = { nonce: 7, fromBlock: 100n };
const base = { terms, attempt, hash: HASH, nonce: 7, since: null };
const sent: Transfer = { status: 'sent', ...base };
const unseen: Transfer = { status: 'sent', ...base, nonce: null };
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
const unproven = { kind: 'unknown', gap: { code: 'refundNotFound' } } as const;

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

type Options = {
  readonly reads?: Partial<PollSources['reads']>;
  readonly receipt?: Receipt;
  readonly isClaimed?: (hash: string) => boolean;
  readonly history?: PollHistory;
};

/** Polls once. By default the chains know nothing of the deposit, and the service neither. */
function poll(transfer: Transfer, options: Options = {}) {
  const reads: PollSources['reads'] = {
    findDeposits: async () => [],
    findOnOtherChain: async () => null,
    minedNonce: async () => 7,
    nonceOf: async () => null,
    originHeight: async () => 200n,
    pendingNonce: async () => 7,
    proveTransfer: async () => ({ kind: 'unknown', gap: { code: 'payoutNotFound' } }),
    proveTransferRefund: async () => unproven,
    readDeposit: async () => 'pending',
    depositTime: async () => 5_000,
    ...options.reads,
  };
  const receipt: Receipt = options.receipt ?? { kind: 'unknown' };
  return pollTransfer(transfer, {
    reads,
    service: { getReceipt: async () => receipt },
    isClaimed: options.isClaimed ?? (() => false),
    history: options.history ?? { emptyPolls: 0, nonceUsedAt: null, searchFrom: null },
  });
}

const quiet = (): PollHistory => ({ emptyPolls: 3, nonceUsedAt: null, searchFrom: null });
const used = (blocks: bigint): PollHistory => ({ emptyPolls: 3, nonceUsedAt: 200n - blocks, searchFrom: null });
const finds = (...hashes: Hash[]) => ({ findDeposits: async () => hashes });

describe('pollTransfer, signing by the owners of a Safe', () => {
  const proposed: Transfer = { status: 'signing', terms, attempt, proposal: HASH };

  it('waits, although the nonce of the account is used', async () => {
    const reads = { minedNonce: async () => 8, pendingNonce: async () => 8 };
    expect(await poll(proposed, { reads, history: used(100n) })).toBeNull();
  });

  it('finds the deposit by its log', async () => {
    expect(await poll(proposed, { reads: finds(FOUND) })).toEqual({ type: 'depositFound', hash: FOUND });
  });

  it('takes the proposal where it is a transaction after all', async () => {
    expect(await poll(proposed, { reads: { nonceOf: async () => 3 } })).toEqual({ type: 'depositFound', hash: HASH });
  });

  it('searches old blocks once, and recent ones at each poll', async () => {
    const history = quiet();
    const searched: bigint[] = [];
    const reads = {
      originHeight: async () => 100_000n,
      findDeposits: async (_terms: unknown, from: bigint) => {
        searched.push(from);
        return [];
      },
    };
    await poll(proposed, { reads, history });
    await poll(proposed, { reads, history });
    expect(searched).toEqual([100n, 98_000n]);
  });

  it('searches the same blocks again after a node did not answer', async () => {
    const history = quiet();
    const reads = { originHeight: async () => 100_000n, findDeposits: () => Promise.reject(new Error('no answer')) };
    await expect(poll(proposed, { reads, history })).rejects.toThrow();
    expect(history.searchFrom).toBeNull();
  });
});

describe('pollTransfer, signing', () => {
  const signing: Transfer = { status: 'signing', terms, attempt, proposal: null };

  it('finds the deposit of a wallet that never answered', async () => {
    expect(await poll(signing, { reads: finds(FOUND) })).toEqual({ type: 'depositFound', hash: FOUND });
  });

  it('does not take a deposit of another transfer', async () => {
    const isClaimed = (hash: string) => hash === FOUND;
    expect(await poll(signing, { reads: finds(FOUND), isClaimed })).toBeNull();
  });

  it('waits while the nonce is unused', async () => {
    expect(await poll(signing, { history: used(100n) })).toBeNull();
  });

  it('reports "not signed" once the nonce is used for five blocks', async () => {
    const reads = { minedNonce: async () => 8, pendingNonce: async () => 8 };
    expect(await poll(signing, { reads, history: used(4n) })).toBeNull();
    expect(await poll(signing, { reads, history: used(5n) })).toEqual({ type: 'notSigned' });
  });

  it('remembers the block at which the nonce was first seen as used', async () => {
    const history = quiet();
    await poll(signing, { reads: { minedNonce: async () => 8 }, history });
    expect(history.nonceUsedAt).toBe(200n);
    await poll(signing, { history });
    expect(history.nonceUsedAt).toBeNull();
  });

  it('waits while the account has another pending transaction', async () => {
    const reads = { minedNonce: async () => 8, pendingNonce: async () => 9 };
    expect(await poll(signing, { reads, history: used(5n) })).toBeNull();
  });
});

describe('pollTransfer, ready to sign', () => {
  it('searches for the deposit of an earlier session only', async () => {
    const ready = (earlier: typeof attempt | null): Transfer => ({ status: 'readyToSign', terms, attempt: earlier });
    expect(await poll(ready(attempt), { reads: finds(FOUND) })).toEqual({ type: 'depositFound', hash: FOUND });
    expect(await poll(ready(null), { reads: finds(FOUND) })).toBeNull();
  });
});

describe('pollTransfer, sent', () => {
  it('reports a mined and a reverted deposit', async () => {
    expect(await poll(sent, { reads: { readDeposit: async () => 'mined' } })).toEqual({
      type: 'depositMined',
      at: 5_000,
    });
    const reverted = await poll(sent, { reads: { readDeposit: async () => 'reverted' } });
    expect(reverted).toMatchObject({ type: 'depositFailed', kind: 'reverted' });
  });

  it('stores the nonce of a pending deposit once', async () => {
    const reads = { nonceOf: async () => 9 };
    expect(await poll(unseen, { reads })).toEqual({ type: 'nonceSeen', nonce: 9 });
    expect(await poll({ ...sent, nonce: 9 }, { reads })).toBeNull();
  });

  it('follows a deposit that the wallet replaced', async () => {
    expect(await poll(sent, { reads: finds(FOUND) })).toBeNull();
    expect(await poll(sent, { reads: finds(FOUND), history: quiet() })).toEqual({ type: 'depositFound', hash: FOUND });
  });

  it('reports a cancelled deposit once its nonce is used and no deposit is found', async () => {
    const reads = { minedNonce: async () => 8 };
    expect(await poll(sent, { reads, history: used(4n) })).toBeNull();
    expect(await poll(sent, { reads, history: used(5n) })).toMatchObject({ type: 'depositFailed', kind: 'cancelled' });
  });

  it('does not call a deposit cancelled that a node still knows', async () => {
    const reads = { minedNonce: async () => 8, nonceOf: async () => 7 };
    expect(await poll(sent, { reads, history: used(5n) })).toBeNull();
  });

  it('reports the other chain that knows the transaction', async () => {
    const reads = { findOnOtherChain: async () => 'Southshore' };
    const event = { type: 'depositFailed', kind: 'otherChain', foundOn: 'Southshore' };
    expect(await poll(sent, { reads, history: quiet() })).toEqual(event);
  });

  it('searches for the deposit before it reports a transaction without one', async () => {
    const reads = { readDeposit: async () => 'noDeposit' as const };
    expect(await poll(sent, { reads })).toBeNull();
    expect(await poll(sent, { reads: { ...reads, ...finds(FOUND) } })).toEqual({ type: 'depositFound', hash: FOUND });
    expect(await poll(sent, { reads, history: quiet() })).toMatchObject({ type: 'depositFailed', kind: 'noDeposit' });
  });
});

describe('pollTransfer, deposited', () => {
  it('reports the payout of a delivered receipt', async () => {
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

  it('reports a failure', async () => {
    const { report } = failed;
    const receipt: Receipt = { kind: 'failed', report, claim: NO_CLAIM };
    expect(await poll(deposited, { receipt })).toEqual({ type: 'failureReported', report, claim: NO_CLAIM });
  });
});

describe('pollTransfer, reported', () => {
  it('reports a proven and a contradicted delivery', async () => {
    const proven = { proveTransfer: async () => ({ kind: 'proven', received: 99n }) as const };
    expect(await poll(reported, { reads: proven })).toEqual({ type: 'deliveryProven', received: 99n });
    const shortfalls = [{ field: 'amount', expected: '99', actual: '1' }] as const;
    const mismatch = { proveTransfer: async () => ({ kind: 'mismatch', shortfalls }) as const };
    expect(await poll(reported, { reads: mismatch })).toEqual({ type: 'deliveryDisputed', shortfalls });
  });

  it('follows a payout that the service replaced', async () => {
    const replaced: Receipt = { kind: 'delivered', delivery: { ...delivery, payoutHash: FOUND } };
    expect(await poll(reported, { receipt: { kind: 'delivered', delivery } })).toBeNull();
    expect(await poll(reported, { receipt: replaced })).toMatchObject({ type: 'payoutReported', payoutHash: FOUND });
  });
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
    ];
    expect(polled.map(needsPolling)).toEqual(polled.map(() => true));
  });

  it('excludes a transfer without a signature and one that has ended', () => {
    const idle: Transfer[] = [
      { status: 'approving', terms, approvalHash: null },
      { status: 'readyToSign', terms, attempt: null },
      { ...failed, kind: 'reverted' },
      { status: 'delivered', ...base, payoutHash: PAYOUT, received: 99n },
      { status: 'abandoned', terms },
    ];
    expect(idle.map(needsPolling)).toEqual(idle.map(() => false));
  });
});
