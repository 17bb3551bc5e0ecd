import { useQuery } from '@tanstack/react-query';
import type { Address, Hash } from 'viem';
import { offerQuery } from '../../../api/queries.ts';
import { useAppServices } from '../../../context/appServices.ts';
import { useNow } from '../../../context/useNow.ts';
import { momentOf } from '../../../domain/desk/momentOf.ts';
import type { Case } from '../../../domain/desk/toCase.ts';
import { toCase } from '../../../domain/desk/toCase.ts';
import type { Look } from '../../../tracking/desk/lookAfter.ts';
import { FIRST_LOOK_MS, lookAfter } from '../../../tracking/desk/lookAfter.ts';
import { useReadCase } from '../useReadCase.ts';

const SECOND = 1000;

type Item = { readonly hash: Hash; readonly chainId: number | null };

/** Reads everything about a hash from the service and the chains, again and again until it is over. Null: not read yet. */
export function useCase({ hash, chainId }: Item, addresses: readonly Address[]): Case | null {
  const services = useAppServices();
  const readCase = useReadCase();
  const { data: look } = useQuery({
    queryKey: ['case', hash, chainId, addresses],
    queryFn: async ({ client, queryKey, signal }): Promise<Look> => {
      const found = await readCase({ hash, chainId }, { addresses, detail: 'all', signal });
      return lookAfter(client.getQueryData<Look>(queryKey) ?? null, found);
    },
    refetchInterval: ({ state }) => (state.data ? (state.data.delayMs ?? false) : FIRST_LOOK_MS),
    structuralSharing: false,
  });
  const isOpen = look !== undefined && !look.found.isOver;
  const offer = useQuery({ ...offerQuery(services), enabled: isOpen && look.found.deposits.length > 0 });
  const nowMs = useNow(isOpen ? SECOND : null);
  if (!look) return null;
  const routes = offer.data?.routes?.all ?? [];
  return toCase(services.registry, look.found.evidence, momentOf(routes, nowMs));
}
