import { describe, expect, test } from 'vitest';
import { createDatabaseClock } from './databaseClock.ts';

const DAY_MS = 86_400_000;

async function createClocks(initial: { machineAheadMs?: number } = {}) {
  const start = Date.parse('2026-01-01T00:00:00Z');
  const time = { passedMs: 0, machineAheadMs: 0, databaseAheadMs: 0, answerMs: 0, ...initial };
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
  test("follows the database while this machine's clock jumps, and says by how much", async () => {
    const { time, clock, elapsed } = await createClocks();
    time.passedMs = 60_000;
    expect(elapsed()).toBe(60_000);
    for (const jump of [DAY_MS, -6000, 4000]) {
      time.machineAheadMs = jump;
      await clock.refresh();
      expect(elapsed()).toBe(60_000);
      expect(clock.findProblem?.()).toBeNull();
      expect(clock.aheadSeconds?.()).toBe(jump / 1000);
    }
  });

  test.each([
    [DAY_MS, '86400 s ahead of'],
    [-6000, '6 s behind'],
  ])('is uncertain when it starts with clocks that differ by %s ms, until they agree', async (ahead, words) => {
    const { time, clock } = await createClocks({ machineAheadMs: ahead });
    expect(clock.findProblem?.()).toContain(words);
    time.passedMs = 60_000;
    await clock.refresh();
    expect(clock.findProblem?.()).toContain(words);
    time.machineAheadMs = 0;
    await clock.refresh();
    expect(clock.findProblem?.()).toBeNull();
  });

  test("reports a jump of the database's clock at the next reading, and recovers", async () => {
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

  test("reports a database clock that drifts away while this machine's clock is wrong", async () => {
    const { time, clock } = await createClocks();
    time.machineAheadMs = DAY_MS;
    for (time.databaseAheadMs = 1000; time.databaseAheadMs <= 5000; time.databaseAheadMs += 1000) {
      await clock.refresh();
      expect(clock.findProblem?.()).toBeNull();
    }
    await clock.refresh();
    expect(clock.findProblem?.()).toContain('ahead of');
  });

  test('accepts a jump of both clocks together, after which either one may be wrong', async () => {
    const { time, clock, elapsed } = await createClocks();
    time.machineAheadMs = DAY_MS;
    time.databaseAheadMs = DAY_MS;
    await clock.refresh();
    expect(clock.findProblem?.()).toBeNull();
    time.machineAheadMs = 0;
    expect(clock.findProblem?.()).toBeNull();
    expect(elapsed()).toBe(DAY_MS);
  });

  test('ignores an answer that took too long', async () => {
    const { time, clock, elapsed } = await createClocks();
    time.answerMs = 1500;
    time.databaseAheadMs = 5000;
    await clock.refresh();
    expect(elapsed()).toBe(1500);
  });
});
