import { setImmediate } from 'node:timers/promises';

// About 10 ms of decoding.
const CHUNK = 200;

/** Maps many items in chunks. Between chunks the process does other work: all chains share its event loop. */
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
