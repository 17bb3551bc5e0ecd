import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestDatabases } from '../../tools/lab/postgres/testDatabases.ts';
import { startTestDatabases } from '../../tools/lab/postgres/testDatabases.ts';
import {
  createOfflineCatalog,
  createServer,
  HTTP_CONFIG,
  openWithQuotes,
  SAMPLE_ORDER,
} from '../../tools/lab/service/testHttpServer.ts';
import { systemClock } from '../boot/clock.ts';
import type { Database } from '../db/database.ts';
import { insertSchedules } from '../quotes/feeSchedules.ts';

const DAY_MS = 86_400_000;
const BUILD = { method: 'POST', url: `${HTTP_CONFIG.prefix}/get_build_tx`, payload: SAMPLE_ORDER } as const;

let databases: TestDatabases;
let database: Database;

beforeAll(async () => {
  databases = await startTestDatabases('postgresql');
  database = await openWithQuotes(databases);
});
afterAll(() => databases?.stop());

test('quotes the schedule in force, not one stored by a process whose clock is a day ahead', async () => {
  const { routes } = createOfflineCatalog();
  const ahead = new Date(Date.now() + DAY_MS);
  const schedules = routes.map(({ id: routeId, feeBps, feeFloor, min, max }) => {
    const dust = { dustBelow: 1n, refundCost: 0n, refundGasPrice: 1n };
    return { routeId, validFrom: ahead, gasFee: 1n, feeBps, feeFloor, min, max, nativePrice: null, ...dust };
  });
  await database.transaction((transaction) => insertSchedules(transaction, ahead.getTime(), schedules));
  const server = await createServer(database);
  const { data } = (await server.inject(BUILD)).json();
  expect(data.gas_fee.raw_value).toBe('120');
  await server.close();
});

test.each([
  ['the clocks of machine and database differ', { clock: { ...systemClock, findProblem: () => 'it is a day ahead' } }],
  [
    'the prices are older than the limit',
    { catalog: { ...createOfflineCatalog(), pricesAsOf: new Date(Date.now() - 31 * DAY_MS), maxPriceAgeDays: 30 } },
  ],
])('builds nothing while %s', async (_case, options) => {
  const server = await createServer(database, options);
  expect((await server.inject(BUILD)).json().status).toMatchObject({
    code: 906,
    message: expect.stringContaining('its clock or its prices'),
  });
  await server.close();
});
