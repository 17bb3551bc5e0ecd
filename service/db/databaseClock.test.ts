import { describe, expect, test } from 'vitest';
import { createDatabaseClock } from './databaseClock.ts';

const DAY_MS = 86_400_000;

async function createClocks() {
  const start = Date.parse('2026-01-01T00:00:00Z');
  const time = { passedMs: 0, machineAheadMs: 0, databaseAheadMs: 0, answerMs: 0 };
  const database = {
    query: async <Row extends object>(): Promise<Row[]> => {
      time.passedMs += time.answerMs;
      const row: object = { now: new Date(start + time.passedMs + time.databaseAheadMs) };
      return [row as Row];
    },
  };
  const machine = { now: () => new Date(start + time.passedMs + time.machineAheadMs) };
  const clock = await createDatabaseClock(database, { machine, monotonicMs: () => 777 + time.passedMs });
  const elapsed = () => clock.now().getTime() - start;
  return { time, clock, elapsed };
}

describe('the clock', () => {
  test("follows the database, and reports a jump of this machine's clock at once", async () => {
    const { time, clock, elapsed } = await createClocks();
    time.passedMs = 60_000;
    expect(elapsed()).toBe(60_000);
    expect(clock.findProblem?.()).toBeNull();
    for (const [jump, words] of [
      [DAY_MS, '86400 s ahead of'],
      [-6000, '6 s behind'],
    ] as const) {
      time.machineAheadMs = jump;
      expect(elapsed()).toBe(60_000);
      expect(clock.findProblem?.()).toContain(words);
    }
    time.machineAheadMs = 4000;
    expect(clock.findProblem?.()).toBeNull();
  });

  test("reports a jump of the database's clock with the next reading, and recovers", async () => {
    const { time, clock, elapsed } = await createClocks();
    time.databaseAheadMs = DAY_MS;
    expect(elapsed()).toBe(0);
    await clock.refresh();
    expect(clock.findProblem?.()).toContain('86400 s behind');
    time.databaseAheadMs = 0;
    await clock.refresh();
    expect(clock.findProblem?.()).toBeNull();
    expect(elapsed()).toBe(0);
  });

  test('ignores an answer that took too long', async () => {
    const { time, clock, elapsed } = await createClocks();
    time.answerMs = 1500;
    time.databaseAheadMs = 5000;
    await clock.refresh();
    expect(elapsed()).toBe(1500);
  });
});
