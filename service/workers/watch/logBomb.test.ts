import { parseEther } from 'viem';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { FaultyRpc } from '../../../lab/rpc/faultyRpc.ts';
import { startFaultyRpc } from '../../../lab/rpc/faultyRpc.ts';
import type { TestHarness } from '../../../lab/service/testHarness.ts';
import { createTestHarness } from '../../../lab/service/testHarness.ts';
import type { TestService } from '../../../lab/service/testService.ts';

// A busy machine is slow, so the timeouts are long.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });

const ROUNDS = 3;
const DEPOSITS = 4;
const MAX_RATIO = 3;
const BOMBED_BLOCKS = 4n;
/** Above viem's limit of 10 MiB for a response. */
const TOO_LARGE = { result: 'x'.repeat(11 * 1024 * 1024) };

let harness: TestHarness;
let rpc: FaultyRpc;

beforeAll(async () => {
  harness = await createTestHarness('postgresql', 58_200);
  rpc = await startFaultyRpc(harness.bridge.destination.chain.rpcUrl);
});
afterAll(async () => {
  await harness?.stop();
  await rpc?.stop();
});

/** Lets the endpoint refuse every range with one of the next blocks, like an attacker who fills them with logs. */
async function bombNextBlocks(): Promise<void> {
  const head = await harness.bridge.destination.chain.client.getBlockNumber();
  const [first, last] = [head + 1n, head + BOMBED_BLOCKS];
  rpc.setFault(({ method, params: [query] }) => {
    if (method !== 'eth_getLogs') return undefined;
    const { fromBlock = '0x0', toBlock = '0x0' } = query as { fromBlock?: string; toBlock?: string };
    return BigInt(fromBlock) <= last && BigInt(toBlock) >= first ? TOO_LARGE : undefined;
  });
}

async function measureDelivery(service: TestService): Promise<number> {
  const user = await harness.createUser();
  const hash = await harness.bridge.deposit(user, { token: 'ETH', amount: parseEther('1') });
  const startedAt = performance.now();
  await service.waitForReceipt(hash, [0]);
  return performance.now() - startedAt;
}

async function measureMedian(service: TestService): Promise<number> {
  const times: number[] = [];
  for (let deposit = 0; deposit < DEPOSITS; deposit += 1) times.push(await measureDelivery(service));
  return times.sort((a, b) => a - b)[Math.floor(DEPOSITS / 2)] ?? Number.POSITIVE_INFINITY;
}

test('deposits of a chain are paid as fast as before while another chain has blocks with logs that are too large', async () => {
  const service = await harness.start({
    change: ({ chains: [, destination] }) => {
      if (destination) destination.rpcUrls = [rpc.url];
    },
  });
  harness.keepMining();
  await measureDelivery(service);
  const times: { readonly quiet: number; readonly bombed: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    rpc.setFault(() => undefined);
    const quiet = await measureMedian(service);
    await bombNextBlocks();
    times.push({ quiet, bombed: await measureMedian(service) });
  }
  const ratios = times.map(({ quiet, bombed }) => bombed / quiet).sort((a, b) => a - b);
  expect(ratios[Math.floor(ROUNDS / 2)]).toBeLessThan(MAX_RATIO);
});
