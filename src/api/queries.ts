import { queryOptions } from '@tanstack/react-query';
import type { Category } from '#shared/wire/pairs.ts';
import type { ServiceClient } from './serviceClient.ts';
import { ServiceUnreachable } from './serviceClient.ts';

const PAIRS_REFRESH_MS = 60_000;
const RECEIPT_POLL_MS = 3_000;

export function retryDelay(attempt: number, error: Error): number {
  const wished = error instanceof ServiceUnreachable ? error.retryAfterMs : null;
  return wished ?? Math.min(1000 * 2 ** attempt, 15_000);
}

export function pairsQuery(service: ServiceClient, category: Category | null) {
  return queryOptions({
    queryKey: ['pairs', category],
    queryFn: async ({ signal }) => {
      const answer = await service.getPairs({ category, includesGasFee: false }, signal);
      if (!answer.ok) throw new ServiceUnreachable(answer.message);
      return answer.data;
    },
    staleTime: PAIRS_REFRESH_MS,
    refetchInterval: PAIRS_REFRESH_MS,
    retry: 2,
    retryDelay,
  });
}

/** A receipt by the hash of the deposit; asked again for as long as it is not final. */
export function receiptQuery(service: ServiceClient, depositHash: string) {
  return queryOptions({
    queryKey: ['receipt', depositHash.toLowerCase()],
    queryFn: ({ signal }) => service.getReceipt({ depositHash }, signal),
    retry: 3,
    retryDelay,
    refetchInterval: ({ state }) => {
      // A transfer that failed is asked for too: its refund comes later.
      return state.data?.ok ? false : RECEIPT_POLL_MS;
    },
  });
}
