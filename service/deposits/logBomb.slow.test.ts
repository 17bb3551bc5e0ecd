import { parseEther } from 'viem';
import { afterAll, expect } from 'vitest';
import type { Endpoint } from '../../tools/lab/endpoints/endpoint.ts';
import { startEndpoint } from '../../tools/lab/endpoints/endpoint.ts';
import { test } from '../../tools/lab/fixtures.ts';
import type { TestTransfer } from '../../tools/lab/installation/testTransfer.ts';
import { waitUntil } from '../../tools/lab/processes/waitUntil.ts';

const BOMBED_BLOCKS = 4n;
const REORG_WINDOW = 64;
/** Above viem's limit of 10 MiB for a response. */
const TOO_LARGE = { result: 'x'.repeat(11 * 1024 * 1024) };

let rpc: Endpoint;
const asked = { logs: 0, refused: 0 };

test.beforeAll(async ({ sharedInstallation: { bridge } }) => {
  rpc = await startEndpoint(bridge.origin.chain.rpcUrl);
});
afterAll(() => rpc?.stop());

/**
 * Makes the endpoint refuse every range containing one of the next blocks, like an attacker who fills them with logs.
 */
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

/**
 * Waits until the watcher has stored a deposit.
 * @returns how often it asked for logs by then
 */
function askedUntilStored({ stored }: TestTransfer): Promise<number> {
  return waitUntil(async () => (await stored()) !== null && asked.logs);
}

test('stores the deposits after blocks with too many logs before it reads older blocks again', async ({
  installation,
}) => {
  const { chain } = installation.bridge.origin;
  const user = await installation.createUser();
  const start = () =>
    installation.start({
      change: ({ lab, chains: [origin] }) => {
        lab.reorgWindow = REORG_WINDOW;
        if (origin) origin.rpcUrls = [rpc.url];
      },
      workers: ['watch'],
    });
  const depositNow = () => installation.deposit({ user, token: 'ETH', amount: parseEther('1') });
  const watcher = await start();
  await chain.mine(2 * REORG_WINDOW);
  await askedUntilStored(await depositNow());
  await watcher.stop();

  bombNextBlocks(await chain.client.getBlockNumber());
  await chain.mine(Number(BOMBED_BLOCKS));
  const transfer = await depositNow();
  await start();
  // The range, its new blocks, half of them, each of the four, and the deposit's block twice.
  expect(await askedUntilStored(transfer)).toBeLessThanOrEqual(10);

  const { refused } = asked;
  // The second of these deposits is stored after the first one's turn has read the reorg window again.
  await askedUntilStored(await depositNow());
  await askedUntilStored(await depositNow());
  expect(asked.refused).toBe(refused);
});
