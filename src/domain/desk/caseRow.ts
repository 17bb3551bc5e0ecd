import type { Verdict, VerdictKind } from '../verdict/verdict.ts';
import type { Group } from '../verdict/verdictKinds.ts';
import { GROUPS, verdictKinds } from '../verdict/verdictKinds.ts';
import type { ListedCase } from './caseList.ts';
import type { Confidence } from './confidenceOf.ts';
import type { Case, DepositCase, Via } from './judge.ts';

/** What is known about a listed hash. `failed`: the lookup broke, and the hash can be looked up again. */
export type CaseAnswer<C = Case> = { readonly kind: 'answered'; readonly found: C } | { readonly kind: 'failed' };

/** A line of the table: a hash, or one of its deposits. */
export type CaseRow = {
  /** The hash, and the number of the deposit after the first. */
  readonly key: string;
  readonly listed: ListedCase;
} & (
  | { readonly state: 'waiting' | 'failed' }
  | {
      readonly state: 'answered';
      readonly verdict: Verdict;
      readonly confidence: Confidence;
      /** Null for a hash that leads to no deposit. */
      readonly deposit: DepositCase | null;
      readonly via: Via | null;
      /** Whether no further lookup of the hash can find anything new. */
      readonly isOver: boolean;
    }
);

/** A verdict, or why there is none yet. */
export type RowKind = VerdictKind | 'waiting' | 'failed';

/** The rows of a hash: one for each deposit that it leads to, in log order, or one without a deposit. */
export function rowsOf(listed: ListedCase, answer: CaseAnswer | undefined): readonly CaseRow[] {
  const key = listed.hash;
  if (!answer) return [{ key, listed, state: 'waiting' }];
  if (answer.kind === 'failed') return [{ key, listed, state: 'failed' }];
  const { verdicts, confidence, deposits, via, isOver } = answer.found;
  const [first] = verdicts;
  const common = { listed, state: 'answered', isOver, via } as const;
  if (deposits.length === 0) return [{ ...common, key, verdict: first, confidence, deposit: null }];
  // A contradiction between endpoints outranks what they show of a deposit.
  const isDisputed = first.kind === 'endpointsDisagree';
  return deposits.map((deposit, index) => ({
    ...{ ...common, deposit, key: index === 0 ? key : `${key}/${index + 1}` },
    verdict: isDisputed ? first : deposit.verdict,
    confidence: isDisputed ? confidence : deposit.confidence,
  }));
}

export function kindOf(row: CaseRow): RowKind {
  return row.state === 'answered' ? row.verdict.kind : row.state;
}

export function groupOfKind(kind: RowKind): Group | 'waiting' {
  if (kind === 'waiting') return kind;
  return kind === 'failed' ? 'unclear' : verdictKinds[kind].group;
}

/** The place of a verdict in the order of urgency. What has no answer yet comes last. */
export function urgencyOf(kind: RowKind): number {
  const group = groupOfKind(kind);
  return group === 'waiting' ? GROUPS.length : GROUPS.indexOf(group);
}

/** Whether another lookup can bring another verdict, or a better founded one. */
export function canAskAgain(row: CaseRow): boolean {
  return row.state === 'answered' ? !row.isOver : row.state === 'failed';
}
