import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { TestDatabases } from '../../tools/lab/postgres/testDatabases.ts';
import { clearDatabase, startTestDatabases } from '../../tools/lab/postgres/testDatabases.ts';
import type { Database } from './database.ts';
import { createLease } from './leases.ts';

describe('a lease', () => {
  let databases: TestDatabases;
  let database: Database;
  let nowMs: number;

  beforeEach(async () => {
    databases ??= await startTestDatabases('postgresql');
    database ??= await databases.open();
    await clearDatabase(database);
    await database.query('delete from leases');
    nowMs = 0;
  });
  afterAll(() => databases?.stop());

  const createFor = (holder: string, ttlMs: number) =>
    createLease(database, { name: 'sign 1', holder, ttlMs, now: () => nowMs });

  test('is acquired by exactly one of eight concurrent processes', async () => {
    const leases = Array.from({ length: 8 }, (_, index) => createFor(`process ${index}`, 60_000));
    const held = await Promise.all(leases.map((lease) => lease.acquire()));
    expect(held.filter((isHeld) => isHeld)).toHaveLength(1);
  });

  test('can be acquired by another process after it expires', async () => {
    const [dead, next] = [createFor('dead', 300), createFor('next', 60_000)];
    expect([await dead.acquire(), await next.acquire()]).toEqual([true, false]);
    await vi.waitFor(async () => expect(await next.acquire()).toBe(true), { timeout: 10_000 });
    nowMs = 400;
    expect(await dead.acquire()).toBe(false);
  });

  test('is renewed only after half of its time, and can be acquired at once after its release', async () => {
    const [lease, other] = [createFor('one', 60_000), createFor('other', 60_000)];
    await lease.acquire();
    const readUntil = async () => (await database.query<{ until: Date }>('select until from leases'))[0]?.until;
    const until = await readUntil();
    nowMs = 29_000;
    expect(await lease.acquire()).toBe(true);
    expect(await readUntil()).toEqual(until);
    nowMs = 31_000;
    expect(await lease.acquire()).toBe(true);
    expect((await readUntil())?.getTime()).toBeGreaterThan(until?.getTime() ?? 0);
    await lease.release();
    expect(await other.acquire()).toBe(true);
  });
});
