import { setTimeout } from 'node:timers/promises';
import { Pool } from 'undici';
import type { Target } from './saturate.ts';

const TICK_MS = 1;
// After a stall of this process, the overdue requests would open thousands of connections.
const MAX_CONNECTIONS = 64;

/** @returns the milliseconds from the request to the end of its answer */
async function timeOne(pool: Pool, prefix: string, requests: Target['requests']): Promise<number> {
  const chosen = requests[Math.floor(Math.random() * requests.length)];
  if (!chosen) throw new Error('there is no request to send');
  const { path, ...request } = chosen;
  const startedAt = performance.now();
  const { statusCode, body } = await pool.request({ ...request, path: prefix + path });
  await body.arrayBuffer();
  if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}`);
  return performance.now() - startedAt;
}

/**
 * Sends requests at an even rate, whether or not earlier ones have been answered. (autocannon sends each second's requests in
 * one burst.)
 * @returns the latency of each request in milliseconds
 */
export async function sendAtRate(
  { url, requests }: Target,
  perSecond: number,
  seconds: number,
): Promise<readonly number[]> {
  const { origin, pathname } = new URL(url);
  const prefix = pathname.replace(/\/$/, '');
  const pool = new Pool(origin, { connections: MAX_CONNECTIONS });
  const running: Promise<number>[] = [];
  const startedAt = performance.now();
  try {
    for (let elapsed = 0; elapsed < seconds * 1000; elapsed = performance.now() - startedAt) {
      const due = Math.floor((elapsed * perSecond) / 1000);
      while (running.length < due) {
        const timed = timeOne(pool, prefix, requests);
        timed.catch(() => {});
        running.push(timed);
      }
      await setTimeout(TICK_MS);
    }
    return await Promise.all(running);
  } finally {
    await pool.destroy();
  }
}
