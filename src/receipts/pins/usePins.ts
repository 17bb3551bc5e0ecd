import { skipToken, useQuery } from '@tanstack/react-query';
import * as v from 'valibot';
import type { Hash } from 'viem';
import { useAppServices } from '../../app/services.ts';
import type { StorageArea } from '../../lib/createStored.ts';
import { createStored } from '../../lib/createStored.ts';
import type { Lookup } from '../model/judge.ts';
import type { Pin } from '../model/pin.ts';
import { MAX_PINS, pinWire } from '../model/pin.ts';
import { PIN_STORE, pinsKey } from './storedPins.ts';

export const PIN_LOOKUPS = ['pinLookups'] as const;
export type PinLookups = ReadonlyMap<string, Lookup>;

const NOTHING: PinLookups = new Map();

/** The last lookup of each pinned hash. */
export function usePinLookups(): PinLookups {
  const { data = NOTHING } = useQuery<PinLookups>({
    queryKey: PIN_LOOKUPS,
    queryFn: skipToken,
    structuralSharing: false,
  });
  return data;
}

/** This browser's pinned hashes, in one store for the page. Null until the first render has ended. */
export function usePins(): PinStore | null {
  const { config } = useAppServices();
  const { data: pins = null } = useQuery({
    queryKey: PIN_STORE,
    queryFn: () => createPinStore(() => window.localStorage, config.installation),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
    networkMode: 'always',
  });
  return pins;
}

const schema = v.pipe(v.array(pinWire), v.maxLength(MAX_PINS));

/** The hashes that a person follows in this browser, in the order of pinning. */
export function createPinStore(area: () => StorageArea, installation: string) {
  const stored = createStored<readonly Pin[]>(area, { key: pinsKey(installation), schema, empty: [] });
  /** Changes each pin as it is stored now: another tab may have changed it. */
  const update = (change: (pin: Pin) => Pin): void => void stored.change((pins) => pins.map(change));
  return {
    get: stored.get,
    subscribe: stored.subscribe,
    update,
    /** @returns how many of these are stored now; fewer than asked for if the limit is reached */
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
    /** A person has opened the hash, so its verdict is no longer new. */
    open: (hash: Hash): void => update((pin) => (pin.hash === hash ? { ...pin, isNew: false } : pin)),
  };
}

export type PinStore = ReturnType<typeof createPinStore>;
