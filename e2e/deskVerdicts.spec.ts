import { randomBytes } from 'node:crypto';
import { toHex } from 'viem';
import { depositOf, sendNew } from './support/deskTransactions.ts';
import { interceptRpc } from './support/interceptRpc.ts';
import { expect, test } from './support/testWithHostileService.ts';

/** The page looks up an open case again every five seconds. */
const AGAIN = { timeout: 60_000 };

// The tests in src/chain/desk reach every verdict on a real chain.
test('the desk says which source is silent, or disagrees', async ({ page, stack, hostile }) => {
  const node = await interceptRpc(page, stack, 'Southshore');
  // The payout stays hidden, so that only the service's word counts.
  node.fail((route) => route.abort());
  const answer = (details: Record<string, string>) =>
    hostile.replaceAnswers('get_receipt', () => ({
      kind: 'json',
      body: { data: null, status: { code: 908, message: 'It waits.', details } },
    }));
  answer({ step: 'held', reason: 'operator_review' });
  const hash = await sendNew(stack, ({ address }) => depositOf(stack, address));
  await page.goto(`/receipts/${hash}`);
  const title = page.getByRole('article', { name: 'Receipt' }).getByRole('heading', { level: 2 });
  await expect(title).toHaveText('On hold', AGAIN);
  answer({ step: 'waiting_for_funds', reason: 'funds_short' });
  await expect(title).toHaveText('Waiting for funds', AGAIN);
  hostile.replaceAnswers('get_receipt', () => ({ kind: 'http', status: 503, text: '{}' }));
  await expect(title).toHaveText('The bridge does not respond', AGAIN);

  const box = page.getByLabel('Hashes, links, addresses or a whole message');
  await box.fill(toHex(randomBytes(32)));
  await box.press('Enter');
  await expect(title).toHaveText('No answer from Southshore', AGAIN);
  node.restore();
  answer({ step: 'waiting_for_funds', reason: 'funds_short' });
  await expect(title).toHaveText('Bridge and chain disagree', AGAIN);
  await box.fill(hash);
  await box.press('Enter');
  await expect(title).toHaveText('Delivered', AGAIN);
});
