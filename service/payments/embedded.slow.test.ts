import { expect } from 'vitest';
import { createInstallationTest } from '../../tools/lab/fixtures.ts';

// The local stack uses the embedded database. The other worker tests use PostgreSQL: the embedded one runs the same
// statements and takes five times the processor time. The tests in `service/db` use both.

const test = createInstallationTest('embedded');

test('a payment stored in the embedded database is sent once after a restart', async ({ installation }) => {
  installation.keepMining();
  const first = await installation.start({ without: ['broadcast'] });
  const transfer = await installation.deposit();
  await transfer.untilReceipt(/payout on Southshore is signed/);
  await first.stop();
  expect(await transfer.payouts()).toEqual([]);
  const stored = await installation.query('select hash from attempts');
  await installation.start();
  const payout = await transfer.delivered();
  expect(stored).toEqual([{ hash: payout.hash }]);
  expect(await transfer.payouts()).toEqual([payout]);
});
