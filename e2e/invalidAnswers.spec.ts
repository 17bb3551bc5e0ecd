import { amountField } from './support/bridgePage.ts';
import { prepareRequestTimeouts, shortenTimers } from './support/shortenWaits.ts';
import { expect, test } from './support/testWithHostileService.ts';

// client/invalidAnswers.test.ts tries each operation with each of these answers and more.
test('an answer that hangs, never ends, is huge or too long is reported, and the page recovers', {
  tag: '@core',
}, async ({ page, hostile }) => {
  await shortenTimers(page);
  const waitAsUsual = await prepareRequestTimeouts(page, 15);
  const down = page.locator('#content').getByText('The bridge does not respond');
  const tryAgain = page.getByRole('button', { name: 'Try again' });
  hostile.replaceAnswers('get_all_pair_infos', () => ({ kind: 'silence' }));
  await page.goto('/?from=Northshore&to=Southshore&token=USDC&amount=100');
  await expect(down).toBeVisible();
  const asked = hostile.requestCount('get_all_pair_infos');
  hostile.replaceAnswers('get_all_pair_infos', () => ({ kind: 'endless' }));
  await tryAgain.click();
  // The page gives up an attempt before it begins the next one.
  const attempts = () => hostile.requestCount('get_all_pair_infos') - asked;
  await expect.poll(attempts, 'attempts that were given up').toBeGreaterThan(2);
  await expect(down).toBeVisible();
  await waitAsUsual();

  hostile.answerHonestly();
  hostile.replaceAnswers('get_build_tx', () => ({ kind: 'huge', bytes: 10_000_000 }));
  await tryAgain.click();
  await expect(amountField(page)).toHaveValue('100');
  await expect(page.getByText('No quote available')).toBeVisible();
  await expect(page.getByRole('contentinfo')).toContainText('The bridge does not respond');
  hostile.replaceAnswers('get_build_tx', () => ({
    kind: 'json',
    body: { data: null, status: { code: 906, message: 'No. '.repeat(100_000) } },
  }));
  await tryAgain.click();
  await expect(page.getByRole('button', { name: 'Change the amount or route' })).toBeDisabled();
  expect((await page.locator('main').innerText()).length).toBeLessThan(5_000);

  hostile.answerHonestly();
  await amountField(page).fill('200');
  await expect(page.getByLabel('You receive')).toHaveValue('199.8');
});
