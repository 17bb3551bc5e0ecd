import type { Address } from 'viem';
import { numberToHex, pad, zeroAddress } from 'viem';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TestDatabases } from '../../tools/lab/postgres/testDatabases.ts';
import { startTestDatabases } from '../../tools/lab/postgres/testDatabases.ts';
import { rememberChain } from '../chain/chains.ts';
import type { Database, Queryable } from '../db/database.ts';
import type { BlockFlow } from './breakerRows.ts';
import { insertTrip, pruneFlows, readFlowReading, readFlows, readUncovered, storeFlows } from './breakerRows.ts';

const TOKEN: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const [ORIGIN, DESTINATION] = [1, 2];
const QUERY = {
  ...{ windowSeconds: 60, maxReadAgeSeconds: 300 },
  prices: [
    ...[ORIGIN, DESTINATION].map((chainId) => ({ chainId, token: TOKEN, price: 3n, unit: 10n })),
    { chainId: DESTINATION, token: zeroAddress, price: 6n, unit: 10n },
  ],
};
const hash = (number: number) => pad(numberToHex(number));

let databases: TestDatabases;
let database: Database;
beforeAll(async () => {
  databases = await startTestDatabases('postgresql');
  database = await databases.open();
  for (const chainId of [ORIGIN, DESTINATION]) {
    await rememberChain(database, { chainId, genesisHash: hash(chainId), depositContract: TOKEN });
  }
});
beforeEach(async () => {
  await database.query('delete from flows');
  await database.query('delete from flow_readings');
  await database.query('delete from breaker_trips');
  await read(ORIGIN, 0, []);
  await read(DESTINATION, 0, []);
});
afterAll(() => databases?.stop());

type Event = { readonly id: number; readonly amount: bigint; readonly secondsAgo?: number; readonly token?: Address };

/** An event in the only block of a reading. */
function event(direction: BlockFlow['direction'], { id, amount, secondsAgo = 0, token = TOKEN }: Event) {
  return { direction, id: hash(id), token, amount, at: new Date(Date.now() - secondsAgo * 1000) };
}

type Place = {
  readonly chainId: number;
  readonly block: number;
  readonly confirmedTo?: number;
  readonly isComplete?: boolean;
};

/** Reads one block of a chain. */
async function readBlock(
  { chainId, block, confirmedTo = block, isComplete = true }: Place,
  events: readonly ReturnType<typeof event>[],
) {
  const [blockNumber, blockHash] = [BigInt(block), hash(chainId * 1000 + block)];
  const { readTo } = await readFlowReading(database, chainId);
  const move = {
    ...{ chainId, from: readTo, range: { from: blockNumber, to: blockNumber } },
    ...{ confirmedTo: BigInt(confirmedTo), isComplete },
    flows: events.map((one) => ({ ...one, blockNumber, blockHash })),
  };
  expect(await database.transaction((transaction) => storeFlows(transaction, move))).toBe(true);
}

const read = (chainId: number, block: number, events: readonly ReturnType<typeof event>[]) =>
  readBlock({ chainId, block }, events);

/** Reads both chains completely after a payment, so that it counts. */
async function readAll(block: number) {
  await read(ORIGIN, block, []);
  await read(DESTINATION, block, []);
}

const uncovered = () => readUncovered(database, QUERY);

test('a deposit covers its payment, however long before the window it was made', async () => {
  await read(ORIGIN, 1, [event('in', { id: 1, amount: 100n, secondsAgo: 1_000_000 })]);
  await pruneFlows(database, QUERY.windowSeconds);
  await read(DESTINATION, 1, [event('out', { id: 1, amount: 90n })]);
  await readAll(2);
  expect(await readFlows(database, QUERY)).toMatchObject([{ direction: 'out', amount: 90n }]);
  expect(await uncovered()).toBe(0n);
});

test('a payment counts as far as it exceeds its own deposit, whatever others deposited', async () => {
  await read(ORIGIN, 1, [event('in', { id: 1, amount: 100n }), event('in', { id: 2, amount: 1_000_000n })]);
  await read(DESTINATION, 1, [event('out', { id: 1, amount: 110n }), event('out', { id: 3, amount: 20n })]);
  await readAll(2);
  expect(await uncovered()).toBe(9n);
});

