import type { Hash } from 'viem';
import { assertNever } from '#shared/assertNever.ts';
import type { Receipt } from '../receipt.ts';
import type { Transfer } from '../transfer.ts';
import { depositHash, isOpen } from '../transfer.ts';
import type { DepositVerdict } from './depositVerdict.ts';
import { depositVerdict } from './depositVerdict.ts';
import type { FoundDeposit } from './foundDeposit.ts';
import { depositKey, withoutKnown } from './foundDeposit.ts';

/** One line of the history: a transfer of this browser, or a deposit that only the chain has. */
export type HistoryItem =
  | { readonly kind: 'own'; readonly transfer: Transfer }
  | { readonly kind: 'found'; readonly deposit: FoundDeposit; readonly verdict: DepositVerdict };

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

function groupOfTransfer(transfer: Transfer): HistoryGroup {
  switch (transfer.status) {
    case 'approving':
    case 'readyToSign':
    case 'signing':
    case 'disputed':
    case 'failed':
      return 'attention';
    case 'sent':
    case 'reported':
      return 'open';
    case 'deposited':
      return transfer.report?.step === 'held' ? 'attention' : 'open';
    case 'delivered':
      return 'delivered';
    case 'refunded':
      return 'refunded';
    case 'abandoned':
      return 'ended';
    default:
      return assertNever(transfer);
  }
}

function groupOfReceipt(receipt: Receipt): HistoryGroup {
  switch (receipt.kind) {
    case 'delivered':
      return 'delivered';
    case 'inProgress':
      return receipt.report.step === 'held' ? 'attention' : 'open';
    case 'failed':
      return receipt.report.step === 'refunded' ? 'refunded' : 'attention';
    case 'unknown':
      return 'attention';
    case 'refused':
      return 'unchecked';
    default:
      return assertNever(receipt);
  }
}

export function groupOf(item: HistoryItem): HistoryGroup {
  if (item.kind === 'own') return groupOfTransfer(item.transfer);
  return item.verdict.kind === 'receipt' ? groupOfReceipt(item.verdict.receipt) : 'unchecked';
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
    return {
      kind: 'found',
      deposit,
      verdict: depositVerdict(deposit, siblings, receipts.get(deposit.transactionHash)),
    };
  });
  const own = transfers.map((transfer): HistoryItem => ({ kind: 'own', transfer }));
  const isFirst = (item: HistoryItem) => item.kind === 'own' && isOpen(item.transfer);
  return [...own, ...found].sort(
    (a, b) => Number(isFirst(b)) - Number(isFirst(a)) || (itemTime(b) ?? 0) - (itemTime(a) ?? 0),
  );
}
