import { numberToHex } from 'viem';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { memoryBlock } from '../../tools/lab/endpoints/memoryNode.ts';
import { createScriptedClient } from '../../tools/lab/endpoints/scriptedClient.ts';
import type { TestDatabases } from '../../tools/lab/postgres/testDatabases.ts';
import { clearDatabase, startTestDatabases } from '../../tools/lab/postgres/testDatabases.ts';
import { createSampleCatalog, pickChain } from '../../tools/lab/service/sampleCatalog.ts';
import { createScheduleCache } from '../api/scheduleCache.ts';
import { createLogger } from '../boot/log.ts';
import { noteLook, rememberChain } from '../chain/chains.ts';
import type { Database } from '../db/database.ts';
import { createDevelopmentSigner } from '../signer/process/developmentSigner.ts';
import { readLastConfirmation } from './feeSchedules.ts';
import { createLivePrices, parsePrice } from './model/price.ts';
import { createFeeRefresher } from './refreshFees.ts';

const KEY = `0x${'11'.repeat(32)}` as const;
const EPOCH_MS = 30_000;
const TIP = 0n;

let databases: TestDatabases;
let database: Database;
let nowMs: number;
let baseFee: bigint;

beforeEach(async () => {
  databases ??= await startTestDatabases('postgresql');
  database ??= await databases.open();
  await clearDatabase(database);
  [nowMs, baseFee] = [Date.parse('2026-01-01T00:00:00Z'), 1_000_000_000n];
});
afterAll(() => databases?.stop());

const clock = { now: () => new Date(nowMs) };
const catalog = createSampleCatalog();
const destination = pickChain(catalog, 'Southshore');
const routes = catalog.routes.filter((route) => route.destination.id === destination.id);
const [route] = routes;
if (!route) throw new Error('the example has no route');

/** A worker process. */
function createWorker(used = catalog) {
  const client = createScriptedClient(destination, ({ method }) => {
    if (method === 'eth_maxPriorityFeePerGas') return numberToHex(TIP);
    return { ...memoryBlock(7), baseFeePerGas: numberToHex(baseFee) };
  });
  const logger = createLogger('silent');
  const signer = createDevelopmentSigner(KEY, { catalog: used, logger });
  return createFeeRefresher(
    {
      ...{ catalog: used, database, clock, logger, signer },
      ...{ clients: new Map([[destination.id, client]]), reportStep: async () => {} },
    },
    client,
  );
}

async function readRows() {
  return database.query<{ routeId: string; validFrom: Date; gasFee: bigint }>(
    'select route_id, valid_from, gas_fee from fee_schedules order by valid_from, route_id',
  );
}

test("stores a route's fees again only if they have changed", async () => {
  const refresh = createWorker();
  const started = clock.now();
  for (let epoch = 0; epoch < 10; epoch += 1) {
    await refresh();
    nowMs += EPOCH_MS;
  }
  expect(await readRows()).toHaveLength(routes.length);
  // Within a twentieth.
  baseFee += baseFee / 25n;
  await refresh();
  expect(await readRows()).toHaveLength(routes.length);
  baseFee *= 2n;
  nowMs += EPOCH_MS;
  await refresh();
  const ofRoute = (await readRows()).filter(({ routeId }) => routeId === route.id);
  expect(ofRoute.map(({ validFrom }) => validFrom)).toEqual([started, clock.now()]);
  expect(ofRoute[1]?.gasFee).toBeGreaterThan(ofRoute[0]?.gasFee ?? 0n);
});

test('keeps an unchanged schedule current, and stores it again after it was not quoted for a while', async () => {
  const refresh = createWorker();
  const read = () => createScheduleCache(database, catalog, clock).current();
  await refresh();
  nowMs += 20 * EPOCH_MS;
  expect((await read()).confirmedAt(route)).toEqual(new Date(nowMs - 20 * EPOCH_MS));
  await refresh();
  expect((await read()).confirmedAt(route)).toEqual(clock.now());
  expect(await readRows()).toHaveLength(2 * routes.length);
  nowMs += EPOCH_MS;
  await refresh();
  expect((await read()).confirmedAt(route)).toEqual(clock.now());
  expect(await readRows()).toHaveLength(2 * routes.length);
});

test('the cache returns the same schedules while only the time of their confirmation changes', async () => {
  const refresh = createWorker();
  await refresh();
  const cache = createScheduleCache(database, catalog, clock);
  const first = await cache.current();
  nowMs += EPOCH_MS;
  await refresh();
  expect(await cache.current()).toBe(first);
  expect(first.confirmedAt(route)).toEqual(clock.now());
});

