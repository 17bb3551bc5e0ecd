import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Receipt } from '#client/receipt.ts';
import type { ReceiptSource } from '../../api/createReceiptSource.ts';
import { useAppServices } from '../../app/services.ts';
import { createReadAhead } from '../../lib/createReadAhead.ts';
import type { HashItem, ListedHash } from '../model/hashList.ts';
import type { Lookup } from '../model/judge.ts';
import type { LookupResult, LookupRow } from '../model/lookupTable.ts';
import { rowsOf } from '../model/lookupTable.ts';
import { useReadLookup } from '../useReadLookup.ts';

/** Nobody reads faster than this, and the page has time for input between two renders. */
const SHOW_MS = 120;
const KEPT_MS = 30 * 60_000;

/**
 * The lookups of the listed hashes. They stay in memory, so that a person who comes back from one sees the table again. Null
 * until the first render has ended.
 * @param id identifies the list, even while it grows
 */
export function useLookupTable(id: string, hashes: readonly ListedHash[]): LookupTable<Lookup> | null {
  const { receipts } = useAppServices();
  const readLookup = useReadLookup();
  const { data: table = null } = useQuery({
    queryKey: ['lookupTable', id],
    queryFn: async () =>
      createLookupTable<Lookup>({
        readLookup: (item, receiptsOf) => readLookup(item, { receiptsOf, detail: 'short' }),
        receipts: await receipts(),
        showSoon: (show) => void setTimeout(show, SHOW_MS),
      }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: KEPT_MS,
    structuralSharing: false,
  });
  useEffect(() => table?.add(hashes), [table, hashes]);
  useEffect(() => {
    table?.comeBack();
    return () => table?.leave();
  }, [table]);
  return table;
}

/** Computes a hash's rows once for each answer, however often the table renders. */
export function useLookupRows(table: LookupTable<Lookup>): readonly LookupRow[] {
  const listed = useStore(table.store, (state) => state.listed);
  const answers = useStore(table.store, (state) => state.answers);
  const [made] = useState(() => new WeakMap<object, readonly LookupRow[]>());
  return useMemo(
    () =>
      listed.flatMap((one) => {
        const answer = answers.get(one.hash);
        const rows = made.get(answer ?? one) ?? rowsOf(one, answer);
        made.set(answer ?? one, rows);
        return rows;
      }),
    [listed, answers, made],
  );
}

type LookupTableState<C> = {
  readonly listed: readonly ListedHash[];
  /** By hash. A hash that waits for its turn has no answer. */
  readonly answers: ReadonlyMap<string, LookupResult<C>>;
};

type Sources<C> = {
  readonly readLookup: (item: HashItem, receiptsOf: (hash: string) => Promise<readonly Receipt[]>) => Promise<C>;
  readonly receipts: Pick<ReceiptSource, 'receiptsOf' | 'store'>;
  /** Schedules showing the collected answers. Showing each one at once would render the table a thousand times. */
  readonly showSoon: (show: () => void) => void;
};

/** Each lookup asks every chain. A browser opens six connections to an endpoint. */
const AT_ONCE = 6;

/** Looks up the hashes of a table: a few at a time, pausable, with the receipts in batches. */
export function createLookupTable<C>({ readLookup, receipts, showSoon }: Sources<C>) {
  const store = createStore<LookupTableState<C>>(() => ({ listed: [], answers: new Map() }));
  const ahead = createReadAhead((hash) => receipts.receiptsOf(hash, { isPatient: true }));
  const collected = new Map<string, LookupResult<C>>();
  let isShowing = false;
  let isAway = false;

  function show(): void {
    isShowing = false;
    const added = new Map(collected);
    collected.clear();
    store.setState(({ answers }) => ({ answers: new Map([...answers, ...added]) }));
  }

  function collect(hash: string, answer: LookupResult<C>): void {
    collected.set(hash, answer);
    if (isShowing) return;
    isShowing = true;
    showSoon(show);
  }

  const queue = createWorkQueue<ListedHash>({
    concurrency: AT_ONCE,
    work: async (item) => {
      const found = await readLookup(item, ahead.answerTo);
      collect(item.hash, { kind: 'answered', found });
    },
    onFailure: ({ hash }) => collect(hash, { kind: 'failed' }),
  });

  return {
    store,
    progress: queue.store,
    service: receipts.store,
    /** Adds hashes that the table does not have. */
    add: (hashes: readonly ListedHash[]): void => {
      const known = new Set(store.getState().listed.map(({ hash }) => hash));
      const added = hashes.filter(({ hash }) => !known.has(hash));
      if (added.length === 0) return;
      store.setState(({ listed }) => ({ listed: [...listed, ...added] }));
      ahead.list(added.map(({ hash }) => hash));
      queue.add(added);
    },
    /** Looks up these hashes again. */
    askAgain: (hashes: readonly string[]): void => {
      const asked = new Set(hashes);
      const { listed, answers } = store.getState();
      store.setState({ answers: new Map([...answers].filter(([hash]) => !asked.has(hash))) });
      ahead.forget(hashes);
      queue.add(listed.filter(({ hash }) => asked.has(hash)));
    },
    pause: queue.pause,
    resume: queue.resume,
    /** Starts no more lookups because the table is no longer shown. Those under way finish. */
    leave: (): void => {
      isAway = queue.store.getState().status === 'running';
      queue.pause();
    },
    /** Continues after `leave`. A table that a person paused stays paused. */
    comeBack: (): void => {
      if (isAway) queue.resume();
      isAway = false;
    },
  };
}

export type LookupTable<C> = ReturnType<typeof createLookupTable<C>>;

type QueueState = {
  readonly status: 'running' | 'paused' | 'done';
  readonly total: number;
  readonly done: number;
};

type Work<T> = {
  /** How many items run at once. */
  readonly concurrency: number;
  readonly work: (item: T) => Promise<void>;
  readonly onFailure: (item: T, error: unknown) => void;
};

/** Works through a growing list, a few items at a time. Pausing lets the started items finish. */
export function createWorkQueue<T>({ concurrency, work, onFailure }: Work<T>) {
  const store = createStore<QueueState>(() => ({ status: 'done', total: 0, done: 0 }));
  const waiting: T[] = [];
  let next = 0;
  let active = 0;

  async function run(item: T): Promise<void> {
    try {
      await work(item);
    } catch (error) {
      onFailure(item, error);
    }
    active -= 1;
    store.setState(({ done }) => ({ done: done + 1 }));
    advance();
  }

  function advance(): void {
    const { status, total, done } = store.getState();
    if (status !== 'running') return;
    if (done === total) store.setState({ status: 'done' });
    const now = waiting.slice(next, next + concurrency - active);
    next += now.length;
    active += now.length;
    for (const item of now) void run(item);
  }

  return {
    store,
    add: (items: readonly T[]): void => {
      const { status, total } = store.getState();
      if (items.length === 0) return;
      waiting.push(...items);
      store.setState({ total: total + items.length, ...(status === 'done' ? { status: 'running' } : {}) });
      advance();
    },
    pause: (): void => {
      if (store.getState().status === 'running') store.setState({ status: 'paused' });
    },
    resume: (): void => {
      if (store.getState().status !== 'paused') return;
      store.setState({ status: 'running' });
      advance();
    },
  };
}
