import { parseEther } from 'viem';
import { expect } from 'vitest';
import { test } from '../../../tools/lab/fixtures.ts';

const POLL_MS = 600_000;

test('with a subscription to new blocks, a deposit is delivered before the second poll', async ({ installation }) => {
  await installation.start({
    change: ({ lab, chains }) => {
      lab.pollIntervalMs = POLL_MS;
      for (const chain of chains) {
        chain.wsUrls = chain.rpcUrls.map((url) => url.replace('http:', 'ws:'));
      }
    },
  });
  installation.keepMining();
  const transfer = await installation.deposit({ token: 'ETH', amount: parseEther('1') });
  await transfer.delivered();
  expect(await transfer.payouts()).toHaveLength(1);
});
