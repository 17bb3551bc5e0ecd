import { skipToken, useQuery } from '@tanstack/react-query';
import { useAppServices } from '../../app/services.ts';
import type { Case } from '../model/judge.ts';
import type { PinStore } from './pinStore.ts';
import { createPinStore } from './pinStore.ts';
import { PIN_STORE } from './storedPins.ts';

export const PIN_CASES = ['pinCases'] as const;
export type PinCases = ReadonlyMap<string, Case>;

const NOTHING: PinCases = new Map();

/** What the last lookups found of the pinned cases, by hash. */
export function usePinCases(): PinCases {
  const { data = NOTHING } = useQuery<PinCases>({ queryKey: PIN_CASES, queryFn: skipToken, structuralSharing: false });
  return data;
}

/** The pinned cases of this browser, one store for the page. Null before the first render has ended. */
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
