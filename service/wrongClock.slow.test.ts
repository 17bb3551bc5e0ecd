import { expect } from 'vitest';
import { test } from '../tools/lab/fixtures.ts';
import type { LabInstallation } from '../tools/lab/installation/installationFile.ts';

const DAY_MS = 86_400_000;

test('a machine whose clock jumps a day ahead still pays in time, and stores no wrong time', async ({
  installation,
}) => {
  installation.keepMining();
  let aheadMs = 0;
  const machineClock = { now: () => new Date(Date.now() + aheadMs) };
  const change = (file: LabInstallation) => {
    file.lab.operatorPort = 0;
  };
  const service = await installation.start({ machineClock, change });
  const readMetric = async (name: string) => {
    const text = await (await fetch(`${service.operatorUrl}/metrics`)).text();
    return Number(text.match(new RegExp(`^${name} (\\S+)$`, 'm'))?.[1]);
  };

  aheadMs = DAY_MS;
  const transfer = await installation.deposit();
  const payout = await transfer.delivered();
  expect(await transfer.payouts()).toEqual([payout]);
  const future = "select 1 from fee_schedules where valid_from > now() + interval '10 s'";
  expect(await installation.query(future)).toEqual([]);
  expect(await readMetric('causeway_clock_ahead_seconds')).toBeCloseTo(86_400, -1);
});
