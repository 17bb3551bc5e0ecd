import { expect } from 'vitest';
import { test } from '../fixtures.ts';
import { restoreBackup, takeBackup } from './backup.ts';
import { interruptDatabase } from './interleave.ts';

test('a restore that deadlocks with the service starts again', async ({ installation }) => {
  const database = installation.database();
  const backup = await takeBackup(database);
  const [first, ...others] = backup.map(({ table }) => table);
  const last = others.at(-1);
  if (!first || !last) throw new Error('the backup has fewer than two tables');

  // A service has locked the table that the restore locks last, and then asks for the one that the restore locked first.
  const service = interruptDatabase(database, await installation.openDatabaseAs('causeway_worker'), {
    before: new RegExp(`from ${first}\\b`),
    meanwhile: () => restoreBackup(database, backup),
  });
  const read = service.transaction(async (transaction) => {
    await transaction.query(`select 1 from ${last} limit 1`);
    await transaction.query(`select 1 from ${first} limit 1`);
  });
  await read.catch(() => {});
  await service.finished();
  expect(await takeBackup(database)).toEqual(backup);
});
