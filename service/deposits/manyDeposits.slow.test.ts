import type { Hex } from 'viem';
import { encodeDeployData, encodeFunctionData, parseEther, zeroAddress } from 'viem';
import { expect } from 'vitest';
import { depositAbi } from '#shared/abi/depositAbi.ts';
import { compileContracts } from '../../contracts/artifacts.ts';
import { test } from '../../tools/lab/fixtures.ts';
import type { TestInstallation } from '../../tools/lab/installation/testInstallation.ts';
import { waitUntil } from '../../tools/lab/processes/waitUntil.ts';

const DEPOSITS = 400;

/** Makes many deposits in one transaction. Each is below its route's minimum and worth its refund. */
async function flood(installation: TestInstallation): Promise<void> {
  const { chain, deployment } = installation.bridge.origin;
  const user = await installation.createUser();
  const { abi, bytecode } = (await compileContracts()).TestBatcher;
  const send = (to: Hex | null, data: Hex, value = 0n) =>
    chain.client.sendTransaction({ account: user, chain: null, to, data, value, gas: 29_000_000n });
  const deployed = await send(null, encodeDeployData({ abi, bytecode }));
  const { contractAddress: batcher } = await chain.client.waitForTransactionReceipt({ hash: deployed });
  if (!batcher) throw new Error('the batcher was not deployed');
  const value = parseEther('0.0008');
  const destination = BigInt(installation.bridge.destination.chain.id);
  const args = [user.address, zeroAddress, deployment.vault, value, destination, 7n] as const;
  const data = encodeFunctionData({ abi: depositAbi, functionName: 'deposit', args });
  const calls = Array.from({ length: DEPOSITS }, () => ({ to: deployment.depositContract, value, data }));
  const run = encodeFunctionData({ abi, functionName: 'run', args: [calls] });
  const hash = await send(batcher, run, value * BigInt(DEPOSITS));
  const { status } = await chain.client.waitForTransactionReceipt({ hash });
  expect(status).toBe('success');
}

async function countUnpaid(installation: TestInstallation): Promise<number> {
  const [row] = await installation.query<{ count: bigint }>(
    "select count(*) from transfers where amount < 10::numeric ^ 16 and state not in ('delivered', 'refunded')",
  );
  return Number(row?.count);
}

test('400 small deposits in one transaction do not delay an honest deposit', async ({ installation }) => {
  await installation.start();
  installation.keepMining();
  await flood(installation);
  const transfer = await installation.deposit({ token: 'ETH', amount: parseEther('1') });
  await transfer.delivered();
  // The order shows it on a machine of any speed: the deposit came after all of them and overtook most.
  expect(await countUnpaid(installation)).toBeGreaterThan(DEPOSITS / 2);
  await waitUntil(async () => (await countUnpaid(installation)) === 0, { timeoutMs: 180_000 });
});
