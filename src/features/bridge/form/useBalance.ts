import { useQuery } from '@tanstack/react-query';
import type { Address } from 'viem';
import { useAppServices } from '../../../context/appServices.ts';

const REFRESH_MS = 10_000;

export type BalanceState =
  | { readonly status: 'none' }
  | { readonly status: 'loading' }
  | { readonly status: 'unknown'; readonly retry: () => void }
  | { readonly status: 'known'; readonly amount: bigint };

type TokenOnChain = { readonly chainId: number; readonly token: Address };

/** A failed read gives an unknown balance, never zero. */
export function useBalance({ chainId, token }: TokenOnChain, account: Address | undefined): BalanceState {
  const { chainReads } = useAppServices();
  const query = useQuery({
    queryKey: ['balance', chainId, token, account],
    queryFn: async () => {
      if (!account) throw new Error('balance query ran without an account');
      return (await chainReads()).balanceOf({ chainId, token, account });
    },
    enabled: account !== undefined,
    refetchInterval: REFRESH_MS,
    staleTime: REFRESH_MS / 2,
    structuralSharing: false,
  });
  if (!account) return { status: 'none' };
  if (query.data !== undefined) return { status: 'known', amount: query.data };
  return query.isError ? { status: 'unknown', retry: () => void query.refetch() } : { status: 'loading' };
}
