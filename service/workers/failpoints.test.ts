import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { waitUntil } from '../testing/processes.ts';
import type { TestStand } from '../testing/testStand.ts';
import { createTestStand } from '../testing/testStand.ts';
import type { Failpoint } from './failpoints.ts';
import { FAILPOINTS } from './failpoints.ts';

// Other work on the same machine must not fail a test.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let stand: TestStand;

beforeAll(async () => {
  stand = await createTestStand('postgresql', 45_000);
  await stand.reset();
});
afterAll(() => stand?.stop());

test('a payout with a fee bump and a refund come by every failpoint', async () => {
  const { destination } = stand.bridge;
  const reached = new Set<Failpoint>();
  let isDear = false;
  const reach = async (point: Failpoint) => {
    reached.add(point);
    if (point !== 'sign.committed' || isDear) return;
    isDear = true;
    await destination.chain.client.setNextBlockBaseFeePerGas({ baseFeePerGas: 40n * 10n ** 9n });
    await destination.chain.mine(1);
  };
  // Ahead by more than a bump waits for, within what clocks may differ.
  const clock = { now: () => new Date(Date.now() + 25_000) };
  stand.keepMining();
  const service = await stand.start({ reach, clock });
  const user = await stand.createUser();
  const paid = await stand.bridge.deposit(user, { token: 'USDC', amount: 50_000_000n });
  await service.waitForReceipt(paid, [0]);
  // More than is transferred at once.
  await await stand.bridge.deposit(user, { token: 'USDC', amount: 20_000_000_000n });
  await waitUntil(async () => {
    const [row] = await stand.database().query("select 1 from transfers where state = 'refunded'");
    return row;
  });
  expect(FAILPOINTS.filter((point) => !reached.has(point))).toEqual([]);
});
