import { afterAll, beforeAll, expect, test } from 'vitest';
import { waitUntil } from '../../lab/processes/waitUntil.ts';
import { waitForMessage } from '../../lab/service/operatorHarness.ts';
import type { TestInstallation } from '../../lab/service/testHarness.ts';
import { createTestHarness } from '../../lab/service/testHarness.ts';

let harness: TestInstallation;

beforeAll(async () => {
  harness = await createTestHarness('postgresql', 53_800);
});
afterAll(() => harness?.stop());

test('a deposit is paid once its block is finalized, beyond the blocks that are read again', async () => {
  const { origin, destination } = harness.bridge;
  await harness.reset();
  const service = await harness.start({
    change: ({ lab, chains: [first] }) => {
      if (!first) throw new Error('no chain');
      // Anvil finalizes a block after 64 more.
      lab.reorgWindow = 8;
      Object.assign(first, { confirmations: 'finalized', finality: 'finalized', exposureCap: '1' });
    },
  });
  const user = await harness.createUser();
  const stopMining = destination.chain.keepMining(100);
  try {
    const hash = await harness.bridge.deposit(user, { token: 'USDC', amount: 50_000_000n });
    await waitForMessage(service, hash, /Waiting until the block is finalized/);
    await origin.chain.mine(40);
    await waitUntil(async () => ((await service.receipt(hash)).status.details?.confirmations ?? 0) > 40);
    expect((await service.receipt(hash)).status).toMatchObject({ code: 908, details: { step: 'confirming' } });
    expect((await service.receipt(hash)).status.details).not.toHaveProperty('confirmations_needed');
    await origin.chain.mine(40);
    // The cap is far below the deposit, so the payment also waits until the database has the final block.
    await service.waitForReceipt(hash, 0);
    const { number } = await origin.chain.client.getBlock({ blockTag: 'finalized' });
    const [stored] = await harness
      .database()
      .query('select final_block from chains where chain_id = $1', [origin.chain.id]);
    expect(stored).toEqual({ finalBlock: number });
  } finally {
    stopMining();
    await service.stop();
  }
});
