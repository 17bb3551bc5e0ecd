import { parseEther } from 'viem';
import { expect } from 'vitest';
import { createInstallationTest } from '../../lab/fixtures.ts';
import { waitUntil } from '../../lab/processes/waitUntil.ts';
import { createFastClock } from '../../lab/service/testService.ts';

// The local stack uses the embedded database. The other tests of the workers use PostgreSQL: the embedded one runs the same
// statements and takes five times the processor time. The tests of `service/db` use both.

const test = createInstallationTest('embedded');

test('a payment stored in the embedded database is sent once after a restart', async ({ installation }) => {
  installation.keepMining();
  const first = await installation.start({ without: ['broadcast'] });
  const transfer = await installation.deposit();
  await transfer.untilReceipt(/payout on Southshore is signed/);
  await first.stop();
  await installation.start();
  const payout = await transfer.delivered();
  expect(await transfer.payouts()).toEqual([payout]);
});

test('a deposit above the limit is refunded from the embedded database', async ({ installation }) => {
  installation.keepMining();
  await installation.start();
  const transfer = await installation.deposit({ amount: 20_000_000_000n });
  await transfer.untilReceipt(909);
  await waitUntil(async () => (await transfer.refunds()).length === 1, { what: 'the refund' });
  expect(await transfer.payouts()).toEqual([]);
});

test('the exposure cap in the embedded database delays a payment until the earlier deposit is final', async ({
  installation,
}) => {
  const { origin, destination } = installation.bridge;
  const stopMining = destination.chain.keepMining(100);
  try {
    const [user, other] = [await installation.createUser(), await installation.createUser()];
    await installation.start({
      change: (file) => {
        for (const chain of file.chains) Object.assign(chain, { finality: 20, exposureCap: '10000' });
      },
      clock: createFastClock(20),
    });
    const first = await installation.deposit({ user, token: 'ETH', amount: parseEther('2') });
    await origin.chain.mine(2);
    await first.delivered();
    const second = await installation.deposit({ user: other, token: 'ETH', amount: parseEther('2') });
    await origin.chain.mine(2);
    await second.untilReceipt(/the payment waits until earlier deposits on Northshore are final/);
    expect(await second.payouts()).toEqual([]);
    await origin.chain.mine(20);
    await second.delivered();
    expect(await second.payouts()).toHaveLength(1);
  } finally {
    stopMining();
  }
});
