import { parseEther } from 'viem';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { waitUntil } from '../../lab/processes/waitUntil.ts';
import type { TestHarness } from '../../lab/service/testHarness.ts';
import { createTestHarness } from '../../lab/service/testHarness.ts';
import { createFastClock } from '../../lab/service/testService.ts';
import { WORKERS } from '../engine.ts';

// The local stack uses the embedded database. The other tests of the workers use PostgreSQL: the embedded one runs the same
// statements and takes five times the processor time. The tests of `service/db` use both.

const AMOUNT = 50_000_000n;

let harness: TestHarness;

beforeAll(async () => {
  harness = await createTestHarness('embedded', 43_000);
});
beforeEach(() => harness.reset());
afterAll(() => harness?.stop());

test('a payment stored in the embedded database is sent once after a restart', async () => {
  const { destination } = harness.bridge;
  harness.keepMining();
  const first = await harness.start({ workers: WORKERS.filter((worker) => worker !== 'broadcast') });
  const user = await harness.createUser();
  const hash = await harness.bridge.deposit(user, { token: 'USDC', amount: AMOUNT });
  const isSigned = async () => (await first.receipt(hash)).status.message.includes('payout on Southshore is signed');
  await waitUntil(isSigned, { what: 'a signed payout' });
  await first.stop();
  const second = await harness.start();
  const { data } = await second.waitForReceipt(hash, [0]);
  const paid = BigInt(data.user_receive_value.raw_value);
  expect(await harness.payments(destination, user.address)).toEqual([{ hash: data.to_chain_hash, amount: paid }]);
  await second.stop();
});

test('a deposit above the limit is refunded from the embedded database', async () => {
  harness.keepMining();
  const service = await harness.start();
  const user = await harness.createUser();
  const hash = await harness.bridge.deposit(user, { token: 'USDC', amount: 20_000_000_000n });
  await service.waitForReceipt(hash, [909]);
  const isRefunded = async () => (await harness.payments(harness.bridge.origin, user.address)).length === 1;
  await waitUntil(isRefunded, { what: 'the refund' });
  expect(await harness.payments(harness.bridge.destination, user.address)).toEqual([]);
});

test('the exposure cap in the embedded database delays a payment until the earlier deposit is final', async () => {
  const { origin, destination } = harness.bridge;
  const stopMining = destination.chain.keepMining(100);
  try {
    const [user, other] = [await harness.createUser(), await harness.createUser()];
    const service = await harness.start({
      change: (file) => {
        for (const chain of file.chains) Object.assign(chain, { finality: 20, exposureCap: '10000' });
      },
      clock: createFastClock(20),
    });
    const first = await harness.bridge.deposit(user, { token: 'ETH', amount: parseEther('2') });
    await origin.chain.mine(2);
    await service.waitForReceipt(first, [0]);
    const second = await harness.bridge.deposit(other, { token: 'ETH', amount: parseEther('2') });
    await origin.chain.mine(2);
    const note = 'the payment waits until earlier deposits on Northshore are final';
    const isDelayed = async () => (await service.receipt(second)).status.message.includes(note);
    await waitUntil(isDelayed, { what: note });
    expect(await harness.payments(destination, other.address)).toEqual([]);
    await origin.chain.mine(20);
    await service.waitForReceipt(second, [0]);
    expect(await harness.payments(destination, other.address)).toHaveLength(1);
  } finally {
    stopMining();
  }
});
