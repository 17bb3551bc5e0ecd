import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { offerQuery } from '../../api/queries.ts';
import type { CaseSources } from '../../chain/desk/askSources.ts';
import { useAppServices } from '../../context/appServices.ts';
import type { HashItem } from '../../domain/desk/caseList.ts';
import type { Case } from '../../domain/desk/judge.ts';
import { judge } from '../../domain/desk/judge.ts';
import type { Remembered } from '../../domain/desk/memory.ts';
import { momentOf } from '../../domain/desk/moment.ts';

export type ReadCase = (
  item: HashItem,
  sources: Pick<CaseSources, 'receiptsOf' | 'signal'>,
  /** What an earlier lookup saw of the transaction. */
  seen?: Remembered | null,
) => Promise<Case>;

/** Looks up one of many hashes, with as few requests as its verdict needs. */
export function useReadCase(): ReadCase {
  const services = useAppServices();
  const queries = useQueryClient();
  return useCallback(
    async ({ hash, chainId }, sources, seen = null) => {
      const { deskReads, registry, store } = services;
      const memory = {
        sights: seen ? [seen] : [],
        transfers: Object.values(store.getState().transfers),
        addresses: [],
      };
      const reads = await deskReads();
      const evidence = await reads.readEvidence({ hash, chainId }, { ...sources, memory, detail: 'short' });
      // Without the usual time of its route, a deposit is never late.
      const offer =
        evidence.deposits.length > 0 ? await queries.ensureQueryData(offerQuery(services)).catch(() => null) : null;
      const routes = offer?.routes?.all ?? [];
      return judge(evidence, momentOf(registry, routes, Date.now()));
    },
    [services, queries],
  );
}
