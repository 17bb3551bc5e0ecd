import { numberToHex, pad, parseUnits } from 'viem';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { interruptDatabase } from '../../tools/lab/postgres/interleave.ts';
import type { OperatorDatabase } from '../../tools/lab/postgres/operatorDatabase.ts';
import { startOperatorDatabase } from '../../tools/lab/postgres/operatorDatabase.ts';
import { placeTestOrder } from '../../tools/lab/postgres/placeTestOrder.ts';
import { createSampleCatalog, pickChain, pickRoute } from '../../tools/lab/service/sampleCatalog.ts';
import { rememberChain } from '../chain/chains.ts';
import type { Database } from '../db/database.ts';
import type { EngineContext } from '../engineContext.ts';
import { COMMANDS, parseCommandLine } from '../operator/commands/commandLine.ts';
import { storeTrip } from './breaker.ts';
import { readFlowReading, storeFlows } from './breakerRows.ts';
import { listPauses } from './pauses.ts';

function fail(what: string): never {
  throw new Error(`the example has no ${what}`);
}

const catalog = createSampleCatalog((file) => Object.assign(file.guards, { maxNetOutflow: '1000' }));
const chain = pickChain(catalog, 'Southshore');
const usdc = pickRoute(catalog, 'USDC').token.deployments.get(chain.name) ?? fail('USDC');
const breaker = catalog.breaker ?? fail('a breaker');
const STOPPED = [{ subject: 'all', who: 'circuit breaker' }];

let world: OperatorDatabase;
beforeAll(async () => {
  world = await startOperatorDatabase();
  for (const { id: chainId, vault } of catalog.chains) {
    await rememberChain(world.root, { chainId, genesisHash: pad(numberToHex(chainId)), depositContract: vault });
  }
});
beforeEach(() => world.root.query('truncate flows, flow_readings, breaker_trips, pauses'));
afterAll(() => world?.stop());

type Block = { readonly chainId: number; readonly block: bigint; readonly dollars?: string };

/** Reads one block of a chain, with a payment without a deposit. */
async function readBlock(database: Database, { chainId, block, dollars = '0' }: Block): Promise<void> {
  const { readTo } = await readFlowReading(database, chainId);
  const payment = {
    ...{
      direction: 'out' as const,
      id: pad(numberToHex(block)),
      token: usdc.address,
      amount: parseUnits(dollars, usdc.decimals),
    },
    ...{ blockNumber: block, blockHash: pad(numberToHex(block)), at: new Date() },
  };
  const move = {
    ...{ chainId, from: readTo, range: { from: block, to: block }, confirmedTo: block, isComplete: true },
    flows: dollars === '0' ? [] : [payment],
  };
  await database.transaction((transaction) => storeFlows(transaction, move));
}

/** Reads one empty block of each chain. A payment counts once every chain has been read after it. */
async function readAll(block: bigint): Promise<void> {
  for (const { id } of catalog.chains) await readBlock(world.worker, { chainId: id, block });
}

const testBound = (database: Database) =>
  database.transaction((transaction) => storeTrip({ catalog } as EngineContext, transaction, breaker));

/** The first read, then a payment without a deposit that exceeds the limit. */
async function exceedBound(): Promise<void> {
  await readAll(1n);
  await readBlock(world.worker, { chainId: chain.id, block: 2n, dollars: '1100' });
  await readAll(3n);
}

async function run(database: Database, ...args: readonly string[]) {
  const line = parseCommandLine(COMMANDS, [...args, '--why', 'a test', '--who', 'alice'], 'a name');
  if (line.kind !== 'run') throw new Error('no command');
  return line.run({ catalog, database, clients: new Map() });
}

const listOpen = () => world.root.query('select subject from breaker_trips where resumed_at is null');

test('a resume between reading the flows and the next stop ends the stop', async () => {
  await exceedBound();
  expect(await testBound(world.worker)).not.toBeNull();
  const worker = interruptDatabase(world.root, world.worker, {
    before: /insert into breaker_trips/,
    meanwhile: () => run(world.alice, 'resume', 'all'),
  });
  await testBound(worker);
  await worker.finished();
  expect(await listPauses(world.root)).toEqual([]);
  expect(await listOpen()).toEqual([]);
});

test('testing the limit in the middle of a resume stores no stop', async () => {
  await exceedBound();
  await testBound(world.worker);
  const alice = interruptDatabase(world.root, world.alice, {
    before: /select 1/,
    meanwhile: () => testBound(world.worker),
  });
  await alice.transaction(async (transaction) => {
    await placeTestOrder(transaction, { action: 'resume', subject: 'all' });
    await transaction.query('select 1');
  });
  await alice.finished();
  expect(await listPauses(world.root)).toEqual([]);
  expect(await listOpen()).toEqual([]);
});

test('resuming an earlier pause ends a stop that is stored meanwhile, and says so', async () => {
  await run(world.alice, 'pause', 'all');
  await exceedBound();
  let lines: readonly string[] = [];
  const worker = interruptDatabase(world.root, world.worker, {
    before: /insert into incidents/,
    meanwhile: async () => {
      ({ lines } = await run(world.alice, 'resume', 'all'));
    },
  });
  expect(await testBound(worker)).not.toBeNull();
  await worker.finished();
  expect(lines[0]).toMatch(/This also ends the stop of the circuit breaker: in 21600 s/);
  expect(await listPauses(world.root)).toEqual([]);
  expect(await listOpen()).toEqual([]);
});

test('a payment stored during a stop counts after the resume', async () => {
  await exceedBound();
  const worker = interruptDatabase(world.root, world.worker, {
    before: /./,
    meanwhile: () => testBound(world.worker),
  });
  await readBlock(worker, { chainId: chain.id, block: 4n, dollars: '1200' });
  await worker.finished();
  await readAll(5n);
  await run(world.alice, 'resume', 'all');
  expect(await testBound(world.worker)).toBe(
    'in 21600 s the vaults paid 1200, 1200 of it without deposits; maxNetOutflow is 1000',
  );
  expect(await listPauses(world.root)).toMatchObject(STOPPED);
});
