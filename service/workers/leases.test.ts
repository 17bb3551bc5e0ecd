import { parseEther } from 'viem';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { TestStand } from '../../lab/bridge/testStand.ts';
import { createTestStand } from '../../lab/bridge/testStand.ts';
import { waitUntil } from '../../lab/processes/testProcesses.ts';
import { WORKERS } from './engine.ts';

// Other work on the same machine must not fail a test.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let stand: TestStand;

beforeAll(async () => {
  stand = await createTestStand('postgresql', 49_000);
  await stand.reset();
  await stand.database().query('delete from leases');
});
afterAll(() => stand?.stop());

test('of two services one does the work, and the other goes on with it where that one stops', async () => {
  const { destination } = stand.bridge;
  stand.keepMining();
  const turns = { first: 0, second: 0 };
  const all = WORKERS.length * 2;
  const countFor = (name: keyof typeof turns) => async () => {
    turns[name] += 1;
  };
  const first = await stand.start({ leases: true, reach: countFor('first') });
  await waitUntil(async () => (await stand.database().query('select 1 from leases')).length === all);
  const second = await stand.start({ leases: true, reach: countFor('second') });
  const pay = async () => {
    const user = await stand.createUser();
    const hash = await stand.bridge.deposit(user, { token: 'ETH', amount: parseEther('1') });
    await second.waitForReceipt(hash, [0]);
    expect(await stand.payments(destination, user.address)).toHaveLength(1);
  };
  await pay();
  expect(turns.first).toBeGreaterThan(0);
  expect(turns.second).toBe(0);
  await first.stop();
  await pay();
  expect(turns.second).toBeGreaterThan(0);
});
