import { skipToken, useQuery } from '@tanstack/react-query';
import type { Case } from '../../../domain/desk/judge.ts';

export const PIN_CASES = ['pinCases'] as const;
export type PinCases = ReadonlyMap<string, Case>;

const NOTHING: PinCases = new Map();

/** What the last lookups found of the pinned cases, by hash. */
export function usePinCases(): PinCases {
  const { data = NOTHING } = useQuery<PinCases>({ queryKey: PIN_CASES, queryFn: skipToken, structuralSharing: false });
  return data;
}
