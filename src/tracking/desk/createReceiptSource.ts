import { createStore } from 'zustand/vanilla';
import type { Receipt } from '#client/receipt.ts';
import { ServiceUnreachable } from '#client/serviceErrors.ts';
import { MAX_HASHES } from '#shared/wire/receipts.ts';
import type { ReceiptReader } from '../../api/readReceipts.ts';

/** A service that limits the rate says how long to wait. A limit on the waits stops a service that is always busy. */
const MOST_RESTS = 40;

type Sources = {
  readonly readReceipts: ReceiptReader;
  readonly sleep: (delayMs: number, signal?: AbortSignal) => Promise<void>;
  /** Ends the requests and the waits. Absent: each question gets its answer. */
  readonly signal?: AbortSignal;
};

type SourceState = {
  /** The service has refused the last request for now, and the source waits. */
  readonly isResting: boolean;
  readonly requests: number;
};

/**
 * The receipts of a list of hashes. The first question for a hash also asks for the next hashes of the list, so a thousand
 * hashes take ten requests. One request at a time, because the service counts each hash.
 */
export function createReceiptSource({ readReceipts, sleep, signal }: Sources) {
  const store = createStore<SourceState>(() => ({ isResting: false, requests: 0 }));
  const listed = new Set<string>();
  const answers = new Map<string, Promise<readonly Receipt[]>>();
  let last: Promise<unknown> = Promise.resolve();

  async function read(hashes: readonly string[], rests = 0): Promise<ReadonlyMap<string, readonly Receipt[]>> {
    store.setState((state) => ({ requests: state.requests + 1 }));
    try {
      return await readReceipts(hashes, signal);
    } catch (error) {
      const restMs = error instanceof ServiceUnreachable ? error.retryAfterMs : null;
      if (restMs === null || rests === MOST_RESTS || signal?.aborted) throw error;
      store.setState({ isResting: true });
      await sleep(restMs, signal);
      store.setState({ isResting: false });
      if (signal?.aborted) throw error;
      return read(hashes, rests + 1);
    }
  }

  /** A service without `get_receipts` can give a part only: the rest is asked for again, as long as there is progress. */
  async function readAll(hashes: readonly string[]): Promise<ReadonlyMap<string, readonly Receipt[]>> {
    const found = await read(hashes);
    const missing = hashes.filter((hash) => !found.has(hash));
    if (missing.length === 0 || missing.length === hashes.length) return found;
    return new Map([...found, ...(await readAll(missing).catch(() => new Map()))]);
  }

  function ask(hash: string): Promise<readonly Receipt[]> {
    listed.delete(hash);
    const batch = [hash, ...[...listed].slice(0, MAX_HASHES - 1)];
    const answer = last.then(() => readAll(batch));
    last = answer.catch(() => {});
    for (const one of batch) {
      listed.delete(one);
      const receipts = answer.then((found) => {
        const own = found.get(one);
        if (!own) throw new ServiceUnreachable('the service gave no receipt for this hash');
        return own;
      });
      // A hash whose turn never comes asks for no receipt.
      receipts.catch(() => {});
      answers.set(one, receipts);
    }
    return answers.get(hash) ?? Promise.resolve([]);
  }

  function list(hashes: readonly string[]): void {
    for (const hash of hashes) {
      const key = hash.toLowerCase();
      if (!answers.has(key)) listed.add(key);
    }
  }

  return {
    store,
    /** The hashes that will be asked for, in this order. */
    list,
    /** Asks for these hashes again. */
    forget: (hashes: readonly string[]): void => {
      for (const hash of hashes) answers.delete(hash.toLowerCase());
      list(hashes);
    },
    /** @throws ServiceUnreachable or MalformedAnswer when the service gave no receipt */
    receiptsOf: (hash: string): Promise<readonly Receipt[]> => {
      const key = hash.toLowerCase();
      return answers.get(key) ?? ask(key);
    },
  };
}
