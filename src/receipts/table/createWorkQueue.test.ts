import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createWorkQueue } from './createCaseTable.ts';

/** A queue whose items end when the test says so. */
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
  it('starts no more items at once than it may, and takes each item once in order', async () => {
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

  it('starts nothing while it is paused, and lets the started items end', async () => {
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

  it('goes on after an item failed, and names the item', async () => {
    const { queue, started, failed, finish } = startQueue(1);
    queue.add([1, 2]);
    await finish(1, 'fail');
    expect(failed).toEqual([1]);
    expect(started).toEqual([1, 2]);
  });

  it('takes further items after it had finished', async () => {
    const { queue, started, finish } = startQueue(1);
    queue.add([1]);
    await finish(1);
    expect(queue.store.getState().status).toBe('done');
    queue.add([2]);
    expect(queue.store.getState()).toEqual({ status: 'running', total: 2, done: 1 });
    expect(started).toEqual([1, 2]);
  });
});
