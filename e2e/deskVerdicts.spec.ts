import { randomBytes } from 'node:crypto';
import { toHex } from 'viem';
import { depositOf, sendNew } from './support/deskTransactions.ts';
import { interceptRpc } from './support/interceptRpc.ts';
import { expect, test } from './support/testWithHostileService.ts';

/** The page repeats an open lookup after this time. */
const AGAIN_MS = 5_000;

// The tests in src/receipts/reads reach every verdict on a real chain.
test('the desk says which source is silent or disagrees', async ({ page, stack, hostile }) => {
  const node = await interceptRpc(page, stack, 'Southshore');
  // The payout stays hidden, so that only the service's claim counts.
  node.fail((route) => route.abort());
  const answer = (details: Record<string, string>) =>
    hostile.replaceAnswers('get_receipt', () => ({
      kind: 'json',
      body: { data: null, status: { code: 908, message: 'It waits.', details } },
    }));
  answer({ step: 'held', reason: 'operator_review' });
  const hash = await sendNew(stack, ({ address }) => depositOf(stack, address));
  await page.clock.install();
  await page.goto(`/receipts/${hash}`);
  const title = page.getByRole('article', { name: 'Receipt' }).getByRole('heading', { level: 2 });
  const expectTitle = (text: string) =>
    expect(async () => {
      await page.clock.fastForward(AGAIN_MS);
      await expect(title).toHaveText(text, { timeout: 1_000 });
    }).toPass({ timeout: 60_000, intervals: [0] });
  await expectTitle('On hold');
  answer({ step: 'waiting_for_funds', reason: 'funds_short' });
  await expectTitle('Waiting for funds');
  hostile.replaceAnswers('get_receipt', () => ({ kind: 'http', status: 503, text: '{}' }));
  await expectTitle('The bridge isn’t responding');
  const footer = page.getByRole('contentinfo');
  await expect(footer).toContainText('The bridge isn’t responding');

  const box = page.getByLabel('Hashes, links, addresses or a whole message');
  await box.fill(toHex(randomBytes(32)));
  await box.press('Enter');
  await expectTitle('No answer from Southshore');
  node.restore();
  answer({ step: 'waiting_for_funds', reason: 'funds_short' });
  await expectTitle('Bridge and chain disagree');
  await box.fill(hash);
  await box.press('Enter');
  await expectTitle('Delivered');
  // The page shows the chains while it still waits for the service.
  hostile.replaceAnswers('get_receipt', () => ({ kind: 'silence' }));
  await page.addInitScript(() => {
    AbortSignal.timeout = () => new AbortController().signal;
  });
  await page.reload();
  await expectTitle('Delivered');
  // The chains do not show the end of this one, but they show the deposit.
  node.fail((route) => route.abort());
  await page.reload();
  await expectTitle('The bridge is slow to answer');
  await expect(page.getByText(/^Deposit in block/)).toBeVisible();
  await expect(footer).toContainText('The bridge is slow to answer');
});
