import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { storeTransfer, TEST_ADDRESS } from '../../../tools/lab/postgres/storeTransfer.ts';
import type { TestPostgres } from '../../../tools/lab/postgres/testPostgres.ts';
import { startTestPostgres } from '../../../tools/lab/postgres/testPostgres.ts';
import { createSampleFile } from '../../../tools/lab/service/sampleCatalog.ts';
import { parseShape } from '../../boot/readConfig.ts';
import { rememberChain } from '../../chain/chains.ts';
import { migrate } from '../../db/migrate.ts';
import { openPostgres } from '../../db/postgres.ts';
import { migrateDatabase, readGasDrops, readOpenWork } from './database.ts';
import { createMachine } from './machine.ts';

const machine = createMachine({ root: '/nowhere', programs: '' });

let server: TestPostgres;
beforeAll(async () => {
  server = await startTestPostgres();
});
afterAll(() => server?.stop());

async function createInstallation() {
  const created = await server.createEmptyDatabase();
  const admin = await openPostgres({ url: created, poolSize: 1 }, () => {});
  const script = await readFile(new URL('../../db/create.sql', import.meta.url), 'utf8');
  await admin.transaction((transaction) => transaction.script(script));
  await admin.close();
  const url = new URL(created);
  url.username = '';
  const file = { ...createSampleFile(), database: url.href };
  return parseShape(JSON.stringify(file), []) ?? expect.fail();
}

test('a new database lacks the schema, and the role causeway_migrate creates it', async () => {
  const place = { machine, installation: await createInstallation() };
  const before = await readOpenWork(place, ['worker'], [31_337]);
  expect(before).toMatchObject({ missingMigrations: expect.arrayContaining(['tables.sql']), unsettled: [] });
  expect(await migrateDatabase(place)).toEqual(before?.missingMigrations);
  const nothing = { unsettled: [], gasDrops: [], missingMigrations: [] };
  expect(await readOpenWork(place, ['worker'], [31_337])).toEqual({ ...nothing, chains: new Set() });
  expect(await readOpenWork(place, ['api'], [31_337])).toEqual({ ...nothing, chains: null });
});

test('open transfers to a chain say how much gas they ask for, and finished ones do not', async () => {
  const created = await server.createEmptyDatabase();
  const database = await openPostgres({ url: created, poolSize: 1 }, () => {});
  onTestFinished(() => database.close());
  await migrate(database);
  await rememberChain(database, { chainId: 1, depositContract: TEST_ADDRESS, genesisHash: `0x${'11'.repeat(32)}` });
  const store = (state: 'seen' | 'confirmed' | 'delivered', gasDrop: string) =>
    storeTransfer(database, { state, deposit: { target: `${TEST_ADDRESS}+gas:${gasDrop}` } });
  await store('delivered', '9');
  expect(await readGasDrops(database)).toEqual([]);
  await store('seen', '5');
  await store('confirmed', '7');
  await storeTransfer(database, { state: 'seen' });
  expect(await readGasDrops(database)).toEqual([{ destination: 2n, most: 7n }]);
});

test('a machine without a process that reads the database asks nothing', async () => {
  const installation = { ...(await createInstallation()), database: 'postgresql://127.0.0.1:9/none' };
  expect(await readOpenWork({ machine, installation }, ['signer', 'web'], [])).toBe(null);
  await expect(readOpenWork({ machine, installation }, ['worker'], [])).rejects.toThrow(
    'The database does not answer causeway_worker',
  );
});
