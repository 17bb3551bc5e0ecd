import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unknownReceipts } from '../../../tools/lab/web/deskReader.ts';
import { hashOf } from '../../../tools/lab/web/fakeWallet.ts';
import type { ListedHash } from '../model/hashList.ts';
import { createLookupTable, createWorkQueue } from './useLookupTable.ts';

const listed = (digit: string): ListedHash => ({ kind: 'hash', hash: hashOf(digit), chainId: null, cells: [digit] });
const turn = () => new Promise((resolve) => setImmediate(resolve));

function startTable(fails: (hash: string) => boolean = () => false) {
  const requests: (readonly string[])[] = [];
  const shows: (() => void)[] = [];
  const table = createLookupTable<string>({
    readLookup: async ({ hash }, receiptsOf) => {
      const [receipt] = await receiptsOf(hash);
      if (fails(hash)) throw new Error('broken');
      return `${hash} ${receipt?.kind}`;
    },
    receipts: unknownReceipts(requests),
    showSoon: (show) => shows.push(show),
  });
  const settle = async () => {
    await turn();
    for (const show of shows.splice(0)) show();
  };
  return { table, requests, shows, settle };
}

describe('the table of lookups', () => {
  it('fills as answers arrive, with one request for the receipts', async () => {
    const { table, requests, settle } = startTable();
    table.add([listed('a'), listed('b')]);
    expect(table.store.getState().listed).toHaveLength(2);
    expect(table.store.getState().answers.size).toBe(0);
    await settle();
    expect(requests).toEqual([[hashOf('a'), hashOf('b')]]);
    expect(table.store.getState().answers.get(hashOf('b'))).toEqual({
      kind: 'answered',
      found: `${hashOf('b')} unknown`,
    });
    expect(table.progress.getState()).toEqual({ status: 'done', total: 2, done: 2 });
  });

  it('shows answers that arrive together in one update', async () => {
    const { table, shows } = startTable();
    table.add(['a', 'b', 'c', 'd'].map(listed));
    await turn();
    expect(shows).toHaveLength(1);
  });

  it('takes a hash only once, even if it is added again', async () => {
    const { table, settle } = startTable();
    table.add([listed('a')]);
    table.add([listed('a'), listed('b')]);
    await settle();
    expect(table.store.getState().listed.map(({ hash }) => hash)).toEqual([hashOf('a'), hashOf('b')]);
    expect(table.progress.getState().total).toBe(2);
  });

  it('marks a failed lookup, and repeats it on request', async () => {
    let isBroken = true;
    const { table, requests, settle } = startTable((hash) => isBroken && hash === hashOf('a'));
    table.add([listed('a'), listed('b')]);
    await settle();
    expect(table.store.getState().answers.get(hashOf('a'))).toEqual({ kind: 'failed' });
    isBroken = false;
    table.askAgain([hashOf('a')]);
    expect(table.store.getState().answers.has(hashOf('a'))).toBe(false);
    await settle();
    expect(table.store.getState().answers.get(hashOf('a'))).toMatchObject({ kind: 'answered' });
    expect(requests).toEqual([[hashOf('a'), hashOf('b')], [hashOf('a')]]);
  });

  it('stops when the person leaves the table, and continues when they come back', async () => {
    const { table, settle } = startTable();
    table.leave();
    table.comeBack();
    table.add(['0', '1', '2', '3', '4', '5', '6', '7'].map(listed));
    table.leave();
    await settle();
    expect(table.progress.getState()).toEqual({ status: 'paused', total: 8, done: 6 });
    table.comeBack();
    await settle();
    expect(table.progress.getState()).toEqual({ status: 'done', total: 8, done: 8 });
    expect(table.store.getState().answers.size).toBe(8);
  });

  it('stays paused when the person who paused it comes back', async () => {
    const { table, settle } = startTable();
    table.add(['0', '1', '2', '3', '4', '5', '6', '7'].map(listed));
    table.pause();
    await settle();
    table.leave();
    table.comeBack();
    expect(table.progress.getState().status).toBe('paused');
  });
});

/** A queue whose items the test ends. */
function startQueue(concurrency: number) {
  const running = new Map<number, { end: () => void; fail: () => void }>();
  const started: number[] = [];
  const failed: number[] = [];
  const queue = createWorkQueue<number>({
    concurrency,
    work: (item) => {
      started.push(item);
      return new Promise((resolve, reject) => {
        running.set(item, { end: () => resolve(), fail: () => reject(new Error('broken')) });
      });
    },
    onFailure: (item) => failed.push(item),
  });
  async function finish(item: number, how: 'end' | 'fail' = 'end'): Promise<void> {
    running.get(item)?.[how]();
    running.delete(item);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return { queue, running, started, failed, finish };
}

describe('the work queue', () => {
  it('keeps to its limit of concurrent items, and takes each item once in order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 5 }), fc.array(fc.nat(7), { maxLength: 20 }), async (width, picks) => {
        const { queue, running, started, finish } = startQueue(width);
        queue.add(Array.from({ length: 20 }, (_, index) => index));
        for (const pick of [...picks, ...Array<number>(20).fill(0)]) {
          expect(running.size).toBeLessThanOrEqual(width);
          const [item] = [...running.keys()].slice(pick % Math.max(1, running.size));
          if (item !== undefined) await finish(item);
        }
        expect(started).toEqual(Array.from({ length: 20 }, (_, index) => index));
        expect(queue.store.getState()).toEqual({ status: 'done', total: 20, done: 20 });
      }),
      { numRuns: 20 },
    );
  });

  it('starts nothing while paused, and lets started items finish', async () => {
    const { queue, started, finish } = startQueue(2);
    queue.add([1, 2, 3, 4]);
    queue.pause();
    await finish(1);
    expect(started).toEqual([1, 2]);
    expect(queue.store.getState()).toEqual({ status: 'paused', total: 4, done: 1 });
    queue.resume();
    expect(started).toEqual([1, 2, 3]);
    await finish(2);
    expect(started).toEqual([1, 2, 3, 4]);
  });

  it('continues after an item fails, and names the item', async () => {
    const { queue, started, failed, finish } = startQueue(1);
    queue.add([1, 2]);
    await finish(1, 'fail');
    expect(failed).toEqual([1]);
    expect(started).toEqual([1, 2]);
  });

  it('takes more items after it has finished', async () => {
    const { queue, started, finish } = startQueue(1);
    queue.add([1]);
    await finish(1);
    expect(queue.store.getState().status).toBe('done');
    queue.add([2]);
    expect(queue.store.getState()).toEqual({ status: 'running', total: 2, done: 1 });
    expect(started).toEqual([1, 2]);
  });
});
