import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Address, Hash } from 'viem';
import { offerQuery } from '../../../api/queries.ts';
import { createReceiptReader } from '../../../api/readReceipts.ts';
import { useAppServices } from '../../../context/appServices.ts';
import { useNow } from '../../../context/useNow.ts';
import type { Case } from '../../../domain/desk/judge.ts';
import { judge } from '../../../domain/desk/judge.ts';
import { momentOf } from '../../../domain/desk/moment.ts';
import type { Look } from '../../../tracking/desk/lookAfter.ts';
import { FIRST_LOOK_MS, lookAfter } from '../../../tracking/desk/lookAfter.ts';

const SECOND = 1000;

type Item = { readonly hash: Hash; readonly chainId: number | null };

/** Reads everything about a hash from the service and the chains, again and again until it is over. Null: not read yet. */
export function useCase({ hash, chainId }: Item, addresses: readonly Address[]): Case | null {
  const services = useAppServices();
  const { deskReads, registry, service, store } = services;
  const [readReceipts] = useState(() => createReceiptReader(service));
  const { data: look } = useQuery({
    queryKey: ['case', hash, chainId, addresses],
    queryFn: async ({ client, queryKey, signal }): Promise<Look> => {
      const receiptsOf = async (one: Hash) => {
        const receipts = (await readReceipts([one], signal)).get(one);
        if (!receipts) throw new Error(`the service gave no receipt of ${one}`);
        return receipts;
      };
      const memory = { sights: [], transfers: Object.values(store.getState().transfers), addresses };
      const sources = { receiptsOf, memory, detail: 'all', signal } as const;
      const evidence = await (await deskReads()).readEvidence({ hash, chainId }, sources);
      // The offer of the service brings no case to its end.
      const found = judge(evidence, momentOf(registry, [], Date.now()));
      return lookAfter(client.getQueryData<Look>(queryKey) ?? null, found);
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
  return judge(look.found.evidence, momentOf(registry, routes, nowMs));
}
