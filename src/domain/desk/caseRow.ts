import type { ListedCase } from './caseList.ts';
import type { CaseKind, CaseVerdict, Confidence } from './caseVerdict.ts';
import type { Case, DepositCase } from './toCase.ts';

/** What is known about a listed hash. `failed`: the lookup broke, and the hash can be looked up again. */
export type CaseAnswer<C = Case> = { readonly kind: 'answered'; readonly found: C } | { readonly kind: 'failed' };

/** How a hash that is no deposit itself leads to the deposit of its row. */
export type Via = Extract<CaseKind, 'payoutPasted' | 'refundPasted' | 'safeHash' | 'replaced'>;

/** A line of the table: a hash, or one of its deposits. */
export type CaseRow = {
  /** The hash, and the number of the deposit after the first. */
  readonly key: string;
  readonly listed: ListedCase;
} & (
  | { readonly state: 'waiting' | 'failed' }
  | {
      readonly state: 'answered';
      readonly verdict: CaseVerdict;
      readonly confidence: Confidence;
      /** Null for a hash that leads to no deposit. */
      readonly deposit: DepositCase | null;
      readonly via: Via | null;
      /** Whether no further lookup of the hash can find anything new. */
      readonly isOver: boolean;
    }
);

/** A verdict, or why there is none yet. */
export type RowKind = CaseKind | 'waiting' | 'failed';

function viaOf({ kind }: CaseVerdict): Via | null {
  const isVia = kind === 'payoutPasted' || kind === 'refundPasted' || kind === 'safeHash' || kind === 'replaced';
  return isVia ? kind : null;
}

/** The rows of a hash: one for each deposit that it leads to, in log order, or one without a deposit. */
export function rowsOf(listed: ListedCase, answer: CaseAnswer | undefined): readonly CaseRow[] {
  const key = listed.hash;
  if (!answer) return [{ key, listed, state: 'waiting' }];
  if (answer.kind === 'failed') return [{ key, listed, state: 'failed' }];
  const { verdict, confidence, deposits, isOver } = answer.found;
  const common = { listed, state: 'answered', isOver } as const;
  if (deposits.length === 0) return [{ ...common, key, verdict, confidence, deposit: null, via: null }];
  const via = viaOf(verdict);
  // A contradiction between endpoints outranks what they show of a deposit.
  const isDisputed = verdict.kind === 'endpointsDisagree';
  return deposits.map((deposit, index) => ({
    ...{ ...common, deposit, via, key: index === 0 ? key : `${key}/${index + 1}` },
    verdict: isDisputed ? verdict : deposit.verdict,
    confidence: isDisputed ? confidence : deposit.confidence,
  }));
}

export function kindOf(row: CaseRow): RowKind {
  return row.state === 'answered' ? row.verdict.kind : row.state;
}
