import { expect } from 'vitest';
import { test } from '../../tools/lab/fixtures.ts';
import { waitUntil } from '../../tools/lab/processes/waitUntil.ts';

test('a deposit is paid once its block is finalized, beyond the blocks that are read again', async ({
  installation,
}) => {
  const { origin, destination } = installation.bridge;
  await installation.start({
    change: ({ lab, chains: [first] }) => {
      if (!first) throw new Error('no chain');
      // Anvil finalizes a block after 64 more.
      lab.reorgWindow = 8;
      Object.assign(first, { confirmations: 'finalized', finality: 'finalized', exposureCap: '1' });
    },
  });
  const stopMining = destination.chain.keepMining(100);
  try {
    const transfer = await installation.deposit();
    await transfer.untilReceipt(/Waiting until the block is finalized/);
    await origin.chain.mine(40);
    await waitUntil(async () => ((await transfer.receipt()).status.details?.confirmations ?? 0) > 40);
    expect((await transfer.receipt()).status).toMatchObject({ code: 908, details: { step: 'confirming' } });
    expect((await transfer.receipt()).status.details).not.toHaveProperty('confirmations_needed');
    await origin.chain.mine(40);
    // The cap is far below the deposit, so the payment also waits until the database has the final block.
    await transfer.delivered();
    const { number } = await origin.chain.client.getBlock({ blockTag: 'finalized' });
    const [stored] = await installation.query('select final_block from chains where chain_id = $1', [origin.chain.id]);
    expect(stored).toEqual({ finalBlock: number });
  } finally {
    stopMining();
  }
});
