import { setImmediate } from 'node:timers/promises';

// About 10 ms of decoding.
const CHUNK = 200;

/** Maps many items in chunks. Between chunks the process does other work, because all chains share its event loop. */
export async function mapInChunks<Item, Result>(
  items: readonly Item[],
  work: (chunk: readonly Item[]) => readonly Result[],
): Promise<Result[]> {
  const results: Result[] = [];
  for (let from = 0; from < items.length; from += CHUNK) {
    if (from > 0) await setImmediate();
    for (const result of work(items.slice(from, from + CHUNK))) results.push(result);
  }
  return results;
}

/** Wraps a question so that it is asked once. All callers share the answer, even a failure. */
export function askOnce<Question, Answer>(
  ask: (question: Question) => Promise<Answer>,
): (question: Question) => Promise<Answer> {
  const asked = new Map<Question, Promise<Answer>>();
  return (question) => {
    const answer = asked.get(question) ?? ask(question);
    asked.set(question, answer);
    return answer;
  };
}

/** Asks, or returns an answer at most `maxAgeMs` old. */
export type ShareRecent<Answer> = (maxAgeMs: number, ask: () => Promise<Answer>) => Promise<Answer>;

/**
 * Creates what lets callers share an answer while it is recent enough. They share no failure.
 * @param now monotonic milliseconds
 */
export function createShareRecent<Answer>(now: () => number = () => performance.now()): ShareRecent<Answer> {
  let last: { readonly askedAt: number; readonly answer: Promise<Answer> } | null = null;
  return (maxAgeMs, ask) => {
    if (last && now() - last.askedAt < maxAgeMs) return last.answer;
    const answer = ask();
    const entry = { askedAt: now(), answer };
    last = entry;
    answer.catch(() => {
      if (last === entry) last = null;
    });
    return answer;
  };
}

/** Waits for every promise, even after one has failed. Then it throws the first error. */
export async function awaitAll(work: readonly Promise<unknown>[]): Promise<void> {
  const results = await Promise.allSettled(work);
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}

/** Maps items, at most `limit` at a time. After a failure it starts no more, and throws that failure. */
export async function mapLimited<Item, Result>(
  items: readonly Item[],
  limit: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  let isFailed = false;
  const run = async () => {
    while (next < items.length && !isFailed) {
      const index = next;
      next += 1;
      try {
        results[index] = await work(items[index] as Item);
      } catch (error) {
        isFailed = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, run));
  return results;
}