/** The example with a price feed for one token, as the worker sees it, and a way to change what the feed says. */
function createFedCatalog(tokenName: string, configured: string) {
  const address = `0x${'5'.repeat(40)}` as const;
  const source = { chain: 'Northshore', address, maxAgeSeconds: 3600 };
  const live = createLivePrices(
    createSampleCatalog((file) => {
      file.tokens = file.tokens.map((token) =>
        token.name === tokenName ? { ...token, feeds: [source], price: configured } : token,
      );
    }),
  );
  const noteRound = (price: string) => {
    const first = { price: parsePrice(price) ?? 0n, updatedAt: clock.now() };
    live.note(tokenName, { first, second: null }, clock.now());
  };
  return { catalog: live.catalog, noteRound };
}

test('leaves out the routes of a token while the worker does not know its price', async () => {
  const { catalog: fed, noteRound } = createFedCatalog('USDC', '1');
  const refresh = createWorker(fed);
  const priced = routes.filter(({ token }) => token.name !== 'USDC').map(({ id }) => id);
  const unpriced = routes.filter(({ token }) => token.name === 'USDC').map(({ id }) => id);
  expect(unpriced).toHaveLength(1);
  await refresh();
  expect((await readRows()).map(({ routeId }) => routeId)).toEqual(priced);
  expect(await readLastConfirmation(database, unpriced[0] ?? '')).toBeNull();
  noteRound('1');
  await refresh();
  expect((await readRows()).map(({ routeId }) => routeId).sort()).toEqual([...priced, ...unpriced].sort());
  const known = clock.now();
  expect(await readLastConfirmation(database, unpriced[0] ?? '')).toEqual(known);
  // Beyond the limit. The last valid price is not confirmed again.
  noteRound('9');
  nowMs += EPOCH_MS;
  await refresh();
  expect(await readLastConfirmation(database, unpriced[0] ?? '')).toEqual(known);
  expect(await readLastConfirmation(database, priced[0] ?? '')).toEqual(clock.now());
});

test('a chain whose routes are all left out because of a price does not count as lost', async () => {
  const { catalog: fed } = createFedCatalog('ETH', '3000');
  // The API's price feed answers. The worker's never did.
  const cache = createScheduleCache(database, catalog, clock);
  const refresh = createWorker(fed);
  for (let epoch = 0; epoch < 25; epoch += 1) {
    await refresh();
    nowMs += EPOCH_MS;
  }
  const identity = { chainId: destination.id, genesisHash: `0x${'0'.repeat(64)}` as const };
  await rememberChain(database, { ...identity, depositContract: destination.vault });
  await noteLook(database, destination.id, clock.now());
  const { lostChains } = await cache.current();
  expect(lostChains.has(destination.id)).toBe(false);
  expect(await readRows()).toEqual([]);
});

test('two workers store one schedule for each route and epoch', async () => {
  const [one, other] = [createWorker(), createWorker()];
  await Promise.all([one(), other()]);
  expect(await readRows()).toHaveLength(routes.length);
  baseFee *= 2n;
  nowMs += EPOCH_MS;
  await one();
  baseFee *= 2n;
  await other();
  expect(await readRows()).toHaveLength(2 * routes.length);
});

test('a removed route keeps the time when its fees were last current', async () => {
  await createWorker()();
  const removedAt = clock.now();
  nowMs += 2 * EPOCH_MS;
  await createWorker({ ...catalog, routes: catalog.routes.filter(({ id }) => id !== route.id) })();
  expect(await readLastConfirmation(database, route.id)).toEqual(removedAt);
  const [kept] = routes.filter(({ id }) => id !== route.id);
  if (kept) expect(await readLastConfirmation(database, kept.id)).toEqual(clock.now());
});

test.each([
  ['a longer epoch', [30, 60, 30]],
  ['a shorter epoch', [60, 30, 60]],
])('fees stay current through a change to %s and back', async (_what, lengths) => {
  for (const feeEpochSeconds of lengths) {
    const used = { ...catalog, feeEpochSeconds };
    nowMs += 60_000;
    await createWorker(used)();
    expect((await createScheduleCache(database, used, clock).current()).confirmedAt(route)).toEqual(clock.now());
  }
});

test("fees become current again after the machine's and the database's clocks ran a day ahead", async () => {
  nowMs = Date.now() + 86_400_000;
  await createWorker()();
  for (const aheadMs of [0, EPOCH_MS]) {
    nowMs = Date.now() + aheadMs;
    await createWorker()();
    expect((await createScheduleCache(database, catalog, clock).current()).confirmedAt(route)).toEqual(clock.now());
  }
});

test('a process with a clock a day behind stores no fees', async () => {
  nowMs = Date.now();
  await createWorker()();
  const stored = await readRows();
  baseFee *= 2n;
  nowMs -= 86_400_000;
  await createWorker()();
  expect(await readRows()).toEqual(stored);
});
