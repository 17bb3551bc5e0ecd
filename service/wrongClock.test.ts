import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { waitUntil } from '../lab/processes/waitUntil.ts';
import type { TestHarness } from '../lab/service/testHarness.ts';
import { createTestHarness } from '../lab/service/testHarness.ts';
import type { ConfigFile } from './config/configFileSchema.ts';

// A busy machine is slow, so the timeouts are long.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const DAY_MS = 86_400_000;

let harness: TestHarness;

beforeAll(async () => {
  harness = await createTestHarness('postgresql', 53_400);
});
afterAll(() => harness?.stop());

test('a machine whose clock jumps a day ahead is not ready, stores and pays nothing, and recovers', async () => {
  await harness.reset();
  harness.keepMining();
  let aheadMs = 0;
  const machineClock = { now: () => new Date(Date.now() + aheadMs) };
  const change = (file: ConfigFile) => {
    file.operator = { host: '127.0.0.1', port: 0, maxCursorLagBlocks: 100, maxLookAgeSeconds: 120 };
  };
  const service = await harness.start({ machineClock, change });
  const readClock = async () => {
    const answer = await fetch(`${service.operatorUrl}/ready`);
    const { checks }: { checks: { name: string; ok: boolean; detail: string }[] } = JSON.parse(await answer.text());
    return checks.find(({ name }) => name === 'clock');
  };
  expect(await readClock()).toMatchObject({ ok: true });
  const user = await harness.createUser();

  aheadMs = DAY_MS;
  await waitUntil(async () => (await readClock())?.detail.includes('86400 s ahead') === true);
  const hash = await harness.bridge.deposit(user, { token: 'USDC', amount: 50_000_000n });
  await new Promise((resolve) => setTimeout(resolve, 4000));
  expect((await service.receipt(hash)).status.code).toBe(907);
  const future = "select 1 from fee_schedules where valid_from > now() + interval '10 s'";
  expect(await harness.database().query(future)).toEqual([]);

  aheadMs = 0;
  const { data } = await service.waitForReceipt(hash, [0]);
  expect(await harness.payments(harness.bridge.destination, user.address)).toEqual([
    { hash: data.to_chain_hash, amount: BigInt(data.user_receive_value.raw_value) },
  ]);
  expect(await harness.database().query(future)).toEqual([]);
});
