import * as v from 'valibot';
import type { Hash } from 'viem';
import { createStore } from 'zustand/vanilla';
import { addressWire, hashWire, uint256Wire } from '#shared/wire/primitives.ts';
import type { RowKind } from '../domain/desk/caseRow.ts';
import type { Pin } from '../domain/desk/pin.ts';
import { MAX_PINS } from '../domain/desk/pin.ts';
import { verdictKinds } from '../domain/verdict/verdictKinds.ts';
import { pinsKey } from './storedPins.ts';

const VERSION = 1;
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const isRowKind = (kind: string): kind is RowKind =>
  kind === 'waiting' || kind === 'failed' || Object.hasOwn(verdictKinds, kind);

const storedPin = v.object({
  hash: hashWire,
  chainId: v.nullable(count),
  pinnedAtMs: v.number(),
  // A later version of the app may have stored a verdict that this one does not know. The next lookup decides again.
  kinds: v.fallback(v.array(v.pipe(v.string(), v.guard(isRowKind))), []),
  // An earlier version stored no end.
  isOver: v.optional(v.boolean(), false),
  seen: v.nullable(
    v.object({
      ...{ hash: hashWire, chainId: count, from: addressWire, nonce: v.nullable(count) },
      block: v.nullable(v.object({ number: uint256Wire, hash: hashWire })),
    }),
  ),
  isNew: v.boolean(),
});
const storedPins = v.object({ version: v.literal(VERSION), pins: v.pipe(v.array(storedPin), v.maxLength(MAX_PINS)) });

const writeBigint = (_key: string, value: unknown) => (typeof value === 'bigint' ? `${value}` : value);

type PinState = {
  /** In the order in which they were pinned. */
  readonly pins: readonly Pin[];
  /** @returns how many of these the browser stores now; fewer than asked for when the limit is reached */
  readonly pin: (added: readonly Pin[]) => number;
  readonly unpin: (hashes: readonly Hash[]) => void;
  /** Changes each pin as it is stored now, which another tab may have changed. */
  readonly update: (change: (pin: Pin) => Pin) => void;
  /** A person has opened the case, so its verdict is no longer new. */
  readonly open: (hash: Hash) => void;
  /** Reads the changes of other tabs. */
  readonly refresh: () => void;
};

/** The cases that a person follows in this browser. */
export function createPinStore(storage: Pick<Storage, 'getItem' | 'setItem'>, installation: string) {
  const key = pinsKey(installation);

  /** Null for pins of a later version: they must stay as they are. */
  function read(): readonly Pin[] | null {
    try {
      const text = storage.getItem(key);
      return text === null ? [] : v.parse(storedPins, JSON.parse(text)).pins;
    } catch {
      return null;
    }
  }

  return createStore<PinState>((set) => {
    /** Starts from the stored pins, because another tab can have changed them. */
    function change(apply: (pins: readonly Pin[]) => readonly Pin[]): readonly Pin[] | null {
      const before = read();
      if (before === null) return null;
      const pins = apply(before);
      try {
        storage.setItem(key, JSON.stringify({ version: VERSION, pins }, writeBigint));
      } catch {
        return null;
      }
      set({ pins });
      return pins;
    }
    return {
      pins: read() ?? [],
      pin: (added) => {
        const pins = change((before) => {
          const known = new Set(before.map(({ hash }) => hash));
          return [...before, ...added.filter(({ hash }) => !known.has(hash))].slice(0, MAX_PINS);
        });
        const stored = new Set(pins?.map(({ hash }) => hash));
        return added.filter(({ hash }) => stored.has(hash)).length;
      },
      unpin: (hashes) => void change((before) => before.filter(({ hash }) => !hashes.includes(hash))),
      update: (changePin) => void change((before) => before.map(changePin)),
      open: (hash) =>
        void change((before) => before.map((pin) => (pin.hash === hash ? { ...pin, isNew: false } : pin))),
      refresh: () => set({ pins: read() ?? [] }),
    };
  });
}

export type PinStore = ReturnType<typeof createPinStore>;