test('a deposit covers only one payment, whichever chain the second is on', async () => {
  await read(ORIGIN, 1, [event('in', { id: 1, amount: 100n }), event('out', { id: 1, amount: 100n })]);
  await read(DESTINATION, 1, [event('out', { id: 1, amount: 100n })]);
  await readAll(2);
  expect(await uncovered()).toBe(30n);
});

test('a deposit covers its payment only once it is confirmed', async () => {
  await readBlock({ chainId: ORIGIN, block: 1, confirmedTo: 0 }, [event('in', { id: 1, amount: 100n })]);
  await read(DESTINATION, 1, [event('out', { id: 1, amount: 100n })]);
  await readBlock({ chainId: ORIGIN, block: 2, confirmedTo: 0 }, []);
  expect(await readFlows(database, QUERY)).toMatchObject([{ direction: 'out' }]);
  expect(await uncovered()).toBe(30n);
  await readBlock({ chainId: ORIGIN, block: 3, confirmedTo: 1 }, []);
  expect(await readFlows(database, QUERY)).toHaveLength(2);
  expect(await uncovered()).toBe(0n);
});

test('a gas drop counts with the payout of its id, in its own token, and once however often it is read', async () => {
  const payout = [event('out', { id: 1, amount: 80n }), event('out', { id: 1, amount: 10n, token: zeroAddress })];
  await read(ORIGIN, 1, [event('in', { id: 1, amount: 100n })]);
  await read(DESTINATION, 1, payout);
  await read(DESTINATION, 1, payout);
  await readAll(2);
  const outflow = await readFlows(database, QUERY, ['out']);
  expect(outflow.map(({ token, amount }) => [token, amount])).toEqual(
    expect.arrayContaining([
      [TOKEN, 80n],
      [zeroAddress, 10n],
    ]),
  );
  expect(outflow).toHaveLength(2);
  // 24 and 6 of the deposit's 30.
  expect(await uncovered()).toBe(0n);
  await read(DESTINATION, 3, [event('out', { id: 2, amount: 10n, token: zeroAddress })]);
  await readAll(4);
  expect(await uncovered()).toBe(6n);
});

test('a gas drop above what its deposit leaves is not covered', async () => {
  await read(ORIGIN, 1, [event('in', { id: 1, amount: 100n })]);
  await read(DESTINATION, 1, [
    event('out', { id: 1, amount: 90n }),
    event('out', { id: 1, amount: 10n, token: zeroAddress }),
  ]);
  await readAll(2);
  expect(await uncovered()).toBe(3n);
});

test('a payment of a token without a price has an unknown value', async () => {
  await read(DESTINATION, 1, [event('out', { id: 1, amount: 1n, token: `0x${'12'.repeat(20)}` })]);
  await readAll(2);
  expect(await uncovered()).toBeNull();
});

test('a payment counts once every chain has been read after it, without waiting for a chain that is not read', async () => {
  await read(ORIGIN, 1, []);
  await read(DESTINATION, 1, [event('out', { id: 1, amount: 100n })]);
  expect(await uncovered()).toBe(0n);
  await read(DESTINATION, 2, []);
  expect(await uncovered()).toBe(0n);
  await readBlock({ chainId: ORIGIN, block: 2, isComplete: false }, []);
  expect(await uncovered()).toBe(0n);
  await database.query("update flow_readings set read_at = now() - interval '301 s' where chain_id = $1", [ORIGIN]);
  expect(await uncovered()).toBe(30n);
  await read(ORIGIN, 3, [event('in', { id: 1, amount: 100n })]);
  expect(await uncovered()).toBe(0n);
});

test('payments have the times of their blocks, however late they are read', async () => {
  await read(DESTINATION, 1, [event('out', { id: 1, amount: 100n, secondsAgo: 61 })]);
  await read(ORIGIN, 1, [event('out', { id: 2, amount: 100n, secondsAgo: -600 })]);
  await readAll(2);
  expect(await readFlows(database, QUERY)).toMatchObject([{ chainId: ORIGIN, amount: 100n }]);
  expect(await database.query('select 1 from flows where at > now()')).toEqual([]);
});

