import { parseEther } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestInstallation } from '../../../lab/service/testHarness.ts';
import { createTestHarness } from '../../../lab/service/testHarness.ts';

const POLL_MS = 600_000;

let harness: TestInstallation;

beforeAll(async () => {
  harness = await createTestHarness('postgresql', 49_700);
});
afterAll(() => harness?.stop());

test('with a subscription to new blocks, a deposit is delivered before the second poll', async () => {
  await harness.reset();
  const service = await harness.start({
    change: ({ lab, chains }) => {
      lab.pollIntervalMs = POLL_MS;
      for (const chain of chains) {
        chain.wsUrls = chain.rpcUrls.map((url) => url.replace('http:', 'ws:'));
      }
    },
  });
  harness.keepMining();
  const user = await harness.createUser();
  const hash = await harness.bridge.deposit(user, { token: 'ETH', amount: parseEther('1') });
  await service.waitForReceipt(hash, 0);
  expect(await harness.payments(harness.bridge.destination, user.address)).toHaveLength(1);
});
