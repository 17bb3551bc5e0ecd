import type { Hash } from 'viem';
import { encodeFunctionData, parseEther, zeroAddress } from 'viem';
import { afterAll, beforeEach, expect } from 'vitest';
import { depositAbi } from '#shared/abi/depositAbi.ts';
import type { Endpoint } from '../../tools/lab/endpoints/endpoint.ts';
import { startEndpoint } from '../../tools/lab/endpoints/endpoint.ts';
import { combine, limitCalls, on } from '../../tools/lab/endpoints/faults.ts';
import { test } from '../../tools/lab/fixtures.ts';
import type { LabInstallation } from '../../tools/lab/installation/installationFile.ts';
import type { TestInstallation } from '../../tools/lab/installation/testInstallation.ts';
import { waitUntil } from '../../tools/lab/processes/waitUntil.ts';

const DEPOSITS = 300;
const CALLS_PER_SECOND = 50;
const PERSONAL_DEPOSITS = 5;
// Then each deposit costs a call, as on endpoints without this method.
const WITHOUT_BLOCK_RECEIPTS = on('eth_getBlockReceipts', { error: { code: -32_601, message: 'no such method' } });

let rpc: Endpoint;

test.beforeAll(async ({ sharedInstallation: { bridge } }) => {
  rpc = await startEndpoint(bridge.origin.chain.rpcUrl);
});
beforeEach(() => rpc.answer(WITHOUT_BLOCK_RECEIPTS));
afterAll(() => rpc?.stop());

const readThroughLimits = ({ chains: [origin] }: LabInstallation): void => {
  if (origin) origin.rpcUrls = [rpc.url];
};

/** Sends many deposits that end up in one block. */
async function depositTogether(installation: TestInstallation, count: number): Promise<void> {
  const { origin, destination } = installation.bridge;
  const { client, mine } = origin.chain;
  const user = await installation.createUser();
  const amount = parseEther('0.5');
  const args = [user.address, zeroAddress, origin.deployment.vault, amount, BigInt(destination.chain.id), 7n] as const;
  const data = encodeFunctionData({ abi: depositAbi, functionName: 'deposit', args });
  const first = await client.getTransactionCount({ address: user.address });
  // Hundreds of signatures would take the processor longer than a request waits for its answer.
  await client.impersonateAccount({ address: user.address });
  await client.setAutomine(false);
  const hashes: Promise<Hash>[] = [];
  for (let index = 0; index < count; index += 1) {
    const to = origin.deployment.depositContract;
    const call = { account: user.address, chain: null, to, data, value: amount, gas: 90_000n, nonce: first + index };
    hashes.push(client.sendTransaction(call));
  }
  await Promise.all(hashes);
  await mine(1);
  await client.setAutomine(true);
}

test("stores another person's deposits before the rest of a burst, and then all of it with few calls", async ({
  installation,
}) => {
  const { origin, destination } = installation.bridge;
  // The watcher has a cursor before the burst.
  for (const { chain } of [origin, destination]) await chain.mine(1);
  const first = await installation.start({ change: readThroughLimits, workers: ['watch'] });
  const readTo = async () => {
    const rows = await installation.query<{ to: bigint | null }>('select scanned_to as "to" from chains');
    return rows.every(({ to }) => to !== null) ? rows : null;
  };
  await waitUntil(async () => (await readTo())?.length === 2);
  await first.stop();
  await depositTogether(installation, DEPOSITS);
  const person = await installation.createUser();
  const hashes: Hash[] = [];
  for (let count = 0; count < PERSONAL_DEPOSITS; count += 1) {
    hashes.push((await installation.deposit({ user: person, token: 'ETH', amount: parseEther('0.5') })).hash);
  }
  rpc.answer(combine(WITHOUT_BLOCK_RECEIPTS, limitCalls(CALLS_PER_SECOND)));
  rpc.clear();
  await installation.start({ change: readThroughLimits, workers: ['watch', 'accept'] });
  const countBefore = async () => {
    const rows = await installation.query<{ before: bigint }>(
      `select (select count(*) from deposits other where other.first_seen_at <= own.first_seen_at) as before
       from deposits own where tx_hash = any($1) and (select count(*) from deposits) = $2`,
      [hashes, DEPOSITS + hashes.length],
    );
    return rows.length > 0 && Math.max(...rows.map((row) => Number(row.before)));
  };
  const before = await waitUntil(countBefore, { timeoutMs: 120_000, what: 'all deposits' });
  expect(before).toBeLessThan(DEPOSITS / 2);
  // At this rate, few calls mean few seconds, even on a busy machine.
  const { total, refused } = rpc.counts();
  expect(total).toBeLessThan(4 * DEPOSITS);
  expect(refused / total).toBeLessThan(0.3);
});
