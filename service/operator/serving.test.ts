import { numberToHex, pad } from 'viem';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { memoryBlock } from '../../tools/lab/endpoints/memoryNode.ts';
import { createScriptedClient } from '../../tools/lab/endpoints/scriptedClient.ts';
import type { TestDatabases } from '../../tools/lab/postgres/testDatabases.ts';
import { startTestDatabases } from '../../tools/lab/postgres/testDatabases.ts';
import { createSampleCatalog, pickChain } from '../../tools/lab/service/sampleCatalog.ts';
import { systemClock } from '../boot/clock.ts';
import { createChainClient } from '../chain/chainClient.ts';
import { rememberChain } from '../chain/chains.ts';
import type { Database } from '../db/database.ts';
import type { Readiness } from './readiness.ts';
import { createReadiness } from './readiness.ts';

// Nothing listens on the "discard" port.
const UNREACHABLE = 'http://127.0.0.1:9';
const LIMITS = { maxCursorLagBlocks: 100, maxLookAgeSeconds: 120 };

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
    limits: LIMITS,
    isStopping: () => isStopping,
  });
});
afterAll(() => databases?.stop());

test('a process whose chains do not answer is not ready, but stays in the load balancer', async () => {
  expect(await ask()).toMatchObject({ ready: false, serving: true });
});

test('a stopping process says so at once, even between two probes', async () => {
  await ask();
  isStopping = true;
  const { ready, serving, checks } = await ask();
  expect({ ready, serving }).toEqual({ ready: false, serving: false });
  expect(checks.at(-1)).toEqual({ name: 'stopping', ok: false, detail: 'the process stops' });
});

test('a note about the signer is shown, and leaves the process ready', async () => {
  const { checks } = await createReadiness({
    ...{ database, clients: new Map(), clock: systemClock, limits: LIMITS },
    probeSigner: async () => "the signer's view of Northshore differs",
  })();
  expect(checks.at(-1)).toEqual({ name: 'signer', ok: true, detail: "the signer's view of Northshore differs" });
});

test('a chain that was never read, not read recently, or not read far enough is not ready', async () => {
  const chain = pickChain(createSampleCatalog(), 'Northshore');
  const now = new Date();
  const seconds = Math.floor(now.getTime() / 1000);
  let head = { number: 100, age: 1 };
  const describeChain = async () => {
    const client = createScriptedClient(chain, () => ({
      ...memoryBlock(head.number),
      timestamp: numberToHex(seconds - head.age),
    }));
    const clients = new Map([[chain.id, client]]);
    const { checks } = await createReadiness({ database, clients, clock: { now: () => now }, limits: LIMITS })();
    return checks.find(({ name }) => name === 'chain Northshore')?.detail;
  };
  const readTo = (block: number, age: number) =>
    database.query("update chains set scanned_to = $2, scanned_to_hash = '0x', looked_at = $3 where chain_id = $1", [
      ...[chain.id, block, new Date(now.getTime() - age * 1000)],
    ]);
  await rememberChain(database, { chainId: chain.id, genesisHash: pad('0x0'), depositContract: chain.depositContract });
  expect(await describeChain()).toBe('never read');
  await readTo(100, 130);
  expect(await describeChain()).toBe('last read 130 s ago');
  head = { number: 201, age: 1 };
  expect(await describeChain()).toBe('101 blocks not read yet');
  await readTo(201, 1);
  expect(await describeChain()).toBe('ok');
  head = { number: 201, age: chain.maxHeadAgeSeconds + 2 };
  expect(await describeChain()).toMatch(/^newest block is \d+ s old$/);
});

test('a process without its database serves nothing', async () => {
  await database.close();
  expect(await ask()).toMatchObject({ ready: false, serving: false });
  database = await databases.open();
});
