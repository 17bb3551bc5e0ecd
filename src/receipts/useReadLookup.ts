import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Address, Hash } from 'viem';
import type { Receipt } from '#client/receipt.ts';
import { offerQuery } from '../api/queries.ts';
import { useAppServices } from '../app/services.ts';
import type { Lookup } from './model/judge.ts';
import { judge } from './model/judge.ts';
import { judgingContextOf } from './model/judgingContext.ts';
import type { Remembered } from './model/memory.ts';
import type { LookupItem, LookupSources } from './reads/createDeskReads.ts';

type Options = Pick<LookupSources, 'detail' | 'signal'> & {
  /** Where a list gets its receipts. Absent: this hash's receipt is requested ahead of those of lists. */
  readonly receiptsOf?: LookupSources['receiptsOf'];
  /** Called as soon as the service has answered, before the chains have. */
  readonly onReceipts?: (receipts: readonly Receipt[]) => void;
  /** What an earlier lookup saw of the transaction. */
  readonly seen?: Remembered | null;
  readonly addresses?: readonly Address[];
};

export type ReadLookup = (item: LookupItem, options: Options) => Promise<Lookup>;

/** Looks up a hash. Its page needs `all` detail; the table and the pins use `short`, with the fewest requests for a verdict. */
export function useReadLookup(): ReadLookup {
  const services = useAppServices();
  const queries = useQueryClient();
  return useCallback(
    async ({ hash, chainId }, { receiptsOf, onReceipts, seen = null, addresses = [], detail, ...options }) => {
      const { deskReads, receipts, registry, store } = services;
      const transfers = Object.values(store.getState().transfers);
      const memory = { remembered: seen ? [seen] : [], transfers, addresses };
      const [reads, source] = await Promise.all([deskReads(), receipts()]);
      const askNow = async (one: Hash) => {
        const answer = await source.receiptsOf(one, options);
        if (one === hash) onReceipts?.(answer);
        return answer;
      };
      const evidence = await reads.readEvidence(
        { hash, chainId },
        { ...options, receiptsOf: receiptsOf ?? askNow, memory, detail },
      );
      // Without its route's usual time, a deposit is never late. The page of a single hash reads the offer itself.
      const offer =
        detail === 'short' && evidence.deposits.length > 0
          ? await queries.ensureQueryData(offerQuery(services)).catch(() => null)
          : null;
      return judge(evidence, judgingContextOf(registry, offer?.routes?.all ?? [], Date.now()));
    },
    [services, queries],
  );
}
