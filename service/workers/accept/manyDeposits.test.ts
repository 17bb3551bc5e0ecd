import type { Hex } from 'viem';
import { encodeDeployData, encodeFunctionData, parseEther, zeroAddress } from 'viem';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { depositAbi } from '#shared/abi/depositAbi.ts';
import { compileContracts } from '../../../contracts/artifacts.ts';
import type { TestHarness } from '../../../lab/service/testHarness.ts';
import { createTestHarness } from '../../../lab/service/testHarness.ts';
import type { TestService } from '../../../lab/service/testService.ts';

// A busy machine is slow, so the timeouts are long.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

const DEPOSITS = 400;
const MEASURED = 5;
const MAX_RATIO = 3;

let harness: TestHarness;

beforeAll(async () => {
  harness = await createTestHarness('postgresql', 58_400);
});
afterAll(() => harness?.stop());

/** Makes many deposits in one transaction. Each is below the minimum of its route, and is worth its refund. */
async function flood(): Promise<void> {
  const { chain, deployment } = harness.bridge.origin;
  const user = await harness.createUser();
  const { abi, bytecode } = (await compileContracts()).TestBatcher;
  const send = (to: Hex | null, data: Hex, value = 0n) =>
    chain.client.sendTransaction({ account: user, chain: null, to, data, value, gas: 29_000_000n });
  const deployed = await send(null, encodeDeployData({ abi, bytecode }));
  const { contractAddress: batcher } = await chain.client.waitForTransactionReceipt({ hash: deployed });
  if (!batcher) throw new Error('the batcher was not deployed');
  const value = parseEther('0.0008');
  const destination = BigInt(harness.bridge.destination.chain.id);
  const args = [user.address, zeroAddress, deployment.vault, value, destination, 7n] as const;
  const data = encodeFunctionData({ abi: depositAbi, functionName: 'deposit', args });
  const calls = Array.from({ length: DEPOSITS }, () => ({ to: deployment.depositContract, value, data }));
  const run = encodeFunctionData({ abi, functionName: 'run', args: [calls] });
  const hash = await send(batcher, run, value * BigInt(DEPOSITS));
  const { status } = await chain.client.waitForTransactionReceipt({ hash });
  expect(status).toBe('success');
}

async function measureMedian(service: TestService): Promise<number> {
  const times: number[] = [];
  for (let count = 0; count < MEASURED; count += 1) {
    const user = await harness.createUser();
    const hash = await harness.bridge.deposit(user, { token: 'ETH', amount: parseEther('1') });
    const startedAt = performance.now();
    await service.waitForReceipt(hash, [0]);
    times.push(performance.now() - startedAt);
  }
  return times.sort((a, b) => a - b)[Math.floor(MEASURED / 2)] ?? Number.POSITIVE_INFINITY;
}

test('400 small deposits in one transaction do not delay honest deposits', async () => {
  const service = await harness.start();
  harness.keepMining();
  await measureMedian(service);
  const quiet = await measureMedian(service);
  await flood();
  const flooded = await measureMedian(service);
  expect(flooded / quiet).toBeLessThan(MAX_RATIO);
  const [row] = await harness
    .database()
    .query<{ count: bigint }>('select count(*) from transfers where amount < 10::numeric ^ 16');
  expect(Number(row?.count)).toBe(DEPOSITS);
});
