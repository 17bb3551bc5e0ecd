import type { Hash } from 'viem';
import { parseEther } from 'viem';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Endpoint } from '../../lab/endpoints/endpoint.ts';
import { startEndpoint } from '../../lab/endpoints/endpoint.ts';
import { waitUntil } from '../../lab/processes/waitUntil.ts';
import type { TestInstallation } from '../../lab/service/testHarness.ts';
import { createTestHarness } from '../../lab/service/testHarness.ts';

const DEPOSITS = 4;
const BOMBED_BLOCKS = 4n;
const REORG_WINDOW = 64;
/** Above viem's limit of 10 MiB for a response. */
const TOO_LARGE = { result: 'x'.repeat(11 * 1024 * 1024) };

let harness: TestInstallation;
let rpc: Endpoint;
const asked = { logs: 0, refused: 0 };

beforeAll(async () => {
  harness = await createTestHarness('postgresql', 58_200);
});
beforeEach(() => harness.reset());
afterAll(async () => {
  await harness?.stop();
  await rpc?.stop();
});

/** Puts a faulty endpoint before one of the chains. */
async function restrict(side: 'origin' | 'destination') {
  await rpc?.stop();
  const { chain } = harness.bridge[side];
  rpc = await startEndpoint(chain.rpcUrl);
  return { chain, index: side === 'origin' ? 0 : 1 };
}

/** Lets the endpoint refuse every range with one of the next blocks, like an attacker who fills them with logs. */
function bombNextBlocks(head: bigint): void {
  const [first, last] = [head + 1n, head + BOMBED_BLOCKS];
  Object.assign(asked, { logs: 0, refused: 0 });
  rpc.answer(({ method, params: [query] }) => {
    if (method !== 'eth_getLogs') return undefined;
    asked.logs += 1;
    const { fromBlock = '0x0', toBlock = '0x0' } = query as { fromBlock?: string; toBlock?: string };
    if (BigInt(fromBlock) > last || BigInt(toBlock) < first) return undefined;
    asked.refused += 1;
    return TOO_LARGE;
  });
}

/** Waits until the watcher has stored a deposit. @returns how often it has asked for logs by then */
async function askedUntilStored(hash: Hash): Promise<number> {
  const count = 'select count(*) from deposits where tx_hash = $1';
  return waitUntil(async () => {
    const [row] = await harness.database().query<{ count: bigint }>(count, [hash]);
    return Number(row?.count) === 1 && asked.logs;
  });
}

test('stores the deposits after blocks with too many logs before it reads older blocks again', async () => {
  const { chain, index } = await restrict('origin');
  const user = await harness.createUser();
  const start = () =>
    harness.start({
      change: ({ lab, chains }) => {
        lab.reorgWindow = REORG_WINDOW;
        Object.assign(chains[index] ?? {}, { rpcUrls: [rpc.url] });
      },
      workers: ['watch'],
    });
  const depositNow = () => harness.bridge.deposit(user, { token: 'ETH', amount: parseEther('1') });
  const watcher = await start();
  await chain.mine(2 * REORG_WINDOW);
  await askedUntilStored(await depositNow());
  await watcher.stop();

  bombNextBlocks(await chain.client.getBlockNumber());
  await chain.mine(Number(BOMBED_BLOCKS));
  const hash = await depositNow();
  await start();
  // The range, its new blocks, half of them, each of the four and the deposit's twice.
  expect(await askedUntilStored(hash)).toBeLessThanOrEqual(10);

  const { refused } = asked;
  // The second of these deposits is stored after the turn of the first has read the reorg window again.
  await askedUntilStored(await depositNow());
  await askedUntilStored(await depositNow());
  expect(asked.refused).toBe(refused);
});

test('pays deposits of a chain while another chain has blocks with too many logs, which it asks for few times', async () => {
  const { chain, index } = await restrict('destination');
  const service = await harness.start({
    change: ({ chains }) => Object.assign(chains[index] ?? {}, { rpcUrls: [rpc.url] }),
  });
  harness.keepMining();
  bombNextBlocks(await chain.client.getBlockNumber());
  const user = await harness.createUser();
  for (let deposit = 0; deposit < DEPOSITS; deposit += 1) {
    const hash = await harness.bridge.deposit(user, { token: 'ETH', amount: parseEther('1') });
    await service.waitForReceipt(hash, 0);
  }
  // The watcher and the rescan find each of the blocks by halving.
  expect(asked.refused).toBeGreaterThan(0);
  expect(asked.refused).toBeLessThan(60);
});
