import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Address, Hash } from 'viem';
import { offerQuery } from '../../../api/queries.ts';
import { createReceiptReader } from '../../../api/readReceipts.ts';
import { useAppServices } from '../../../context/appServices.ts';
import { useNow } from '../../../context/useNow.ts';
import type { Evidence } from '../../../domain/desk/evidence.ts';
import { isOver } from '../../../domain/desk/isOver.ts';
import { judgeCase } from '../../../domain/desk/judgeCase.ts';
import { momentOf } from '../../../domain/desk/momentOf.ts';
import type { Case } from '../../../domain/desk/toCase.ts';
import { toCase } from '../../../domain/desk/toCase.ts';

const REFRESH_MS = 5_000;
const SECOND = 1000;

type Item = { readonly hash: Hash; readonly chainId: number | null };

/** The offer of the service moves no case to its end or away from it. */
const judgeNow = (evidence: Evidence) => judgeCase(evidence, momentOf([], Date.now()));

/** Reads everything about a hash from the service and the chains, again and again until it is over. Null: not read yet. */
export function useCase({ hash, chainId }: Item, addresses: readonly Address[]): Case | null {
  const services = useAppServices();
  const { deskReads, registry, service, store } = services;
  const [readReceipts] = useState(() => createReceiptReader(service));
  const { data: evidence } = useQuery({
    queryKey: ['case', hash, chainId, addresses],
    queryFn: async () => {
      const receiptsOf = async (one: Hash) => {
        const receipts = (await readReceipts([one])).get(one);
        if (!receipts) throw new Error(`the service gave no receipt of ${one}`);
        return receipts;
      };
      const memory = { sights: [], transfers: Object.values(store.getState().transfers), addresses };
      return (await deskReads()).readEvidence({ hash, chainId }, { receiptsOf, memory, detail: 'all' });
    },
    refetchInterval: ({ state }) => (state.data && isOver(state.data, judgeNow(state.data)) ? false : REFRESH_MS),
    structuralSharing: false,
  });
  const isOpen = evidence !== undefined && !isOver(evidence, judgeNow(evidence));
  const offer = useQuery({ ...offerQuery(services), enabled: isOpen && evidence.deposits.length > 0 });
  const nowMs = useNow(isOpen ? SECOND : null);
  if (!evidence) return null;
  const routes = offer.data?.routes?.all ?? [];
  return toCase(registry, evidence, momentOf(routes, nowMs));
}
