import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Priority } from './callQueue.ts';
import { createCallQueue, RpcOverloaded } from './callQueue.ts';

class TooMany extends Error {}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const createQueue = () =>
  createCallQueue('RPC endpoint 1', (error) => (error instanceof TooMany ? { retryAfterMs: 1000 } : null));

/** An endpoint that answers this many calls per second and refuses the rest. */
function createEndpoint(perSecond: number) {
  const sent: { at: number; refused: boolean }[] = [];
  const send = async () => {
    const second = Math.floor(performance.now() / 1000);
    const answered = sent.filter(({ at, refused }) => Math.floor(at / 1000) === second && !refused).length;
    const refused = answered >= perSecond;
    sent.push({ at: performance.now(), refused });
    await new Promise((resolve) => setTimeout(resolve, 20));
    if (refused) throw new TooMany();
  };
  return { sent, send };
}

async function runUntil(isDone: () => boolean, maxMs: number): Promise<number> {
  const startedAt = performance.now();
  while (!isDone() && performance.now() - startedAt < maxMs) await vi.advanceTimersByTimeAsync(20);
  return performance.now() - startedAt;
}

describe('the queue of an endpoint', () => {
  test('finishes 1,000 calls within twice the minimum time of an endpoint that allows 50 calls a second', async () => {
    const queue = createQueue();
    const { sent, send } = createEndpoint(50);
    let done = 0;
    for (let call = 0; call < 1000; call += 1) {
      void queue.run({ priority: 'watch', maxWaitMs: 120_000 }, send).then(() => {
        done += 1;
      });
    }
    const ms = await runUntil(() => done === 1000, 120_000);
    expect(done).toBe(1000);
    expect(ms).toBeLessThan(40_000);
    const refused = sent.filter((call) => call.refused).length;
    expect(refused / sent.length).toBeLessThan(0.2);
  });

  test('does not slow down an endpoint without a limit', async () => {
    const queue = createQueue();
    const { send } = createEndpoint(Number.POSITIVE_INFINITY);
    let done = 0;
    for (let call = 0; call < 1000; call += 1) {
      void queue.run({ priority: 'watch', maxWaitMs: 60_000 }, send).then(() => {
        done += 1;
      });
    }
    expect(await runUntil(() => done === 1000, 60_000)).toBeLessThan(4000);
  });

  test('sends payments before rescans, but starves neither', async () => {
    const queue = createQueue();
    const order: Priority[] = [];
    const add = (priority: Priority) =>
      queue.run({ priority, maxWaitMs: 60_000 }, async () => {
        order.push(priority);
        await new Promise((resolve) => setTimeout(resolve, 100));
      });
    const calls = [
      ...Array.from({ length: 40 }, () => add('rescan')),
      ...Array.from({ length: 400 }, () => add('payment')),
      ...Array.from({ length: 100 }, () => add('watch')),
    ];
    const finished = Promise.all(calls);
    await vi.advanceTimersByTimeAsync(60_000);
    await finished;
    // The first calls were sent before the payments arrived.
    const later = order.slice(24, 224);
    const count = (priority: Priority) => later.filter((each) => each === priority).length;
    expect(count('payment')).toBeGreaterThan(2 * count('rescan'));
    expect(count('payment')).toBeGreaterThan(count('watch'));
    expect(count('watch')).toBeGreaterThan(0);
  });

  test('sends at most 20 requests a second, however many come and however much the endpoint allows', async () => {
    const queue = createQueue();
    let sent = 0;
    const add = () =>
      queue
        .run({ priority: 'request', maxWaitMs: 500 }, async () => {
          sent += 1;
        })
        .catch(() => {});
    for (let ms = 0; ms < 10_000; ms += 10) {
      for (let count = 0; count < 5; count += 1) void add();
      await vi.advanceTimersByTimeAsync(10);
    }
    expect(sent).toBeLessThanOrEqual(10 * 20 + 40);
    expect(sent).toBeGreaterThan(10 * 20);
    expect(await queue.run({ priority: 'payment', maxWaitMs: 500 }, async () => 'sent')).toBe('sent');
  });

  test('refuses a call when too many of its kind wait, and one that has waited too long', async () => {
    const queue = createQueue();
    const hang = () => new Promise<void>(() => {});
    for (let call = 0; call < 24; call += 1) void queue.run({ priority: 'payment', maxWaitMs: 1000 }, hang);
    const waiting = Array.from({ length: 50 }, () => queue.run({ priority: 'request', maxWaitMs: 1000 }, hang));
    const outcomes = Promise.allSettled(waiting);
    await expect(queue.run({ priority: 'request', maxWaitMs: 1000 }, hang)).rejects.toThrow(
      /50 calls of the same kind/,
    );
    await vi.advanceTimersByTimeAsync(2000);
    void queue.run({ priority: 'payment', maxWaitMs: 1000 }, hang).catch(() => {});
    for (const outcome of await outcomes) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(RpcOverloaded) });
    }
  });

  test('is busy while the endpoint pauses calls, and for requests also above their own limit', async () => {
    const queue = createQueue();
    const call = { priority: 'payment', maxWaitMs: 60_000 } as const;
    for (let count = 0; count < 40; count += 1) {
      expect(queue.isBusy('request')).toBe(false);
      await queue.run({ priority: 'request', maxWaitMs: 1000 }, async () => {});
    }
    expect([queue.isBusy('request'), queue.isBusy('payment')]).toEqual([true, false]);
    let tries = 0;
    const refused = queue.run(call, async () => {
      tries += 1;
      if (tries === 1) throw new TooMany();
    });
    await vi.advanceTimersByTimeAsync(500);
    expect(queue.isBusy('payment')).toBe(true);
    await vi.advanceTimersByTimeAsync(2000);
    await refused;
    expect([queue.isBusy('request'), queue.isBusy('payment')]).toEqual([false, false]);
  });

  test('waits at most 30 s when an endpoint asks for a year', async () => {
    const queue = createCallQueue('RPC endpoint 1', () => ({ retryAfterMs: 31_536_000_000 }));
    let tries = 0;
    const call = queue.run({ priority: 'payment', maxWaitMs: 60_000 }, async () => {
      tries += 1;
      if (tries === 1) throw new TooMany();
      return 'answer';
    });
    await vi.advanceTimersByTimeAsync(30_001);
    expect(await call).toBe('answer');
  });
});
