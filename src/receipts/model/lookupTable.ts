import { isSameAddress } from '#shared/address.ts';
import type { Amount } from '#shared/amount.ts';
import { convertRoundingDown } from '#shared/amount.ts';
import { splitTarget } from '#shared/gasDrop.ts';
import type { Verdict, VerdictKind } from '../../transfer/verdict/verdict.ts';
import type { Group } from '../../transfer/verdict/verdictKinds.ts';
import { GROUPS, verdictKinds } from '../../transfer/verdict/verdictKinds.ts';
import type { Confidence } from './confidenceOf.ts';
import type { ListedHash } from './hashList.ts';
import type { JudgedDeposit, Lookup, Via } from './judge.ts';
import { countedAmount } from './judge.ts';

/** The result for a listed hash. `failed`: the lookup threw, and can be repeated. */
export type LookupResult<C = Lookup> = { readonly kind: 'answered'; readonly found: C } | { readonly kind: 'failed' };

/** A row of the table: a hash, or one of its deposits. */
export type LookupRow = {
  /** The hash, plus a number for every deposit after the first. */
  readonly key: string;
  readonly listed: ListedHash;
} & (
  | { readonly state: 'waiting' | 'failed' }
  | {
      readonly state: 'answered';
      readonly verdict: Verdict;
      readonly confidence: Confidence;
      /** Null for a hash that leads to no deposit. */
      readonly deposit: JudgedDeposit | null;
      readonly via: Via | null;
      /** Whether no further lookup of the hash can find anything new. */
      readonly isOver: boolean;
    }
);

/** A verdict, or why there is none yet. */
export type RowKind = VerdictKind | 'waiting' | 'failed';

/** The rows of a hash: one per deposit in log order, or a single row without a deposit. */
export function rowsOf(listed: ListedHash, answer: LookupResult | undefined): readonly LookupRow[] {
  const key = listed.hash;
  if (!answer) return [{ key, listed, state: 'waiting' }];
  if (answer.kind === 'failed') return [{ key, listed, state: 'failed' }];
  const { verdicts, confidence, deposits, via, isOver } = answer.found;
  const [first] = verdicts;
  const common = { listed, state: 'answered', isOver, via } as const;
  if (deposits.length === 0) return [{ ...common, key, verdict: first, confidence, deposit: null }];
  // If endpoints contradict each other, what they show of a deposit is uncertain.
  const isDisputed = first.kind === 'endpointsDisagree';
  return deposits.map((deposit, index) => ({
    ...{ ...common, deposit, key: index === 0 ? key : `${key}/${index + 1}` },
    verdict: isDisputed ? first : deposit.verdict,
    confidence: isDisputed ? confidence : deposit.confidence,
  }));
}

export function kindOf(row: LookupRow): RowKind {
  return row.state === 'answered' ? row.verdict.kind : row.state;
}

export function groupOfKind(kind: RowKind): Group | 'waiting' {
  if (kind === 'waiting') return kind;
  return kind === 'failed' ? 'unclear' : verdictKinds[kind].group;
}

/** The rank of a verdict by urgency. A row without an answer comes last. */
function urgencyOf(kind: RowKind): number {
  const group = groupOfKind(kind);
  return group === 'waiting' ? GROUPS.length : GROUPS.indexOf(group);
}

/** Whether another lookup can change the verdict or its confidence. */
export function canAskAgain(row: LookupRow): boolean {
  return row.state === 'answered' ? !row.isOver : row.state === 'failed';
}

export const SORTS = ['listed', 'verdict', 'amount', 'sent', 'duration'] as const;
export type SortBy = (typeof SORTS)[number];
export type TableOrder = { readonly by: SortBy; readonly isDescending: boolean };

export const LISTED_ORDER: TableOrder = { by: 'listed', isDescending: false };

const depositOf = (row: LookupRow) => (row.state === 'answered' ? row.deposit : null);

/** Deposits of the same token have different decimals on different chains. */
const COMMON_DECIMALS = 36;

type Value = bigint | number | null;

function sortValue(row: LookupRow, by: Exclude<SortBy, 'listed'>): Value {
  if (by === 'verdict') return urgencyOf(kindOf(row));
  const deposit = depositOf(row);
  if (!deposit) return null;
  if (by === 'sent') return deposit.sentAtMs;
  if (by === 'duration') return deposit.seconds;
  const amount = countedAmount(deposit);
  return amount && convertRoundingDown(amount, COMMON_DECIMALS);
}

