// How the screens use the service: these queries for pairs and quotes, with one retry rule; offer.ts, which joins the pairs
// with the configured registry; and createReceiptSource.ts, the single source of receipts. earlyAnswers.ts hands over what the
// page requested before the code arrived. The calls themselves are in client/.

import type { UseQueryResult } from '@tanstack/react-query';
import { queryOptions } from '@tanstack/react-query';
import type { Client } from '#client/operations.ts';
import { AnswerTooLarge, ServiceUnreachable } from '#client/serviceErrors.ts';
import type { RuntimeConfig } from '#shared/config/runtimeConfig.ts';
import type { Registry } from '../config/registry.ts';
import type { Answer } from '../lib/answers.ts';
import { answerTo } from '../lib/answers.ts';
import type { Offer } from './offer.ts';
import { createOfferSorter } from './offer.ts';
import { createYieldWhenDue } from './yieldWhenDue.ts';

/** The key of all queries for quotes. */
export const QUOTES = 'build';

const PAIRS_REFRESH_MS = 60_000;
/** A list of this length has megabytes. Its limits are only a hint: each build states the current ones. */
const MANY_PAIRS = 2_000;
const MANY_PAIRS_REFRESH_MS = 300_000;

/** Tries pairs and quotes three times. A hanging request ends after 15 s (`client/patience.ts`). */
export const serviceRetries = {
  retry: (failures: number, error: Error): boolean => failures < 2 && !(error instanceof AnswerTooLarge),
  retryDelay: (attempt: number, error: Error): number => {
    const requested = error instanceof ServiceUnreachable ? error.retryAfterMs : null;
    return requested ?? Math.min(1000 * 2 ** attempt, 15_000);
  },
};

/**
 * A query's answer to the current question. Null before it arrives, for an earlier question's answer, and once a later
 * request fails or waits for the network: an old answer may be wrong by now.
 */
export function currentAnswer<T>(
  { data, isError, isPaused }: Pick<UseQueryResult<Answer<T>>, 'data' | 'isError' | 'isPaused'>,
  key: string,
): T | null {
  return isError || isPaused ? null : answerTo(data, key);
}

type Source = { readonly service: Client; readonly registry: Registry; readonly config: RuntimeConfig };

async function fetchOffer({ service, registry, config }: Source, signal: AbortSignal): Promise<Offer> {
  const request = { category: config.service.category || null, includesGasFee: true };
  const pairs = await service.getPairs(request, signal);
  const { add, offer } = createOfferSorter(registry);
  const yieldWhenDue = createYieldWhenDue();
  for (const pair of pairs) {
    add(pair);
    const due = yieldWhenDue();
    if (due) await due;
  }
  return offer();
}

/** What the bridge offers now, joined with the registry. */
export function offerQuery(source: Source) {
  return queryOptions({
    queryKey: ['offer'],
    queryFn: ({ signal }) => fetchOffer(source, signal),
    staleTime: PAIRS_REFRESH_MS,
    refetchInterval: ({ state }) =>
      (state.data?.routes?.all.length ?? 0) > MANY_PAIRS ? MANY_PAIRS_REFRESH_MS : PAIRS_REFRESH_MS,
    // Comparing thousands of pairs structurally would block the page.
    structuralSharing: false,
    ...serviceRetries,
  });
}
