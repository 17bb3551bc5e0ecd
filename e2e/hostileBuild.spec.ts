import type { Page } from '@playwright/test';
import { parseUnits } from 'viem';
import type { Json } from '../lab/web/mutations.ts';
import { applyMutations, mutationsAt, valueAt } from '../lab/web/mutations.ts';
import { amountField, openForm, USDC } from './support/bridgePage.ts';
import { expectOnlyWhatWasAsked, tamperWithBuilds } from './support/hostileBuilds.ts';
import type { Replacement } from './support/hostileService.ts';
import { expect, test } from './support/testWithHostileService.ts';
import { expectDelivered } from './support/transferOutcome.ts';

const REVIEW = { name: 'Review transfer' };

// src/form/quote/hostileQuotes.test.tsx tries every change. These show the refusal on the page.
const THEFTS = ['another recipient', 'a higher amount', 'a plain payment to the attacker'] as const;

/** The build of a service that keeps 40 USDC more as its fee. */
const withHigherFee: Replacement = ({ honest }) => {
  const amountAt = (field: string) => BigInt(String(valueAt(honest, `data.${field}.raw_value`)));
  const amount = (raw: bigint): Json => ({ decimals: 6, raw_value: `${raw}`, ui_value: `${Number(raw) / 1e6}` });
  const mutations = [
    ...mutationsAt('data.bridge_fee', [['more', amount(amountAt('bridge_fee') + 40_000_000n)]]),
    ...mutationsAt('data.receive_value', [['less', amount(amountAt('receive_value') - 40_000_000n)]]),
  ];
  return { kind: 'json', body: applyMutations(honest, mutations) };
};

async function openReview(page: Page): Promise<void> {
  await page.getByRole('button', REVIEW).click();
  await expect(page.getByRole('dialog')).toContainText('byte for byte');
}

test('a build that steals is refused with a reason, and never replaces a stale quote', { tag: '@core' }, async ({
  page,
  stack,
  wallet,
  hostile,
}) => {
  await openForm(page, wallet, USDC);
  const report = page.getByRole('alert').filter({ hasText: 'The transaction differs from your request' });
  for (const [position, change] of THEFTS.entries()) {
    tamperWithBuilds(hostile, { stack, route: USDC }, change);
    await amountField(page).fill(`${100 + THEFTS.length - 1 - position}`);
    await expect(report, change).toBeVisible();
    await expect(report, change).toContainText('Nothing was sent, and your wallet was not opened');
    const asked = hostile.requestCount('get_build_tx');
    await page.getByRole('button', { name: 'Get another quote' }).click();
    await expect.poll(() => hostile.requestCount('get_build_tx'), change).toBeGreaterThan(asked);
    await expect(report, change).toBeVisible();
    await expect(page.getByRole('button', REVIEW)).toHaveCount(0);
  }
  hostile.answerHonestly();
  await page.getByRole('button', { name: 'Get another quote' }).click();
  await expect(page.getByRole('button', REVIEW)).toBeEnabled();
  await expect(report).toHaveCount(0);

  await openReview(page);
  await page.evaluate(() => {
    const now = Date.now.bind(Date);
    Date.now = () => now() + 10 * 60_000;
  });
  tamperWithBuilds(hostile, { stack, route: USDC }, THEFTS[0]);
  await page.getByRole('button', { name: 'Confirm in wallet' }).click();
  await expect(page.getByText(/there is no new one yet/)).toBeVisible();
  hostile.replaceAnswers('get_build_tx', withHigherFee);
  await page.getByRole('button', { name: 'Confirm in wallet' }).click();
  await expect(page.getByText(/The new one gives you less/)).toBeVisible();
  await expect(page.getByRole('dialog')).toContainText('59.9 USDC');
  expect(wallet.signRequests()).toEqual([]);
});

test('the wallet signs an exact approval and the reviewed deposit, whatever the service builds', {
  tag: '@core',
}, async ({ page, stack, wallet, hostile }) => {
  const change = 'an unlimited approval of the attacker';
  const stated = tamperWithBuilds(hostile, { stack, route: USDC }, change);
  await openForm(page, wallet, USDC);
  await amountField(page).fill('100');
  await expect(page.getByLabel('You receive')).toHaveValue('99.9');
  await openReview(page);
  tamperWithBuilds(hostile, { stack, route: USDC }, 'another recipient');
  await page.getByRole('button', { name: 'Confirm in wallet' }).click();
  await expectDelivered(page);
  const spent = parseUnits('20000', 6) - (await stack.balanceOf('Northshore', 'USDC', wallet.address));
  expect(stated).toContain(spent);
  expectOnlyWhatWasAsked(stack, wallet, { route: USDC, recipient: wallet.address, sends: [spent] });
  expect(wallet.transactions).toHaveLength(2);
  expect(await stack.allowance('Northshore', 'USDC', wallet.address)).toBe(0n);
  expect(await stack.balanceOf('Southshore', 'USDC', wallet.address)).toBe(parseUnits('99.9', 6));
});
