import type { Page } from '@playwright/test';
import type { Hash, PrivateKeyAccount } from 'viem';
import type { TestChain } from '../tools/lab/chains/testChain.ts';
import { startTestChain } from '../tools/lab/chains/testChain.ts';
import { expect, test } from './support/test.ts';

const SLOW = { maxFeePerGas: 10_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n };
const FASTER = { maxFeePerGas: 40_000_000_000n, maxPriorityFeePerGas: 4_000_000_000n };
const STRANGER = '0x00000000000000000000000000000000000ea5e0';

/** A second chain stands in for Northshore, because a reorg of the shared one would remove other tests' blocks. */
async function standIn(page: Page, rpcUrl: string, chain: TestChain): Promise<void> {
  await page.route(`${rpcUrl}/**`, async (route) => {
    const response = await route.fetch({ url: chain.rpcUrl }).catch(() => null);
    // The page may be closed before the answer arrives.
    await (response ? route.fulfill({ response }) : route.abort()).catch(() => {});
  });
}

function payment(chain: TestChain, account: PrivateKeyAccount, fees: typeof SLOW): Promise<Hash> {
  return chain.client.sendTransaction({
    account,
    chain: null,
    to: STRANGER,
    value: 5n,
    gas: 21_000n,
    nonce: 0,
    ...fees,
  });
}

test('the desk says what became of transactions that it has seen before', async ({ page, stack }) => {
  const { id, rpcUrl } = stack.chain('Northshore');
  const chain = await startTestChain(id);
  try {
    await standIn(page, rpcUrl, chain);
    const [undone, replaced, cancelled, dropped] = await Promise.all([0, 1, 2, 3].map(() => chain.createAccount()));
    if (!undone || !replaced || !cancelled || !dropped) throw new Error('anvil has fewer than four accounts');
    const mined = await payment(chain, undone, SLOW);
    await chain.client.waitForTransactionReceipt({ hash: mined });
    await chain.client.setAutomine(false);
    const pending: Hash[] = [];
    for (const account of [replaced, cancelled, dropped]) pending.push(await payment(chain, account, SLOW));

    await page.goto('/receipts');
    const box = page.getByRole('textbox', { name: /Hashes, links/ });
    await box.fill([mined, ...pending].join('\n'));
    await box.press('Enter');
    const verdicts = page.getByRole('table', { name: 'Transfers' }).getByRole('link');
    await expect(verdicts).toHaveText(['Sent to another account', ...pending.map(() => 'Not mined yet')]);

    await chain.reorganise(1);
    await payment(chain, replaced, FASTER);
    const empty = { to: cancelled.address, value: 0n, gas: 21_000n, nonce: 0, ...FASTER };
    await chain.client.sendTransaction({ account: cancelled, chain: null, ...empty });
    await chain.client.dropTransaction({ hash: pending[2] ?? '0x' });
    await chain.mine(1);
    // A relay may hold a transaction that the pool no longer shows, so the page waits before it reports a dropped one.
    await page.clock.setFixedTime(Date.now() + 10 * 60_000);
    await page.getByRole('button', { name: 'Look up open transfers again' }).click();
    await expect(verdicts).toHaveText([
      'Removed by a chain reorg',
      'Replaced by another transaction',
      'Cancelled by the sender',
      'Never mined: the chain dropped it',
    ]);
  } finally {
    await chain.stop();
  }
});
