import type { UseQueryResult } from '@tanstack/react-query';
import { useQueries } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { Address } from 'viem';
import { useAppServices } from '../../app/services.ts';
import type { TokenChoice } from '../model/choices.ts';

/** Balances show in groups of this size, as they arrive. */
const GROUP_SIZE = 100;
const FRESH_MS = 30_000;

/** By the key of the choice. Null: the balance could not be read. Absent: not yet. */
export type TokenBalances = ReadonlyMap<string, bigint | null>;

type Group = { readonly chainId: number; readonly members: readonly { key: string; address: Address }[] };

function groupByCall(choices: readonly TokenChoice[]): readonly Group[] {
  const byChain = new Map<number, { key: string; address: Address }[]>();
  for (const { key, chain, token } of choices) {
    if (!token) continue;
    const members = byChain.get(chain.id);
    if (members) members.push({ key, address: token.address });
    else byChain.set(chain.id, [{ key, address: token.address }]);
  }
  return [...byChain].flatMap(([chainId, members]) =>
    Array.from({ length: Math.ceil(members.length / GROUP_SIZE) }, (_, index) => ({
      chainId,
      members: members.slice(index * GROUP_SIZE, (index + 1) * GROUP_SIZE),
    })),
  );
}

function collect(
  groups: readonly Group[],
  results: readonly UseQueryResult<readonly (bigint | null)[]>[],
): TokenBalances {
  const balances = new Map<string, bigint | null>();
  groups.forEach(({ members }, index) => {
    const { data, isError } = results[index] ?? {};
    if (data || isError)
      members.forEach(({ key }, place) => void balances.set(key, isError ? null : (data?.[place] ?? null)));
  });
  return balances;
}

/** Reads the balances of every token on every chain. A balance that could not be read is null, never zero. */
export function useTokenBalances(choices: readonly TokenChoice[], account: Address | undefined, enabled: boolean) {
  const { chainReads } = useAppServices();
  const groups = useMemo(() => (account ? groupByCall(choices) : []), [choices, account]);
  const combine = useCallback(
    (results: readonly UseQueryResult<readonly (bigint | null)[]>[]) => ({
      balances: collect(groups, results),
      readAgain: () => {
        for (const { refetch } of results) void refetch();
      },
    }),
    [groups],
  );
  return useQueries({
    queries: groups.map(({ chainId, members }) => ({
      queryKey: ['balances', chainId, account, members.map(({ address }) => address)],
      queryFn: async () => {
        if (!account) throw new Error('balances query ran without an account');
        const tokens = members.map(({ address }) => address);
        return (await chainReads()).balancesOf({ chainId, tokens, account });
      },
      enabled,
      staleTime: FRESH_MS,
      structuralSharing: false,
      retry: false,
    })),
    combine,
  });
}
