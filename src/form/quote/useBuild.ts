// The quote: the transaction that the service builds for the form's entries, and what it costs. useBuild requests it
// while the person types and keeps it fresh. fetchOutcome, which loads with the first quote, verifies every answer
// against the intent and searches for the amount to send if the person typed the amount to receive. QuoteDetails shows
// the result. RefusalNotice says why the service refuses, and MismatchReport how its transaction differs from the
// expected one.

import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Client } from '#client/operations.ts';
import { QUOTES, serviceRetries } from '../../api/queries.ts';
import { useAppServices } from '../../app/services.ts';
import type { Route } from '../../config/registry.ts';
import { isSameRoute } from '../../config/registry.ts';
import type { Intent } from '../../transfer/model/intent.ts';
import { QUOTE_REFRESH_MS } from '../../transfer/model/quote.ts';
import type { VerifiedBuild } from '../../transfer/model/verifyBuild.ts';
import type { IntentResult } from '../model/readIntent.ts';
import type { BuildOutcome } from '../model/readiness.ts';

const DEBOUNCE_MS = 300;

type Outcome = Exclude<BuildOutcome, { kind: 'pending' }>;

export type BuildState = {
  readonly outcome: BuildOutcome;
  /** The quote to show: the last one for this route while the next one loads. */
  readonly shown: VerifiedBuild | null;
  readonly builtAt: number;
  readonly retry: () => void;
  /** Requests a new build and waits for it. */
  readonly rebuild: () => Promise<BuildOutcome>;
};

// For an exact amount to receive, the amount to send is only a guess, so it is not part of the key.
function keyOf({ amount, exactReceive, gasDrop, ...rest }: Intent): string {
  const wanted = exactReceive === null ? amount : `exactly ${exactReceive}`;
  return JSON.stringify({ ...rest, wanted: `${wanted} ${gasDrop}` });
}

/** The quote for an intent. */
export function buildQuery(service: Client, wanted: IntentResult, route: Route) {
  return queryOptions({
    queryKey: [QUOTES, wanted.ok ? keyOf(wanted.intent) : null],
    queryFn: async ({ client, signal }): Promise<Outcome> => {
      if (!wanted.ok) throw new Error('build query ran without an intent');
      const { fetchOutcome } = await import('./fetchOutcome.ts');
      return fetchOutcome({ service, client, signal }, { intent: wanted.intent, route });
    },
    staleTime: QUOTE_REFRESH_MS,
    gcTime: QUOTE_REFRESH_MS,
    structuralSharing: false,
    ...serviceRetries,
  });
}

/** Requests nothing while the operator has closed the route. */
export function useBuild(route: Route, wanted: IntentResult, isClosed: boolean): BuildState {
  const { service } = useAppServices();
  const key = wanted.ok ? keyOf(wanted.intent) : null;
  const isStable = useDebounced(key, DEBOUNCE_MS) === key;
  const query = useQuery({
    ...buildQuery(service, wanted, route),
    enabled: wanted.ok && isStable && !isClosed,
    refetchInterval: QUOTE_REFRESH_MS,
    placeholderData: keepPreviousData,
  });

  const isCurrent = wanted.ok && isStable && query.data !== undefined && !query.isPlaceholderData;
  const outcome: BuildOutcome = query.isError ? { kind: 'unreachable' } : isCurrent ? query.data : { kind: 'pending' };
  const last = wanted.ok && query.data?.kind === 'verified' ? query.data.build : null;

  return {
    outcome,
    shown: last && isSameRoute(last.route, route) ? last : null,
    builtAt: query.dataUpdatedAt,
    retry: () => void query.refetch(),
    rebuild: async () => {
      // After a failed refetch, `data` is still the previous build.
      const { isSuccess, data } = await query.refetch();
      return isSuccess ? data : { kind: 'unreachable' };
    },
  };
}

/** Returns the value once it has been unchanged for `delayMs`, and the previous one until then. */
function useDebounced<T>(value: T, delayMs: number): T {
  const [stable, setStable] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setStable(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return stable;
}
