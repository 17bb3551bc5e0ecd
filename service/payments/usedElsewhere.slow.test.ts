import { afterAll, beforeAll, expect, test } from 'vitest';
import { waitUntil } from '../../lab/processes/waitUntil.ts';
import type { TestInstallation } from '../../lab/service/testHarness.ts';
import { createTestHarness } from '../../lab/service/testHarness.ts';
import { createFastClock } from '../../lab/service/testService.ts';
import { readIncidents } from '../db/incidents.ts';
import { readSender } from './senders.ts';

let harness: TestInstallation;

beforeAll(async () => {
  harness = await createTestHarness('postgresql', 54_300);
});
afterAll(() => harness?.stop());

test('halts a sender whose key was used elsewhere, while no payment is due', async () => {
  await harness.reset();
  harness.keepMining();
  await harness.start({ clock: createFastClock(5) });
  const { destination, hotWallet } = harness.bridge;
  const key = { chainId: destination.chain.id, address: hotWallet.address };
  const elsewhere = { account: hotWallet, chain: null, to: hotWallet.address, value: 1n };
  await destination.chain.client.sendTransaction(elsewhere);
  const reason = await waitUntil(async () => (await readSender(harness.database(), key))?.haltedReason);
  expect(reason).toMatch(/the hot wallet's nonce on Southshore is \d+, but this database has signed only up to \d+/);
  const incidents = await readIncidents(harness.database(), 3_600_000);
  expect(incidents).toMatchObject([{ kind: 'senderHalted', chainId: key.chainId, detail: reason }]);
});
