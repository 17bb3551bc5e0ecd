import { useQuery } from '@tanstack/react-query';
import type { Address } from 'viem';
import { currentAnswer } from '../api/queries.ts';
import { useAppServices } from '../app/services.ts';
import type { Answer } from '../lib/answers.ts';

const REFRESH_MS = 10_000;

export type BalanceState =
  | { readonly status: 'none' }
  | { readonly status: 'loading' }
  | { readonly status: 'unknown'; readonly retry: () => void }
  | { readonly status: 'known'; readonly amount: bigint };

type TokenOnChain = { readonly chainId: number; readonly token: Address };

/** A failed read gives an unknown balance, never zero and never an earlier read's. */
export function useBalance({ chainId, token }: TokenOnChain, account: Address | undefined): BalanceState {
  const { chainReads } = useAppServices();
  const key = `${chainId} ${token} ${account ?? ''}`;
  const query = useQuery({
    queryKey: ['balance', key],
    queryFn: async (): Promise<Answer<bigint>> => {
      if (!account) throw new Error('balance query ran without an account');
      return { key, value: await (await chainReads()).balanceOf({ chainId, token, account }) };
    },
    enabled: account !== undefined,
    refetchInterval: REFRESH_MS,
    staleTime: REFRESH_MS / 2,
    structuralSharing: false,
  });
  if (!account) return { status: 'none' };
  const amount = currentAnswer(query, key);
  if (amount !== null) return { status: 'known', amount };
  const hasFailed = query.isError || query.isPaused;
  return hasFailed ? { status: 'unknown', retry: () => void query.refetch() } : { status: 'loading' };
}
