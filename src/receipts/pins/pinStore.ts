import * as v from 'valibot';
import type { Hash } from 'viem';
import type { StorageArea } from '../../lib/createStored.ts';
import { createStored } from '../../lib/createStored.ts';
import type { Pin } from '../model/pin.ts';
import { MAX_PINS, pinWire } from '../model/pin.ts';
import { pinsKey } from './storedPins.ts';

const schema = v.pipe(v.array(pinWire), v.maxLength(MAX_PINS));

/** The cases that a person follows in this browser, in the order in which they were pinned. */
export function createPinStore(area: () => StorageArea, installation: string) {
  const stored = createStored<readonly Pin[]>(area, { key: pinsKey(installation), schema, empty: [] });
  /** Changes each pin as it is stored now, which another tab may have changed. */
  const update = (change: (pin: Pin) => Pin): void => void stored.change((pins) => pins.map(change));
  return {
    get: stored.get,
    subscribe: stored.subscribe,
    update,
    /** @returns how many of these the browser stores now; fewer than asked for when the limit is reached */
    pin: (added: readonly Pin[]): number => {
      const isStored = stored.change((pins) => {
        const known = new Set(pins.map(({ hash }) => hash));
        return [...pins, ...added.filter(({ hash }) => !known.has(hash))].slice(0, MAX_PINS);
      });
      const hashes = new Set(isStored ? stored.get().map(({ hash }) => hash) : []);
      return added.filter(({ hash }) => hashes.has(hash)).length;
    },
    unpin: (hashes: readonly Hash[]): void =>
      void stored.change((pins) => pins.filter(({ hash }) => !hashes.includes(hash))),
    /** A person has opened the case, so its verdict is no longer new. */
    open: (hash: Hash): void => update((pin) => (pin.hash === hash ? { ...pin, isNew: false } : pin)),
  };
}

export type PinStore = ReturnType<typeof createPinStore>;
