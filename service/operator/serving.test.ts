import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TestDatabases } from '../../lab/postgres/testDatabases.ts';
import { startTestDatabases } from '../../lab/postgres/testDatabases.ts';
import { createSampleCatalog } from '../../lab/service/sampleCatalog.ts';
import { systemClock } from '../boot/clock.ts';
import { createChainClient } from '../chain/chainClient.ts';
import type { Database } from '../db/database.ts';
import type { Readiness } from './readiness.ts';
import { createReadiness } from './readiness.ts';

// Nothing listens on the port of "discard".
const UNREACHABLE = 'http://127.0.0.1:9';

let databases: TestDatabases;
let database: Database;
let isStopping: boolean;
let ask: () => Promise<Readiness>;
beforeAll(async () => {
  databases = await startTestDatabases('postgresql');
  database = await databases.open();
});
beforeEach(() => {
  isStopping = false;
  const { chains } = createSampleCatalog((file) => {
    for (const chain of file.chains) chain.rpcUrls = [UNREACHABLE];
  });
  ask = createReadiness({
    database,
    clients: new Map(chains.map((chain) => [chain.id, createChainClient(chain)])),
    clock: systemClock,
    limits: { maxCursorLagBlocks: 100, maxLookAgeSeconds: 120 },
    isStopping: () => isStopping,
  });
});
afterAll(() => databases?.stop());

test('a process whose chains do not answer is not ready, and a load balancer keeps it', async () => {
  expect(await ask()).toMatchObject({ ready: false, serving: true });
});

test('a process that stops says so at once, also between two probes', async () => {
  await ask();
  isStopping = true;
  const { ready, serving, checks } = await ask();
  expect({ ready, serving }).toEqual({ ready: false, serving: false });
  expect(checks.at(-1)).toEqual({ name: 'stopping', ok: false, detail: 'the process stops' });
});

test('a note about the signer shows, and leaves the process ready', async () => {
  const { checks } = await createReadiness({
    ...{
      database,
      clients: new Map(),
      clock: systemClock,
      limits: { maxCursorLagBlocks: 100, maxLookAgeSeconds: 120 },
    },
    probeSigner: async () => 'the signer has another view of Northshore',
  })();
  expect(checks.at(-1)).toEqual({ name: 'signer', ok: true, detail: 'the signer has another view of Northshore' });
});

test('a process without its database serves nothing', async () => {
  await database.close();
  expect(await ask()).toMatchObject({ ready: false, serving: false });
  database = await databases.open();
});
