import type { Hash } from 'viem';
import type { Receipt } from '#client/receipt.ts';
import type { DepositReceipt } from '../desk/receiptFor.ts';
import { receiptFor } from '../desk/receiptFor.ts';
import type { Transfer } from '../transfer.ts';
import { depositHash, isOpen } from '../transfer.ts';
import { transferFacts } from '../verdict/transferFacts.ts';
import type { TransferVerdict } from '../verdict/verdict.ts';
import { aboutVerdict } from '../verdict/verdictKinds.ts';
import { verdictOf } from '../verdict/verdictOf.ts';
import type { FoundDeposit } from './foundDeposit.ts';
import { depositKey, withoutKnown } from './foundDeposit.ts';
import { foundFacts } from './foundFacts.ts';

/** One line of the history: a transfer of this browser, or a deposit that only the chain has. */
export type HistoryItem =
  | { readonly kind: 'own'; readonly transfer: Transfer }
  | { readonly kind: 'found'; readonly deposit: FoundDeposit; readonly receipt: DepositReceipt };

/** What a person looks for in a history. A deposit without an answer from the bridge is `unchecked`. */
export const HISTORY_GROUPS = ['open', 'attention', 'delivered', 'refunded', 'ended', 'unchecked'] as const;

export type HistoryGroup = (typeof HISTORY_GROUPS)[number];

export function itemKey(item: HistoryItem): string {
  return item.kind === 'own' ? item.transfer.terms.id : depositKey(item.deposit);
}

/** Milliseconds since 1970; null where the chain states no date. */
function itemTime(item: HistoryItem): number | null {
  return item.kind === 'own' ? item.transfer.terms.createdAt : item.deposit.depositedAt;
}

export function itemHash(item: HistoryItem): Hash | null {
  return item.kind === 'own' ? depositHash(item.transfer) : item.deposit.transactionHash;
}

/** A held, late or failed transfer may need the person even where nothing is left to sign. */
function groupOfVerdict(verdict: TransferVerdict): HistoryGroup {
  const { standing, tone } = aboutVerdict(verdict);
  switch (verdict.kind) {
    case 'delivered':
    case 'deliveredOtherAmount':
    case 'payoutReported':
      return 'delivered';
    case 'refunded':
    case 'refundReported':
      return 'refunded';
    case 'unchecked':
    case 'serviceSilent':
    case 'noReceipt':
      return 'unchecked';
    default:
      if (standing === 'needsYou' || tone !== 'info') return 'attention';
      return standing === 'open' ? 'open' : 'ended';
  }
}

/** Where an item stands: the same verdict as on its row. */
export function itemVerdict(item: HistoryItem, nowMs: number): TransferVerdict {
  const facts =
    item.kind === 'own' ? transferFacts(item.transfer, { nowMs, isInWallet: false }) : foundFacts(item, nowMs);
  return verdictOf(facts);
}

export function groupOf(item: HistoryItem, nowMs: number): HistoryGroup {
  return groupOfVerdict(itemVerdict(item, nowMs));
}

type Read = {
  readonly deposits: readonly FoundDeposit[];
  readonly receipts: ReadonlyMap<string, readonly Receipt[]>;
};

const transactionKey = ({ chainId, transactionHash }: FoundDeposit) => `${chainId}/${transactionHash}`;

/** The deposits of each transaction, in log order. */
function groupByTransaction(deposits: readonly FoundDeposit[]): ReadonlyMap<string, readonly FoundDeposit[]> {
  const groups = new Map<string, FoundDeposit[]>();
  for (const deposit of deposits.toSorted((a, b) => a.logIndex - b.logIndex)) {
    const group = groups.get(transactionKey(deposit));
    if (group) group.push(deposit);
    else groups.set(transactionKey(deposit), [deposit]);
  }
  return groups;
}

/** One list without duplicates: open transfers of this browser first, then everything by time. */
export function listHistory(transfers: readonly Transfer[], { deposits, receipts }: Read): readonly HistoryItem[] {
  const byTransaction = groupByTransaction(deposits);
  const found = withoutKnown(deposits, transfers).map((deposit): HistoryItem => {
    const siblings = byTransaction.get(transactionKey(deposit)) ?? [];
    const receipt = receiptFor(deposit, siblings, receipts.get(deposit.transactionHash) ?? 'silent');
    return { kind: 'found', deposit, receipt };
  });
  const own = transfers.map((transfer): HistoryItem => ({ kind: 'own', transfer }));
  const isFirst = (item: HistoryItem) => item.kind === 'own' && isOpen(item.transfer);
  return [...own, ...found].sort(
    (a, b) => Number(isFirst(b)) - Number(isFirst(a)) || (itemTime(b) ?? 0) - (itemTime(a) ?? 0),
  );
}
