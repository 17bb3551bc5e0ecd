import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TestDatabases } from '../../tools/lab/postgres/testDatabases.ts';
import { startTestDatabases } from '../../tools/lab/postgres/testDatabases.ts';
import type { Database } from '../db/database.ts';
import { createLeases } from '../db/leases.ts';
import { createTurnProbe, MAX_UNHELD_SECONDS } from './readiness.ts';

const NAMES = ['watch 1', 'sign 1'];

let databases: TestDatabases;
let database: Database;
let seconds: number;
let findProblem: () => Promise<string | null>;
beforeAll(async () => {
  databases = await startTestDatabases('postgresql');
  database = await databases.open();
});
beforeEach(async () => {
  await database.query('delete from leases');
  seconds = 1000;
  findProblem = createTurnProbe(database, { names: NAMES, now: () => seconds * 1000 });
});
afterAll(() => databases?.stop());

const hold = (name: string, ttlMs: number) =>
  createLeases(database, { holder: 'some process', ttlMs, now: () => 0 }).acquire(name);

test('a turn that a process holds is not a problem, however long ago the service started', async () => {
  for (const name of NAMES) await hold(name, 60_000);
  seconds += 10 * MAX_UNHELD_SECONDS;
  expect(await findProblem()).toBeNull();
});

test('a turn that no process has ever held is a problem after the limit', async () => {
  await hold('watch 1', 60_000);
  seconds += MAX_UNHELD_SECONDS - 1;
  expect(await findProblem()).toBeNull();
  seconds += 2;
  expect(await findProblem()).toBe(`no process has taken the turn "sign 1" for ${MAX_UNHELD_SECONDS + 1} s`);
});

test('a turn whose holder is gone is a problem after the limit, but not once another process takes it', async () => {
  for (const name of NAMES) await hold(name, 60_000);
  expect(await findProblem()).toBeNull();
  await database.query("update leases set until = now() - interval '1 second' where name = 'watch 1'");
  seconds += MAX_UNHELD_SECONDS;
  expect(await findProblem()).toBeNull();
  seconds += 1;
  expect(await findProblem()).toBe(`no process has taken the turn "watch 1" for ${MAX_UNHELD_SECONDS + 1} s`);
  await hold('watch 1', 60_000);
  expect(await findProblem()).toBeNull();
});

test('several turns without a holder are counted', async () => {
  seconds += MAX_UNHELD_SECONDS + 5;
  expect(await findProblem()).toBe(
    `no process has taken the turn "watch 1" for ${MAX_UNHELD_SECONDS + 5} s, and 1 other turn`,
  );
});
