import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { TestDatabases } from '../../tools/lab/postgres/testDatabases.ts';
import { clearDatabase, startTestDatabases } from '../../tools/lab/postgres/testDatabases.ts';
import type { Database } from './database.ts';
import { createLeases } from './leases.ts';

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

  const createFor = (holder: string, ttlMs: number) => createLeases(database, { holder, ttlMs, now: () => nowMs });
  const readUntil = async () => {
    const rows = await database.query<{ name: string; until: Date }>('select name, until from leases');
    return new Map(rows.map(({ name, until }) => [name, until.getTime()]));
  };

  test('is acquired by exactly one of eight concurrent processes', async () => {
    const processes = Array.from({ length: 8 }, (_, index) => createFor(`process ${index}`, 60_000));
    const held = await Promise.all(processes.map((leases) => leases.acquire('sign 1')));
    expect(held.filter((isHeld) => isHeld)).toHaveLength(1);
  });

  test('can be acquired by another process after it expires', async () => {
    const [dead, next] = [createFor('dead', 300), createFor('next', 60_000)];
    expect([await dead.acquire('sign 1'), await next.acquire('sign 1')]).toEqual([true, false]);
    // A process asks about another's lease again only after a tenth of its time.
    expect(await next.acquire('sign 1')).toBe(false);
    const acquire = async () => {
      nowMs += 6000;
      expect(await next.acquire('sign 1')).toBe(true);
    };
    await vi.waitFor(acquire, { timeout: 10_000 });
    expect(await dead.acquire('sign 1')).toBe(false);
  });

  test('is renewed only after half of its time, and can be acquired at once after its release', async () => {
    const [leases, other] = [createFor('one', 60_000), createFor('other', 60_000)];
    await leases.acquire('sign 1');
    const until = await readUntil();
    nowMs = 29_000;
    expect(await leases.acquire('sign 1')).toBe(true);
    expect(await readUntil()).toEqual(until);
    nowMs = 31_000;
    expect(await leases.acquire('sign 1')).toBe(true);
    expect((await readUntil()).get('sign 1')).toBeGreaterThan(until.get('sign 1') ?? 0);
    await leases.release();
    expect(await other.acquire('sign 1')).toBe(true);
  });

  test('is renewed with the others in one statement, unless its worker hangs', async () => {
    const query = vi.spyOn(database, 'query');
    const leases = createFor('one', 60_000);
    const names = ['accept 1', 'sign 1', 'watch 1'];
    for (const name of names) expect(await leases.acquire(name)).toBe(true);
    const first = await readUntil();
    nowMs = 20_000;
    for (const name of ['accept 1', 'sign 1']) await leases.acquire(name);
    nowMs = 31_000;
    query.mockClear();
    expect(await Promise.all([leases.acquire('accept 1'), leases.acquire('sign 1')])).toEqual([true, true]);
    expect(query).toHaveBeenCalledTimes(1);
    query.mockRestore();
    const second = await readUntil();
    const isRenewed = (name: string) => (second.get(name) ?? 0) > (first.get(name) ?? 0);
    expect(names.map(isRenewed)).toEqual([true, true, false]);
  });

  test('of all names is asked for together by two processes without a deadlock', async () => {
    const names = Array.from({ length: 40 }, (_, index) => `watch ${index}`);
    const processes = [createFor('one', 60_000), createFor('other', 60_000)];
    const orders = [names, names.toReversed()];
    const held = await Promise.all(
      processes.map((leases, index) => Promise.all((orders[index] ?? []).map((name) => leases.acquire(name)))),
    );
    expect(held.flat().filter((isHeld) => isHeld)).toHaveLength(40);
  });

  test('is held although the database took longer than half of its time to answer', async () => {
    let asked = 0;
    const slow: Database = {
      ...database,
      query: (...args) => {
        asked += 1;
        nowMs += 40_000;
        return database.query(...args);
      },
    };
    const leases = createLeases(slow, { holder: 'one', ttlMs: 60_000, now: () => nowMs });
    const names = Array.from({ length: 10 }, (_, index) => `watch ${index}`);
    expect(await Promise.all(names.map((name) => leases.acquire(name)))).toEqual(names.map(() => true));
    // The first statement was sent for the first name alone, and the second for all that waited meanwhile.
    expect(asked).toBe(2);
  });

  test('is asked for again if the database does not answer within its time', async () => {
    const query = vi.spyOn(database, 'query').mockReturnValueOnce(new Promise(() => {}));
    const leases = createFor('one', 100);
    await expect(Promise.all([leases.acquire('sign 1'), leases.acquire('watch 1')])).rejects.toThrow('100 ms');
    query.mockRestore();
    expect(await leases.acquire('sign 1')).toBe(true);
  });

  test('that another statement has just renewed is not asked for again', async () => {
    const query = vi.spyOn(database, 'query');
    const leases = createFor('one', 60_000);
    for (const name of ['slow 1', 'watch 1']) await leases.acquire(name);
    nowMs = 29_000;
    await leases.acquire('slow 1');
    nowMs = 31_000;
    await leases.acquire('watch 1');
    nowMs = 60_000;
    await leases.acquire('other 1');
    query.mockClear();
    expect(await leases.acquire('slow 1')).toBe(true);
    expect(query).not.toHaveBeenCalled();
    query.mockRestore();
  });

  test('is asked for again after the database failed', async () => {
    const query = vi.spyOn(database, 'query').mockRejectedValueOnce(new Error('gone'));
    const leases = createFor('one', 60_000);
    await expect(leases.acquire('sign 1')).rejects.toThrow('gone');
    query.mockRestore();
    expect(await leases.acquire('sign 1')).toBe(true);
  });
});
