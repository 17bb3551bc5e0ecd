import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { WorkFolder } from '../../lab/service/workFolder.ts';
import { createWorkFolder } from '../../lab/service/workFolder.ts';
import type { SpendingLog } from './spendingLog.ts';
import { openSpendingLog } from './spendingLog.ts';

const USDC = `0x${'4'.repeat(40)}` as const;
const HOUR_MS = 3_600_000;

let folder: WorkFolder;
let path: string;
let files = 0;
let now = Date.parse('2026-01-01T00:00:00Z');
let ticks = 0;
const clock = { now: () => new Date(now) };

function pass(ms: number): void {
  now += ms;
  ticks += ms;
}

beforeAll(async () => {
  folder = await createWorkFolder();
});
beforeEach(() => {
  files += 1;
  path = join(folder.path, `spending-${files}`);
});
afterAll(() => folder?.remove());

function open(): Promise<SpendingLog> {
  return openSpendingLog(path, clock, () => ticks);
}

/** Reserves an amount under a cap of 100 an hour, and returns whether it was counted. */
async function spend(log: SpendingLog, nonce: number, amount: bigint): Promise<boolean> {
  return (await log.reserve({ chainId: 1, nonce, spendings: [{ of: USDC, amount, maxPerHour: 100n }] })) === null;
}

describe('the spending log', () => {
  test('caps the sum of an hour, separately for each chain', async () => {
    const log = await open();
    expect(await spend(log, 1, 60n)).toBe(true);
    pass(HOUR_MS / 2);
    expect(await spend(log, 2, 41n)).toBe(false);
    expect(await spend(log, 2, 40n)).toBe(true);
    const elsewhere = { chainId: 2, nonce: 1, spendings: [{ of: USDC, amount: 100n, maxPerHour: 100n }] };
    expect(await log.reserve(elsewhere)).toBeNull();
    pass(HOUR_MS / 2);
    expect(await spend(log, 3, 61n)).toBe(false);
    expect(await spend(log, 3, 60n)).toBe(true);
    await log.close();
  });

  test('counts only the highest amount signed for a nonce', async () => {
    const log = await open();
    expect(await spend(log, 1, 70n)).toBe(true);
    for (const amount of [70n, 20n, 70n]) expect(await spend(log, 1, amount)).toBe(true);
    expect(await spend(log, 1, 90n)).toBe(true);
    expect(await spend(log, 2, 11n)).toBe(false);
    expect(await spend(log, 2, 10n)).toBe(true);
    // After an hour, signing the same amount for a nonce again still adds nothing.
    pass(2 * HOUR_MS);
    expect(await spend(log, 1, 90n)).toBe(true);
    expect(await spend(log, 3, 100n)).toBe(true);
    await log.close();
  });

  test('counts nothing of a refused reservation', async () => {
    const log = await open();
    const spendings = [
      { of: USDC, amount: 50n, maxPerHour: 100n },
      { of: 'gas' as const, amount: 11n, maxPerHour: 10n },
    ];
    expect(await log.reserve({ chainId: 1, nonce: 1, spendings })).toMatchObject({ of: 'gas' });
    expect(await spend(log, 2, 100n)).toBe(true);
    await log.close();
  });

  test('keeps the cap when reservations arrive at once', async () => {
    const log = await open();
    const answers = await Promise.all(Array.from({ length: 50 }, (_, nonce) => spend(log, nonce, 10n)));
    expect(answers.filter(Boolean)).toHaveLength(10);
    await log.close();
  });

  test('survives a restart, also after an incomplete last line', async () => {
    const first = await open();
    await spend(first, 1, 60n);
    await spend(first, 1, 70n);
    // The log stays open, as after a kill.
    await appendFile(path, '{"at":"2026-01-01T00');
    const second = await open();
    expect(await spend(second, 2, 31n)).toBe(false);
    expect(await spend(second, 1, 70n)).toBe(true);
    expect(await spend(second, 2, 30n)).toBe(true);
    await second.close();
    const third = await open();
    expect(await spend(third, 3, 1n)).toBe(false);
    await Promise.all([first.close(), third.close()]);
  });

  test('writes before it answers, and keeps entries for a day', async () => {
    const first = await open();
    await spend(first, 1, 60n);
    expect(await readFile(path, 'utf8')).toContain('"nonce":1');
    await first.close();
    pass(25 * HOUR_MS);
    const second = await open();
    // The signer cannot know how long it was stopped, so it keeps the last entry for a day more.
    expect(await readFile(path, 'utf8')).toContain('"nonce":1');
    pass(25 * HOUR_MS);
    await spend(second, 2, 1n);
    await second.close();
    await (await open()).close();
    expect(await readFile(path, 'utf8')).toMatch(/^[^\n]*"nonce":2,[^\n]*\n$/);
  });

  test("keeps the cap while the machine's clock jumps forward and back", async () => {
    const log = await open();
    expect(await spend(log, 1, 100n)).toBe(true);
    for (const [index, jump] of [2, -1, 26, -30, 100].entries()) {
      now += jump * HOUR_MS;
      expect(await spend(log, index + 2, 1n), `a jump of ${jump} hours`).toBe(false);
    }
    pass(HOUR_MS);
    expect(await spend(log, 10, 100n)).toBe(true);
    await log.close();
  });

  test("counts an amount signed while the machine's clock was ahead for an hour only", async () => {
    const log = await open();
    now += 30 * HOUR_MS;
    expect(await spend(log, 1, 100n)).toBe(true);
    now -= 30 * HOUR_MS;
    expect(await spend(log, 2, 1n)).toBe(false);
    pass(HOUR_MS);
    expect(await spend(log, 2, 100n)).toBe(true);
    await log.close();
  });

  test("keeps the cap for an hour after a restart with the machine's clock ahead", async () => {
    const first = await open();
    await spend(first, 1, 100n);
    await first.close();
    now += 48 * HOUR_MS;
    ticks = 0;
    const second = await open();
    expect(await spend(second, 2, 1n)).toBe(false);
    pass(HOUR_MS);
    expect(await spend(second, 2, 1n)).toBe(true);
    await second.close();
  });

  test('never counts less than was spent within the last hour of either clock', async () => {
    const step = fc.record({ jump: fc.integer({ min: -72, max: 72 }), minutes: fc.integer({ min: 0, max: 90 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        files += 1;
        path = join(folder.path, `spending-${files}`);
        const log = await open();
        const spent: { readonly at: number; readonly ticks: number; readonly amount: bigint }[] = [];
        for (const [nonce, { jump, minutes }] of steps.entries()) {
          now += jump * HOUR_MS;
          pass(minutes * 60_000);
          if (await spend(log, nonce, 40n)) spent.push({ at: now, ticks, amount: 40n });
          const sum = (isRecent: (one: (typeof spent)[number]) => boolean) =>
            spent.filter(isRecent).reduce((total, { amount }) => total + amount, 0n);
          expect(sum((one) => one.ticks > ticks - HOUR_MS) <= 100n).toBe(true);
          expect(sum((one) => one.at > now - HOUR_MS && one.at <= now) <= 100n).toBe(true);
        }
        await log.close();
      }),
      { numRuns: 50 },
    );
  });

  test('refuses to open with a broken line', async () => {
    const broken = await folder.write('broken', 'nonsense\n');
    await expect(openSpendingLog(broken, clock)).rejects.toThrow('has a broken line');
  });
});
