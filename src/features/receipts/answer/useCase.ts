import { useQuery } from '@tanstack/react-query';
import type { Address, Hash } from 'viem';
import { offerQuery } from '../../../api/queries.ts';
import { useAppServices } from '../../../context/appServices.ts';
import { useNow } from '../../../context/useNow.ts';
import type { Case } from '../../../domain/desk/judge.ts';
import { judge } from '../../../domain/desk/judge.ts';
import { momentOf } from '../../../domain/desk/moment.ts';
import type { Look } from '../../../tracking/desk/lookAfter.ts';
import { FIRST_LOOK_MS, lookAfter } from '../../../tracking/desk/lookAfter.ts';
import { readPatiently } from '../../../tracking/desk/readPatiently.ts';
import { sleep } from '../../../tracking/sleep.ts';
import { useReadCase } from '../useReadCase.ts';

const SECOND = 1000;

const noReceipts = () => Promise.reject(new Error('the service has not answered yet'));

type Item = { readonly hash: Hash; readonly chainId: number | null };

/** Reads everything about a hash from the service and the chains, again and again until it is over. Null: not read yet. */
export function useCase({ hash, chainId }: Item, addresses: readonly Address[]): Case | null {
  const services = useAppServices();
  const readCase = useReadCase();
  const { data: look } = useQuery({
    queryKey: ['case', hash, chainId, addresses],
    queryFn: async ({ client, queryKey, signal }): Promise<Look> => {
      const options = { addresses, detail: 'all', signal } as const;
      const read = (from: 'everything' | 'chains') =>
        readCase({ hash, chainId }, from === 'chains' ? { ...options, receiptsOf: noReceipts } : options);
      const before = client.getQueryData<Look>(queryKey) ?? null;
      const show = (found: Case) => client.setQueryData(queryKey, lookAfter(null, found));
      const found = before ? await read('everything') : await readPatiently({ read, sleep, show });
      return lookAfter(before, found);
    },
    refetchInterval: ({ state }) => (state.data ? (state.data.delayMs ?? false) : FIRST_LOOK_MS),
    structuralSharing: false,
  });
  const isOpen = look !== undefined && !look.found.isOver;
  // The limits of a route explain a refund, and its usual time tells whether a transfer is late.
  const offer = useQuery({ ...offerQuery(services), enabled: look !== undefined && look.found.deposits.length > 0 });
  const nowMs = useNow(isOpen ? SECOND : null);
  if (!look) return null;
  const routes = offer.data?.routes?.all ?? [];
  return judge(look.found.evidence, momentOf(services.registry, routes, nowMs));
}
