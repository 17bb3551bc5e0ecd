import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestPostgres } from '../../tools/lab/postgres/testPostgres.ts';
import type { WorkFolder } from '../../tools/lab/service/workFolder.ts';
import { createWorkFolder } from '../../tools/lab/service/workFolder.ts';
import { lockDirectory } from './directoryLock.ts';
import { openPostgres } from './postgres.ts';

describe('PostgreSQL', () => {
  test('is refused with fsync off', async () => {
    const server = await startTestPostgres({ fsync: 'off' });
    const url = await server.createDatabase();
    const open = openPostgres({ url, poolSize: 2 }, () => {});
    await expect(open).rejects.toThrow(/fsync off, so it can lose committed payments/);
    await server.stop();
  });

  test('that does not answer is reported as DATABASE_UNAVAILABLE', async () => {
    const open = openPostgres({ url: 'postgresql://127.0.0.1:9/x', poolSize: 2 }, () => {});
    await expect(open).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' });
  });
});

describe('the lock of an embedded database', () => {
  let folder: WorkFolder;
  beforeAll(async () => {
    folder = await createWorkFolder();
  });
  afterAll(() => folder?.remove());
  const claim = (directory: string) => lockDirectory(directory, (holder) => `in use by ${holder}`);

  test('is refused with an explanation while another caller has it, and can be acquired after release', async () => {
    const directory = join(folder.path, 'a');
    const lock = await claim(directory);
    await expect(claim(directory)).rejects.toThrow(`in use by process ${process.pid}`);
    await lock.release();
    await (await claim(directory)).release();
  });

  test('of a process that has ended can be acquired', async () => {
    const directory = join(folder.path, 'b');
    const { hostname } = await import('node:os');
    await (await claim(directory)).release();
    // No Linux process has an id above 2^22.
    await folder.write(join('b', `4194305.1.0123456789ab.${hostname()}`), '');
    // This process id is in use, but the process started at another time.
    await folder.write(join('b', `${process.pid}.1.0123456789ab.${hostname()}`), '');
    await (await claim(directory)).release();
  });

  test('of a process on another host counts while its heartbeat is recent', async () => {
    const directory = join(folder.path, 'c');
    await (await claim(directory)).release();
    await folder.write(join('c', '7.1.0123456789ab.elsewhere'), '');
    await expect(claim(directory)).rejects.toThrow('process 7 on elsewhere');
  });

  test('is never acquired by two concurrent callers', async () => {
    for (let round = 0; round < 20; round += 1) {
      const directory = join(folder.path, `race${round}`);
      const tries = await Promise.allSettled([claim(directory), claim(directory)]);
      const locks = tries.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
      expect(locks.length).toBeLessThanOrEqual(1);
      await Promise.all(locks.map((lock) => lock.release()));
    }
  });
});
