import { describe, expect, it } from 'vitest';
import type { Receipt } from '#client/receipt.ts';
import { ServiceUnreachable } from '#client/serviceErrors.ts';
import type { Receipts } from '../../api/readReceipts.ts';
import { createReceiptSource } from './createReceiptSource.ts';

const UNKNOWN: Receipt = { kind: 'unknown' };
const hashes = (count: number) =>
  Array.from({ length: count }, (_, index) => `0x${index.toString(16).padStart(64, '0')}`);

type Answer = (asked: readonly string[], attempt: number) => readonly string[];

function sourceWith(answer: Answer) {
  const requests: (readonly string[])[] = [];
  const rests: number[] = [];
  let open = 0;
  let mostOpen = 0;
  const controller = new AbortController();
  const source = createReceiptSource({
    signal: controller.signal,
    sleep: async (delayMs) => void rests.push(delayMs),
    readReceipts: async (asked): Promise<Receipts> => {
      open += 1;
      mostOpen = Math.max(mostOpen, open);
      requests.push(asked);
      await new Promise((resolve) => setImmediate(resolve));
      open -= 1;
      return new Map(answer(asked, requests.length).map((hash) => [hash, [UNKNOWN]]));
    },
  });
  return { source, requests, rests, abort: () => controller.abort(), mostOpen: () => mostOpen };
}

const busy = () => {
  throw new ServiceUnreachable('HTTP 429', { retryAfterMs: 5_000 });
};

describe('the receipts of many hashes', () => {
  it('come a hundred a request, one request after the other', async () => {
    const all = hashes(250);
    const { source, requests, mostOpen } = sourceWith((asked) => asked);
    source.list(all);
    const receipts = await Promise.all(all.map((hash) => source.receiptsOf(hash)));
    expect(receipts).toEqual(all.map(() => [UNKNOWN]));
    expect(requests.map((asked) => asked.length)).toEqual([100, 100, 50]);
    expect(requests.flat()).toEqual(all);
    expect(mostOpen()).toBe(1);
  });

  it('are asked for in lower case, and once for each hash', async () => {
    const { source, requests } = sourceWith((asked) => asked);
    const hash = `0x${'AB'.repeat(32)}`;
    source.list([hash, hash.toLowerCase()]);
    expect(await source.receiptsOf(hash)).toEqual([UNKNOWN]);
    expect(await source.receiptsOf(hash.toLowerCase())).toEqual([UNKNOWN]);
    expect(requests).toEqual([[hash.toLowerCase()]]);
  });

  it('wait as long as a busy service asks, and say so', async () => {
    const { source, requests, rests } = sourceWith((asked, attempt) => (attempt < 3 ? busy() : asked));
    const seen: boolean[] = [];
    source.store.subscribe(({ isResting }) => seen.push(isResting));
    source.list(hashes(2));
    expect(await source.receiptsOf(hashes(1)[0] ?? '')).toEqual([UNKNOWN]);
    expect(rests).toEqual([5_000, 5_000]);
    expect(requests).toHaveLength(3);
    expect(seen).toContain(true);
    expect(source.store.getState()).toEqual({ isResting: false, requests: 3 });
  });

  it('fail for the hashes of a request that failed, and not for the next ones', async () => {
    const all = hashes(101);
    const { source } = sourceWith((asked, attempt) => {
      if (attempt === 1) throw new ServiceUnreachable('HTTP 503');
      return asked;
    });
    source.list(all);
    await expect(source.receiptsOf(all[0] ?? '')).rejects.toThrow('HTTP 503');
    await expect(source.receiptsOf(all[99] ?? '')).rejects.toThrow('HTTP 503');
    expect(await source.receiptsOf(all[100] ?? '')).toEqual([UNKNOWN]);
  });

  it('are asked for again when only a part came, as long as more comes', async () => {
    const all = hashes(5);
    const { source, requests } = sourceWith((asked) => asked.slice(0, 2));
    source.list(all);
    expect(await Promise.all(all.slice(0, 4).map((hash) => source.receiptsOf(hash)))).toHaveLength(4);
    expect(requests.map((asked) => asked.length)).toEqual([5, 3, 1]);
    const { source: stuck } = sourceWith(() => []);
    stuck.list(all);
    await expect(stuck.receiptsOf(all[0] ?? '')).rejects.toThrow(ServiceUnreachable);
  });

  it('are asked for again once they are forgotten', async () => {
    const all = hashes(3);
    const { source, requests } = sourceWith((asked) => asked);
    source.list(all);
    await source.receiptsOf(all[0] ?? '');
    source.forget(all.slice(1));
    await Promise.all(all.map((hash) => source.receiptsOf(hash)));
    expect(requests).toEqual([all, all.slice(1)]);
  });

  it('are not asked for again after the end', async () => {
    const { source, requests, abort } = sourceWith(() => busy());
    abort();
    await expect(source.receiptsOf(hashes(1)[0] ?? '')).rejects.toThrow('429');
    expect(requests).toHaveLength(1);
  });
});
