import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Address } from 'viem';
import { useAppServices } from '../../context/appServices.ts';
import type { History } from '../../tracking/createHistory.ts';
import { createHistory } from '../../tracking/createHistory.ts';

const KEPT_MS = 30 * 60_000;
const RECEIPTS_REFRESH_MS = 20_000;

/** The deposits of an account on the chains. They stay in memory, so that a person who comes back reads on. */
export function useDepositHistory(account: Address | null): History | null {
  const { config, chainReads, receipts } = useAppServices();
  const { data: history = null } = useQuery({
    queryKey: ['depositHistory', account],
    queryFn: async () =>
      account &&
      createHistory({
        account,
        chains: config.chains,
        reads: await chainReads(),
        receipts: await receipts(),
      }),
    enabled: account !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: KEPT_MS,
    structuralSharing: false,
  });
  useQuery({
    queryKey: ['depositHistoryReceipts', account],
    queryFn: async () => {
      await history?.askAgain();
      return null;
    },
    enabled: history !== null,
    refetchInterval: RECEIPTS_REFRESH_MS,
  });
  useEffect(() => {
    for (const { chainId, readTo } of history?.store.getState().chains ?? []) {
      if (readTo === null) void history?.readOn(chainId);
    }
  }, [history]);
  return history;
}
