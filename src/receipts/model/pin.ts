import * as v from 'valibot';
import { addressWire, hashWire, uint256Wire } from '#shared/wire/primitives.ts';
import { verdictKinds } from '../../transfer/verdict/verdictKinds.ts';
import type { HashItem } from './hashList.ts';
import type { Lookup } from './judge.ts';
import type { RowKind } from './lookupTable.ts';
import { groupOfKind, kindOf, rowsOf } from './lookupTable.ts';

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const isRowKind = (kind: string): kind is RowKind =>
  kind === 'waiting' || kind === 'failed' || Object.hasOwn(verdictKinds, kind);

/** How the browser stores a pin. Strict, because rewriting a pin would drop fields added by a later version. */
export const pinWire = v.pipe(
  v.strictObject({
    hash: hashWire,
    /** The chain named by an explorer link. */
    chainId: v.nullable(count),
    pinnedAtMs: v.number(),
    /**
     * The verdicts of the last lookup, one per deposit. Empty before the first lookup, and if a later version of the app stored
     * a verdict that this one does not know: the next lookup fills it.
     */
    kinds: v.fallback(v.pipe(v.array(v.pipe(v.string(), v.guard(isRowKind))), v.readonly()), []),
    /** Whether no further lookup can find anything new. */
    isOver: v.boolean(),
    /** What an earlier lookup saw of the transaction. */
    seen: v.nullable(
      v.strictObject({
        ...{ hash: hashWire, chainId: count, from: addressWire, nonce: v.nullable(count) },
        block: v.nullable(v.strictObject({ number: uint256Wire, hash: hashWire })),
      }),
    ),
    /** Whether the verdict has changed since a person opened the hash. */
    isNew: v.boolean(),
  }),
  v.readonly(),
);

/** A hash that a person follows. */
export type Pin = v.InferOutput<typeof pinWire>;

export const MAX_PINS = 50;

/** Whether to notify a person of the change: the transfer has ended, needs a person, or its transaction vanished. */
export function isNews(before: readonly RowKind[], after: readonly RowKind[]): boolean {
  if (before.length === 0 || before.join() === after.join()) return false;
  return after.some((kind, index) => {
    const isQuiet =
      groupOfKind(kind) === 'open' || kind === 'rpcSilent' || kind === 'serviceSilent' || kind === 'failed';
    return before[index] !== kind && !isQuiet;
  });
}

/** The pin after a lookup. Only what a lookup finds is changed. */
export function afterLook(pin: Pin, { kinds, isOver, seen }: Pick<Pin, 'kinds' | 'isOver' | 'seen'>): Pin {
  return { ...pin, kinds, isOver, seen: seen ?? pin.seen, isNew: pin.isNew || isNews(pin.kinds, kinds) };
}

/** The verdicts of a lookup, one per deposit. */
export function kindsOf(found: Lookup): readonly RowKind[] {
  const listed = { kind: 'hash', hash: found.evidence.hash, chainId: null, cells: [] } as const;
  return rowsOf(listed, { kind: 'answered', found }).map(kindOf);
}

export function pinOf({ hash, chainId }: HashItem, nowMs: number): Pin {
  return { hash, chainId, pinnedAtMs: nowMs, kinds: [], isOver: false, seen: null, isNew: false };
}