function compare(a: bigint | number, b: bigint | number): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Equal rows keep their order, and rows without the value come last in both directions. */
export function sortRows(rows: readonly LookupRow[], { by, isDescending }: TableOrder): readonly LookupRow[] {
  const direction = isDescending ? -1 : 1;
  if (by === 'listed') return isDescending ? rows.toReversed() : rows;
  const valued = rows.map((row) => ({ row, value: sortValue(row, by), kind: by === 'verdict' ? kindOf(row) : '' }));
  valued.sort((a, b) => {
    if (a.value === null || b.value === null) return Number(a.value === null) - Number(b.value === null);
    return direction * (compare(a.value, b.value) || a.kind.localeCompare(b.kind));
  });
  return valued.map(({ row }) => row);
}

export function filterRows(rows: readonly LookupRow[], kind: RowKind | null): readonly LookupRow[] {
  return kind === null ? rows : rows.filter((row) => kindOf(row) === kind);
}

/**
 * The rows of an account. The search finds a deposit and its payment, so a payment's row is kept only if its deposit has none.
 * A batch also pays other accounts' deposits: those rows are kept only if the transaction has none of this account.
 */
export function rowsOfWallet(rows: readonly LookupRow[], account: string): readonly LookupRow[] {
  const isOwn = (row: LookupRow) => {
    const deposit = depositOf(row)?.evidence.deposit;
    return (
      deposit !== undefined &&
      [deposit.user, splitTarget(deposit.target).recipient].some((one) => isSameAddress(one, account))
    );
  };
  const idOf = (row: LookupRow) => depositOf(row)?.evidence.deposit.id ?? null;
  const isPayment = (row: LookupRow) => row.state === 'answered' && (row.via === 'payout' || row.via === 'refund');
  const direct = new Set(rows.filter((row) => !isPayment(row)).map(idOf));
  const withOwn = new Set(rows.filter(isOwn).map(({ listed }) => listed.hash));
  return rows.filter(
    (row) => (isOwn(row) || !withOwn.has(row.listed.hash)) && (!isPayment(row) || !direct.has(idOf(row))),
  );
}

export type KindCount = {
  readonly kind: RowKind;
  readonly count: number;
  /** One of the counted verdicts; null for rows without a verdict. */
  readonly example: Verdict | null;
};

/** Counts the rows by verdict, the most urgent first. A deposit that two hashes lead to counts once. */
export function countKinds(rows: readonly LookupRow[]): readonly KindCount[] {
  const counts = new Map<RowKind, KindCount>();
  const counted = new Set<string>();
  for (const row of rows) {
    const id = depositOf(row)?.evidence.deposit.id;
    if (id !== undefined && counted.has(id)) continue;
    if (id !== undefined) counted.add(id);
    const kind = kindOf(row);
    const example = row.state === 'answered' ? row.verdict : null;
    counts.set(kind, { kind, example, count: (counts.get(kind)?.count ?? 0) + 1 });
  }
  return [...counts.values()].sort(
    (a, b) => urgencyOf(a.kind) - urgencyOf(b.kind) || b.count - a.count || a.kind.localeCompare(b.kind),
  );
}

export type TokenTotal = {
  readonly tokenName: string;
  readonly sent: Amount;
  /** Payouts and refunds that a chain shows. */
  readonly received: Amount;
};

function add(a: Amount, b: Amount): Amount {
  const decimals = Math.max(a.decimals, b.decimals);
  return { amount: convertRoundingDown(a, decimals) + convertRoundingDown(b, decimals), decimals };
}

const NOTHING: Amount = { amount: 0n, decimals: 0 };

/** The totals of each token, gas on arrival included, sorted by name. A deposit that two hashes lead to counts once. */
export function totalTokens(rows: readonly LookupRow[]): readonly TokenTotal[] {
  const totals = new Map<string, TokenTotal>();
  const counted = new Set<string>();
  const count = (tokenName: string, sent: Amount, received: Amount) => {
    const before = totals.get(tokenName) ?? { tokenName, sent: NOTHING, received: NOTHING };
    totals.set(tokenName, { tokenName, sent: add(before.sent, sent), received: add(before.received, received) });
  };
  for (const row of rows) {
    const deposit = depositOf(row);
    const { tokenName = null, sent = null } = deposit?.journey ?? {};
    if (!deposit || tokenName === null || sent === null || counted.has(deposit.evidence.deposit.id)) continue;
    counted.add(deposit.evidence.deposit.id);
    count(tokenName, sent, deposit.received ?? NOTHING);
    const { gasReceived } = deposit;
    if (gasReceived) count(gasReceived.symbol, NOTHING, gasReceived.amount);
  }
  return [...totals.values()].sort((a, b) => a.tokenName.localeCompare(b.tokenName));
}
