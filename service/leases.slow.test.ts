import { parseEther } from 'viem';
import { expect } from 'vitest';
import { test } from '../tools/lab/fixtures.ts';
import { waitUntil } from '../tools/lab/processes/waitUntil.ts';
import { WORKERS } from './engine.ts';

test('with leases, the second of two services works only after the first one stops', async ({ installation }) => {
  await installation.query('delete from leases');
  installation.keepMining();
  const turns = { first: 0, second: 0 };
  const all = WORKERS.length * 2;
  const countFor = (name: keyof typeof turns) => async () => {
    turns[name] += 1;
  };
  const first = await installation.start({
    ...{ leases: true, reportStep: countFor('first') },
    change: ({ lab }) => Object.assign(lab, { operatorPort: 0 }),
  });
  await waitUntil(async () => (await installation.query('select 1 from leases')).length === all);
  const { checks } = await (await fetch(`${first.operatorUrl}/ready`)).json();
  expect(checks).toContainEqual({ name: 'turns', ok: true, detail: 'ok' });
  await installation.start({ leases: true, reportStep: countFor('second') });
  const pay = async () => {
    const transfer = await installation.deposit({ token: 'ETH', amount: parseEther('1') });
    await transfer.delivered();
    expect(await transfer.payouts()).toHaveLength(1);
  };
  await pay();
  expect(turns.first).toBeGreaterThan(0);
  expect(turns.second).toBe(0);
  await first.stop();
  await pay();
  expect(turns.second).toBeGreaterThan(0);
});
