import { parseUnits } from 'viem';
import { amountField, connect, openForm, send, USDC, visitForm } from './support/bridgePage.ts';
import type { Reply } from './support/hostileService.ts';
import { shortenRequestTimeouts, shortenTimers } from './support/shortenWaits.ts';
import { expect, test } from './support/testWithHostileService.ts';
import { expectDelivered } from './support/transferOutcome.ts';

const REVIEW = { name: 'Review transfer' };

test.describe('an invalid answer of the service', () => {
  const replies: Readonly<Record<string, Reply>> = {
    'ten megabytes': { kind: 'huge', bytes: 10_000_000 },
    'an HTTP 500': { kind: 'http', status: 500, text: '<h1>Internal Server Error</h1>' },
    'an HTTP 429': { kind: 'http', status: 429, text: '{}', retryAfterSeconds: 1 },
    HTML: { kind: 'http', status: 200, text: '<!doctype html><h1>It works!</h1>' },
    'an empty body': { kind: 'http', status: 200, text: '' },
    'half an answer': { kind: 'http', status: 200, text: '{"data":{"pair_infos":[' },
    'a number': { kind: 'json', body: 42 },
    'success without data': { kind: 'json', body: { data: null, status: { code: 0, message: '' } } },
  };
  test('is reported for pairs and for quotes, and the page recovers', async ({ page, wallet, hostile }) => {
    await shortenTimers(page);
    await wallet.install(page);
    await visitForm(page, USDC);
    await connect(page);
    for (const [what, reply] of Object.entries(replies)) {
      hostile.replaceAnswers('get_all_pair_infos', () => reply);
      await page.goto('/?from=Northshore&to=Southshore&token=USDC&amount=100');
      await expect(page.locator('#content').getByText('The bridge does not respond'), what).toBeVisible();
      hostile.answerHonestly();
      hostile.replaceAnswers('get_build_tx', () => reply);
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(amountField(page), what).toHaveValue('100');
      await expect(page.getByText('No quote available'), what).toBeVisible();
      await expect(page.getByRole('button', REVIEW)).toHaveCount(0);
      hostile.answerHonestly();
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(page.getByRole('button', REVIEW), what).toBeEnabled();
    }
    expect(wallet.signRequests()).toEqual([]);
  });

  for (const [what, reply] of [
    ['that never ends', { kind: 'endless' }],
    ['that never begins', { kind: 'silence' }],
  ] as const) {
    test(`${what} times out, and the page recovers`, async ({ page, hostile }) => {
      await shortenTimers(page);
      await shortenRequestTimeouts(page, 6);
      hostile.replaceAnswers('get_all_pair_infos', () => reply);
      await page.goto('/');
      await expect(page.locator('#content').getByText('The bridge does not respond')).toBeVisible({ timeout: 40_000 });
      hostile.answerHonestly();
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(amountField(page)).toBeVisible();
    });
  }

  test('without a message: the form still shows a reason', async ({ page, wallet, hostile }) => {
    hostile.replaceAnswers('get_build_tx', () => ({
      kind: 'json',
      body: { data: null, status: { code: 906, message: '' } },
    }));
    await openForm(page, wallet, USDC);
    await amountField(page).fill('100');
    await expect(page.getByRole('button', { name: 'Change the amount or route' })).toBeDisabled();
    await expect(page.getByRole('status').filter({ hasText: /\w{3,}/ })).toBeVisible();
  });

  test('with a very long message does not flood the page', async ({ page, wallet, hostile }) => {
    const message = 'No. '.repeat(100_000);
    hostile.replaceAnswers('get_build_tx', () => ({
      kind: 'json',
      body: { data: null, status: { code: 906, message } },
    }));
    await openForm(page, wallet, USDC);
    await amountField(page).fill('100');
    await expect(page.getByRole('button', { name: 'Change the amount or route' })).toBeDisabled();
    const text = await page.locator('main').innerText();
    expect(text.length).toBeLessThan(5_000);
  });
});

test('an honest service behind the same proxy delivers', async ({ page, stack, wallet }) => {
  await openForm(page, wallet, USDC);
  await send(page, '100');
  await expectDelivered(page);
  expect(await stack.balanceOf('Southshore', 'USDC', wallet.address)).toBe(parseUnits('99.9', 6));
});
