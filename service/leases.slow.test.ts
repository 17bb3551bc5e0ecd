import { parseEther } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { waitUntil } from '../lab/processes/waitUntil.ts';
import type { TestInstallation } from '../lab/service/testHarness.ts';
import { createTestHarness } from '../lab/service/testHarness.ts';
import { WORKERS } from './engine.ts';

let harness: TestInstallation;

beforeAll(async () => {
  harness = await createTestHarness('postgresql', 49_000);
  await harness.reset();
  await harness.database().query('delete from leases');
});
afterAll(() => harness?.stop());

test('with leases, the second of two services works only after the first one stops', async () => {
  const { destination } = harness.bridge;
  harness.keepMining();
  const turns = { first: 0, second: 0 };
  const all = WORKERS.length * 2;
  const countFor = (name: keyof typeof turns) => async () => {
    turns[name] += 1;
  };
  const first = await harness.start({
    ...{ leases: true, reportStep: countFor('first') },
    change: ({ lab }) => Object.assign(lab, { operatorPort: 0 }),
  });
  await waitUntil(async () => (await harness.database().query('select 1 from leases')).length === all);
  const { checks } = await (await fetch(`${first.operatorUrl}/ready`)).json();
  expect(checks).toContainEqual({ name: 'turns', ok: true, detail: 'ok' });
  const second = await harness.start({ leases: true, reportStep: countFor('second') });
  const pay = async () => {
    const user = await harness.createUser();
    const hash = await harness.bridge.deposit(user, { token: 'ETH', amount: parseEther('1') });
    await second.waitForReceipt(hash, 0);
    expect(await harness.payments(destination, user.address)).toHaveLength(1);
  };
  await pay();
  expect(turns.first).toBeGreaterThan(0);
  expect(turns.second).toBe(0);
  await first.stop();
  await pay();
  expect(turns.second).toBeGreaterThan(0);
});
