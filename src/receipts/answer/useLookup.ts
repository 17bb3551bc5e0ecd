import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Address, Hash } from 'viem';
import type { Receipt } from '#client/receipt.ts';
import { offerQuery } from '../../api/queries.ts';
import { useAppServices } from '../../app/services.ts';
import { longerDelay } from '../../lib/longerDelay.ts';
import { sleep } from '../../lib/sleep.ts';
import { useNow } from '../../ui/useNow.ts';
import type { Lookup } from '../model/judge.ts';
import { judge } from '../model/judge.ts';
import { bestEvidence } from '../model/judgeWithoutDeposit.ts';
import { judgingContextOf } from '../model/judgingContext.ts';
import { groupOfKind } from '../model/lookupTable.ts';
import { kindsOf } from '../model/pin.ts';
import { useReadLookup } from '../useReadLookup.ts';

const SECOND = 1000;

const noReceipts = () => Promise.reject(new Error('the service has not answered yet'));

type Item = { readonly hash: Hash; readonly chainId: number | null };

type Shown = {
  readonly found: Lookup;
  /** Whether the bridge has yet to answer, and can change the verdict. */
  readonly isWaiting: boolean;
};

type Found = {
  /** Null until the first lookup. */
  readonly shown: Shown | null;
  /** What the bridge says about the hash, before the chains have answered. */
  readonly told: readonly Receipt[];
};

/** Looks up a hash at an interval until nothing can change. */
export function useLookup({ hash, chainId }: Item, addresses: readonly Address[]): Found {
  const services = useAppServices();
  const readLookup = useReadLookup();
  const [told, setTold] = useState<readonly Receipt[]>([]);
  const { data: look } = useQuery({
    queryKey: ['lookup', hash, chainId, addresses],
    queryFn: async ({ client, queryKey, signal }): Promise<Look> => {
      const options = { addresses, detail: 'all', signal, onReceipts: setTold } as const;
      const read = (from: 'everything' | 'chains') =>
        readLookup({ hash, chainId }, from === 'chains' ? { ...options, receiptsOf: noReceipts } : options);
      const before = client.getQueryData<Look>(queryKey) ?? null;
      const show = (found: Lookup) => {
        if (bestEvidence(found.evidence.perChain))
          client.setQueryData(queryKey, { ...lookAfter(null, found), isEarly: true });
      };
      const found = before ? await read('everything') : await readPatiently({ read, sleep, show });
      return lookAfter(before, found);
    },
    refetchInterval: ({ state }) => (state.data ? (state.data.delayMs ?? false) : FIRST_LOOK_MS),
    structuralSharing: false,
  });
  const isOpen = look !== undefined && !look.found.isOver;
  // A route's limits explain a refund, and its usual time decides whether a transfer is late.
  const offer = useQuery({ ...offerQuery(services), enabled: look !== undefined && look.found.deposits.length > 0 });
  const nowMs = useNow(isOpen ? SECOND : null);
  if (!look) return { shown: null, told };
  const routes = offer.data?.routes?.all ?? [];
  const found = judge(look.found.evidence, judgingContextOf(services.registry, routes, nowMs));
  return { shown: { found, isWaiting: look.isEarly === true && needsService(found) }, told };
}

/** Whether a verdict from the chains alone rests on the silence of the service. */
const needsService = ({ confidence }: Lookup): boolean => confidence.kind === 'partial' && confidence.isServiceSilent;

/** What the chains show does not wait longer for the service. It usually answers at once. */
const SERVICE_MS = 2_000;

type Sources<C> = {
  /** Looks up the hash; with `chains`, as if the service did not answer. */
  readonly read: (from: 'everything' | 'chains') => Promise<C>;
  readonly sleep: (delayMs: number) => Promise<void>;
  /** Shows what the chains show, before the service has answered. */
  readonly show: (found: C) => void;
};

/** The first lookup of a hash. If the service is slow, it shows what the chains show first. */
export async function readPatiently<C>({ read, sleep, show }: Sources<C>): Promise<C> {
  let isRead = false;
  const whole = read('everything').finally(() => {
    isRead = true;
  });
  await Promise.race([whole, sleep(SERVICE_MS)]);
  if (isRead) return whole;
  const found = await Promise.race([whole, read('chains')]);
  if (!isRead) show(found);
  return whole;
}

const FIRST_LOOK_MS = 5_000;
/** A transfer under way has news within seconds. */
const MOST_MOVING_MS = 15_000;
/** Any other verdict changes when a person acts, or when a source answers again. */
const MOST_STILL_MS = 120_000;

/** One lookup, and the delay until the next. Null: no lookup can find anything new. */
export type Look = {
  readonly found: Lookup;
  readonly delayMs: number | null;
  /** Whether it is what the chains show, before the service has answered. */
  readonly isEarly?: boolean;
};

/** Waits longer after each lookup that finds the same verdict again. */
export function lookAfter(before: Look | null, found: Lookup): Look {
  if (found.isOver) return { found, delayMs: null };
  const kinds = kindsOf(found);
  const isSame = before !== null && kindsOf(before.found).join() === kinds.join();
  if (!isSame) return { found, delayMs: FIRST_LOOK_MS };
  const isMoving = kinds.some((kind) => ['open', 'good'].includes(groupOfKind(kind)));
  return { found, delayMs: longerDelay(before.delayMs ?? FIRST_LOOK_MS, isMoving ? MOST_MOVING_MS : MOST_STILL_MS) };
}
