import type { Hash } from 'viem';
import type { HashItem } from './caseList.ts';
import type { RowKind } from './caseRow.ts';
import { groupOfKind, kindOf, rowsOf } from './caseRow.ts';
import type { Case } from './judge.ts';
import type { Remembered } from './memory.ts';

/** A case that a person follows. */
export type Pin = {
  readonly hash: Hash;
  /** The chain that the link of an explorer named. */
  readonly chainId: number | null;
  readonly pinnedAtMs: number;
  /** The verdicts of the last lookup, one for each deposit. Empty before the first lookup. */
  readonly kinds: readonly RowKind[];
  /** Whether no further lookup can find anything new. */
  readonly isOver: boolean;
  /** What an earlier lookup saw of the transaction. */
  readonly seen: Remembered | null;
  /** Whether the verdict has changed since a person opened the case. */
  readonly isNew: boolean;
};

export const MAX_PINS = 50;

/** Whether a person wants to hear of the change: the case has ended, needs a person, or its transaction vanished. */
export function isNews(before: readonly RowKind[], after: readonly RowKind[]): boolean {
  if (before.length === 0 || before.join() === after.join()) return false;
  return after.some((kind, index) => {
    const isQuiet =
      groupOfKind(kind) === 'open' || kind === 'rpcSilent' || kind === 'serviceSilent' || kind === 'failed';
    return before[index] !== kind && !isQuiet;
  });
}

/** The pin after a lookup, which changes only what a lookup finds. */
export function afterLook(pin: Pin, { kinds, isOver, seen }: Pick<Pin, 'kinds' | 'isOver' | 'seen'>): Pin {
  return { ...pin, kinds, isOver, seen: seen ?? pin.seen, isNew: pin.isNew || isNews(pin.kinds, kinds) };
}

/** The verdicts of a case, one for each deposit. */
export function kindsOf(found: Case): readonly RowKind[] {
  const listed = { kind: 'hash', hash: found.evidence.hash, chainId: null, cells: [] } as const;
  return rowsOf(listed, { kind: 'answered', found }).map(kindOf);
}

export function pinOf({ hash, chainId }: HashItem, nowMs: number): Pin {
  return { hash, chainId, pinnedAtMs: nowMs, kinds: [], isOver: false, seen: null, isNew: false };
}
