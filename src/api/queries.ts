import { queryOptions } from '@tanstack/react-query';
import type { Category } from '#shared/wire/pairs.ts';
import type { ServiceClient } from './serviceClient.ts';
import { ServiceUnreachable } from './serviceClient.ts';

const PAIRS_REFRESH_MS = 60_000;
const RECEIPT_POLL_MS = 3_000;

export function retryDelay(attempt: number, error: Error): number {
  const requested = error instanceof ServiceUnreachable ? error.retryAfterMs : null;
  return requested ?? Math.min(1000 * 2 ** attempt, 15_000);
}

export function pairsQuery(service: ServiceClient, category: Category | null) {
  return queryOptions({
    queryKey: ['pairs', category],
    queryFn: ({ signal }) => service.getPairs({ category, includesGasFee: false }, signal),
    staleTime: PAIRS_REFRESH_MS,
    refetchInterval: PAIRS_REFRESH_MS,
    retry: 2,
    retryDelay,
  });
}

/** Looks up a receipt by the deposit hash, and polls until the service reports a payout. */
export function receiptQuery(service: ServiceClient, depositHash: string) {
  return queryOptions({
    queryKey: ['receipt', depositHash.toLowerCase()],
    queryFn: ({ signal }) => service.getReceipt({ depositHash }, signal),
    retry: 3,
    retryDelay,
    // A failed transfer is polled too: its refund comes later.
    refetchInterval: ({ state }) => (state.data?.kind === 'delivered' ? false : RECEIPT_POLL_MS),
  });
}
