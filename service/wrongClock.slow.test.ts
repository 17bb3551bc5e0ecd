import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LabInstallation } from '../lab/installation/installationFile.ts';
import type { TestInstallation } from '../lab/service/testHarness.ts';
import { createTestHarness } from '../lab/service/testHarness.ts';

const DAY_MS = 86_400_000;

let harness: TestInstallation;

beforeAll(async () => {
  harness = await createTestHarness('postgresql', 53_400);
});
afterAll(() => harness?.stop());

test('a machine whose clock jumps a day ahead pays in time, and stores no wrong time', async () => {
  await harness.reset();
  harness.keepMining();
  let aheadMs = 0;
  const machineClock = { now: () => new Date(Date.now() + aheadMs) };
  const change = (file: LabInstallation) => {
    file.lab.operatorPort = 0;
  };
  const service = await harness.start({ machineClock, change });
  const readMetric = async (name: string) => {
    const text = await (await fetch(`${service.operatorUrl}/metrics`)).text();
    return Number(text.match(new RegExp(`^${name} (\\S+)$`, 'm'))?.[1]);
  };
  const user = await harness.createUser();

  aheadMs = DAY_MS;
  const hash = await harness.bridge.deposit(user, { token: 'USDC', amount: 50_000_000n });
  const { data } = await service.waitForReceipt(hash, 0);
  expect(await harness.payments(harness.bridge.destination, user.address)).toEqual([
    { hash: data.to_chain_hash, amount: BigInt(data.user_receive_value.raw_value) },
  ]);
  const future = "select 1 from fee_schedules where valid_from > now() + interval '10 s'";
  expect(await harness.database().query(future)).toEqual([]);
  expect(await readMetric('causeway_clock_ahead_seconds')).toBeCloseTo(86_400, -1);
});
