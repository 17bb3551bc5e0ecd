import { useQuery } from '@tanstack/react-query';
import { useAppServices } from '../../../context/appServices.ts';

const REFRESH_MS = 15_000;

/** The most that a wallet is likely to bid for gas, in wei; null while it is not known. Nothing is asked for a null chain. */
export function useMaxFeePerGas(chainId: number | null): bigint | null {
  const { chainReads } = useAppServices();
  const query = useQuery({
    queryKey: ['maxFeePerGas', chainId],
    queryFn: async () => {
      if (chainId === null) throw new Error('a gas price was read without a chain');
      return (await chainReads()).maxFeePerGas(chainId);
    },
    enabled: chainId !== null,
    staleTime: REFRESH_MS,
    refetchInterval: REFRESH_MS,
  });
  return query.data ?? null;
}