test('the payments of the first read do not count, and its deposits cover', async () => {
  await database.query('delete from flow_readings');
  const first = [event('in', { id: 1, amount: 100n }), event('out', { id: 2, amount: 100n })];
  await read(ORIGIN, 0, first);
  await read(DESTINATION, 0, []);
  await read(DESTINATION, 1, [event('out', { id: 1, amount: 100n })]);
  await readAll(2);
  expect(await database.query("select chain_id from flows where direction = 'out'")).toEqual([
    { chainId: DESTINATION },
  ]);
  expect(await uncovered()).toBe(0n);
});

test('what is deleted and read again neither counts again nor covers another payment', async () => {
  const late = { secondsAgo: 70, amount: 100n };
  const events = [event('in', { id: 1, ...late }), event('out', { id: 1, ...late })];
  await read(ORIGIN, 1, events);
  await pruneFlows(database, QUERY.windowSeconds);
  expect(await database.query('select 1 from flows')).toHaveLength(2);
  await database.query("update flows set at = at - interval '1 day'");
  await pruneFlows(database, QUERY.windowSeconds);
  expect(await database.query('select 1 from flows')).toEqual([]);
  await read(ORIGIN, 1, events);
  await read(DESTINATION, 1, [event('out', { id: 1, amount: 100n })]);
  await readAll(2);
  expect(await readFlows(database, QUERY)).toMatchObject([{ chainId: DESTINATION, amount: 100n }]);
  expect(await uncovered()).toBe(30n);
});

test('after a resume, only what was read since the stop counts', async () => {
  await read(DESTINATION, 1, [event('out', { id: 1, amount: 100n })]);
  await readAll(2);
  expect(await uncovered()).toBe(30n);
  await database.transaction((transaction) => insertTrip(transaction, 'x'));
  await database.query('update breaker_trips set resumed_at = now()');
  expect(await uncovered()).toBe(0n);
  await read(DESTINATION, 3, [event('out', { id: 2, amount: 10n })]);
  await read(ORIGIN, 3, []);
  expect(await uncovered()).toBe(3n);
});

test('a read does not scan the deposits that were never paid', async () => {
  // In batches, because a statement may only take so long.
  for (let part = 1; part <= 8; part += 1) {
    await database.query(
      `insert into flows (chain_id, block_number, block_hash, direction, id, token, amount, at, stored_at)
       select $1::bigint, i, 'block ' || i, 'in', 'deposit ' || i, $2::text, 1, now() - i * interval '10 s', now()
       from generate_series($3::int * 2500, $3::int * 2500 + 2499) i`,
      [ORIGIN, TOKEN, part],
    );
  }
  await read(ORIGIN, 1, [event('in', { id: 1, amount: 100n })]);
  await read(DESTINATION, 1, [event('out', { id: 1, amount: 90n })]);
  await database.query('analyze flows');
  const pagesOf = async (run: (queries: Queryable) => Promise<unknown>) => {
    const plans: string[] = [];
    const query: Queryable['query'] = async (sql, values) => {
      const lines = await database.query<Record<string, string>>(`explain (analyze, buffers) ${sql}`, values);
      plans.push(lines.flatMap((line) => Object.values(line)).join('\n'));
      return [];
    };
    await run({ query });
    // The first line with buffers is for the whole query.
    const counts = plans.map((plan) => /Buffers: shared(?: hit=(\d+))?(?: read=(\d+))?/.exec(plan) ?? []);
    return counts.reduce((sum, [, hit = '0', other = '0']) => sum + Number(hit) + Number(other), 0);
  };
  const rows = await pagesOf(({ query }) => query('select count(amount) from flows'));
  expect(rows).toBeGreaterThan(300);
  const reading = async (queries: Queryable) => {
    await pruneFlows(queries, QUERY.windowSeconds);
    await readFlows(queries, { ...QUERY, windowSeconds: 21_600 }, ['out']);
    await readFlows(queries, QUERY);
    await readUncovered(queries, { ...QUERY, windowSeconds: 21_600 });
  };
  expect(await pagesOf(reading)).toBeLessThan(100);
});
