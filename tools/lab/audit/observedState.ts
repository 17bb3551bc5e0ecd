import type { Hash } from 'viem';
import type { DepositTimes } from './auditedHistory.ts';
import type { ObservedDeposit } from './expectedPayment.ts';
import type { ConnectedChain, ObservedPayment } from './readAuditedChain.ts';
import { readDeposits, readPayments } from './readAuditedChain.ts';

/** Deeper than any reorg in a test. What was read below this depth stays valid. */
const REREAD_BLOCKS = 64n;

type InBlock = { readonly blockNumber: bigint };

/** The deposits and payments of one chain. Each update rereads only the newest blocks. */
export function createChainReader(chain: ConnectedChain) {
  let deposits: readonly (ObservedDeposit & InBlock)[] = [];
  let payments: readonly (ObservedPayment & InBlock)[] = [];
  let head = 0n;
  return async () => {
    const lastBlock = await chain.client.getBlockNumber({ cacheTime: 0 });
    const lowest = lastBlock < head ? lastBlock : head;
    const firstBlock = lowest > REREAD_BLOCKS ? lowest - REREAD_BLOCKS : 0n;
    const range = { ...chain, firstBlock, lastBlock };
    const [newDeposits, newPayments] = await Promise.all([readDeposits(range), readPayments(range)]);
    const isKept = ({ blockNumber }: InBlock) => blockNumber < firstBlock;
    deposits = [...deposits.filter(isKept), ...newDeposits];
    payments = [...payments.filter(isKept), ...newPayments];
    head = lastBlock;
    return { deposits, payments, lastBlock };
  };
}

/** When the auditor first saw each deposit and each payment. */
export function createFirstSeen() {
  const deposits = new Map<Hash, { readonly madeAfterMs: number; readonly seenMs: number }>();
  const payments = new Map<Hash, number>();
  let lastReadMs = 0;
  return {
    /** @param startedMs when this update began: whatever it does not contain was made later */
    note: (seen: { readonly deposits: Iterable<Hash>; readonly payments: Iterable<Hash> }, startedMs: number): void => {
      const seenMs = Date.now();
      for (const id of seen.deposits) if (!deposits.has(id)) deposits.set(id, { madeAfterMs: lastReadMs, seenMs });
      for (const id of seen.payments) if (!payments.has(id)) payments.set(id, seenMs);
      lastReadMs = startedMs;
    },
    timesOf: (id: Hash): DepositTimes => ({
      madeAfterMs: deposits.get(id)?.madeAfterMs ?? 0,
      paidBeforeMs: payments.get(id) ?? Date.now(),
    }),
    completionSeconds: (): readonly number[] =>
      [...payments].flatMap(([id, paidMs]) => {
        const seenMs = deposits.get(id)?.seenMs;
        return seenMs === undefined ? [] : [(paidMs - seenMs) / 1000];
      }),
  };
}
