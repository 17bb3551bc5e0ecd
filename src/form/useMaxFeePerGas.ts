import { useQuery } from '@tanstack/react-query';
import { currentAnswer } from '../api/queries.ts';
import { useAppServices } from '../app/services.ts';
import type { Answer } from '../lib/answers.ts';

const REFRESH_MS = 15_000;

/** A wallet's likely maximum gas price, in wei; null until a node answers. A null chain makes no request. */
export function useMaxFeePerGas(chainId: number | null): bigint | null {
  const { chainReads } = useAppServices();
  const query = useQuery({
    queryKey: ['maxFeePerGas', chainId],
    queryFn: async (): Promise<Answer<bigint>> => {
      if (chainId === null) throw new Error('gas price query ran without a chain');
      return { key: `${chainId}`, value: await (await chainReads()).maxFeePerGas(chainId) };
    },
    enabled: chainId !== null,
    staleTime: REFRESH_MS,
    refetchInterval: REFRESH_MS,
  });
  return currentAnswer(query, `${chainId}`);
}
