import { expect } from 'vitest';
import { test } from '../../lab/fixtures.ts';
import { waitUntil } from '../../lab/processes/waitUntil.ts';
import { createFastClock } from '../../lab/service/testService.ts';
import { readIncidents } from '../db/incidents.ts';

test('halts a sender whose key was used elsewhere, while no payment is due', async ({ installation }) => {
  installation.keepMining();
  await installation.start({ clock: createFastClock(5) });
  await installation.useKeyElsewhere();
  const reason = await waitUntil(installation.haltedReason);
  expect(reason).toMatch(/the hot wallet's nonce on Southshore is \d+, but this database has signed only up to \d+/);
  const incidents = await readIncidents(installation.database(), 3_600_000);
  expect(incidents).toMatchObject([{ kind: 'senderHalted', chainId: installation.senderKey.chainId, detail: reason }]);
});
