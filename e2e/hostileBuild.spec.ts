import type { Page } from '@playwright/test';
import { parseUnits } from 'viem';
import type { Mutation } from '../lab/web/mutations.ts';
import { applyMutations, everyThird, oneOfEveryKind, valueAt } from '../lab/web/mutations.ts';
import { amountField, approvalData, ETH, openForm, reviewAndConfirm, USDC, visitForm } from './support/bridgePage.ts';
import { expectOnlyWhatWasAsked, listMutations, tamperWithBuilds } from './support/hostileBuilds.ts';
import { shortenTimers } from './support/shortenWaits.ts';
import { expect, test } from './support/testWithHostileService.ts';
import { expectDelivered } from './support/transferOutcome.ts';

const ACTIONS = /^(?:Review transfer|Try again|Get another quote|Change the amount or route|Lower the amount)$/;

/** The notices of a form that offers no review. */
/** The page fetches the notice when the first refusal comes. */
async function refusalOf(page: Page): Promise<string> {
  const notices = page.locator('main').locator('[role="alert"], [role="status"]');
  await notices
    .filter({ hasText: /\w/ })
    .first()
    .waitFor({ timeout: 30_000 })
    .catch(() => {});
  return (await notices.allInnerTexts()).join(' ').trim();
}

async function rowOf(page: Page, label: string): Promise<string> {
  const row = page.locator('dl > div', { hasText: label }).locator('dd').first();
  return ((await row.textContent()) ?? '').replace(/[\s ]/g, '');
}

// src/domain/hostileAnswers.test.ts covers all mutations; this test shows some of each field to the form.
const aboutMoney = (mutation: Mutation) => /txs|value: a wei|higher amount|fees|payment|contract/.test(mutation.name);

for (const [name, route, unit] of [
  ['an ERC-20 token', USDC, { base: 100, step: '0.001', decimals: 6, isIncluded: () => true, least: 50 }],
  ['the native token', ETH, { base: 1, step: '0.0001', decimals: 18, isIncluded: aboutMoney, least: 16 }],
] as const) {
  test(`every change to a build of ${name} is refused or displayed`, async ({
    page,
    stack,
    wallet,
    hostile,
    problems,
  }) => {
    test.setTimeout(600_000);
    await shortenTimers(page);
    let mutations: readonly Mutation[] = [];
    let index = -1;
    let stated = { send: 0n, receive: 0n };
    hostile.replaceAnswers('get_build_tx', (asked) => {
      mutations = everyThird(oneOfEveryKind(listMutations(stack, route, asked)).filter(unit.isIncluded));
      const read = (field: string) => BigInt(String(valueAt(asked.honest, `data.${field}.raw_value`)));
      // The form also asks for the build of the other fee mode, to show what would arrive.
      const isChosen = valueAt(asked.request, 'value_include_gas_fee') !== true;
      if (isChosen) stated = { send: read('send_value'), receive: read('receive_value') };
      const mutation = mutations[index];
      return mutation ? { kind: 'json', body: applyMutations(asked.honest, [mutation]) } : null;
    });
    await openForm(page, wallet, route);
    const action = page.getByRole('button', { name: ACTIONS });
    await amountField(page).fill(`${unit.base}`);
    await expect(page.getByRole('button', { name: 'Review transfer' })).toBeEnabled();

    const counts = { reviewable: 0, refused: 0 };
    const faults: string[] = [];
    const shown = (amount: bigint) => Number(amount / 10n ** BigInt(unit.decimals - 6)) / 1e6;
    for (const [position, mutation] of mutations.entries()) {
      index = position;
      const typed = parseUnits(`${unit.base}`, 6) + BigInt(position + 1) * parseUnits(unit.step, 6);
      // Six decimals have one meaning only. Three could group thousands.
      await amountField(page).fill((Number(typed) / 1e6).toFixed(6));
      // The form follows the field at once when the focus moves.
      await page.getByLabel('You receive').focus();
      await action.waitFor({ timeout: 60_000 });
      if ((await action.textContent()) !== 'Review transfer') {
        counts.refused += 1;
        if ((await refusalOf(page)) === '') faults.push(`${mutation.name}: refused without a reason`);
        continue;
      }
      counts.reviewable += 1;
      const [leaves, arrives] = [await rowOf(page, 'You pay'), await page.getByLabel('You receive').inputValue()];
      // The service sets the fees. The unit tests verify the sums of changed fees.
      if (/fee/.test(mutation.name)) continue;
      const wanted = [`${shown(stated.send)}${route.token}`, `${shown(stated.receive)}`];
      if (leaves !== wanted[0] || arrives !== wanted[1])
        faults.push(`${mutation.name}: ${leaves} and ${arrives}, not ${wanted}`);
    }
    console.log(`hostile answers in Chromium: ${mutations.length} builds of ${route.token}`, counts);
    expect(faults).toEqual([]);
    expect(mutations.length).toBeGreaterThanOrEqual(unit.least);
    expect(counts.refused).toBeGreaterThanOrEqual((unit.least * 3) / 5);
    expect(wallet.signRequests()).toEqual([]);
    expect(await page.locator('img:not([src^="/logos/"])').count()).toBe(0);
    expect(problems.list).toEqual([]);
    expect(problems.foreignRequests).toEqual([]);
  });
}

const THEFTS = [
  'data.txs.transfer_body.data: another recipient',
  'data.txs.transfer_body.data: another maker',
  'data.txs.transfer_body.data: a trailing byte',
  'data.txs.transfer_body.data: an unlimited amount',
  'data.txs.transfer_body.data: an unlimited approval',
  'data.txs.transfer_body.value: a wei more',
  'data.txs.transfer_body.to: another contract',
  'a higher amount in all fields',
  'a higher amount to send, other fields unchanged',
  'a plain payment to the attacker',
];

test('a build that steals the deposit is never offered for signing', async ({ page, stack, wallet, hostile }) => {
  await shortenTimers(page);
  await openForm(page, wallet, USDC);
  const report = page.getByRole('alert').filter({ hasText: 'The transaction differs from your request' });
  for (const [position, change] of THEFTS.entries()) {
    tamperWithBuilds(hostile, { stack, route: USDC }, change);
    await amountField(page).fill(`${100 + position}`);
    await expect(report, change).toBeVisible();
    await expect(report, change).toContainText('Nothing was sent, and your wallet was not opened');
    const asked = hostile.requestCount('get_build_tx');
    await page.getByRole('button', { name: 'Get another quote' }).click();
    await expect.poll(() => hostile.requestCount('get_build_tx')).toBeGreaterThan(asked);
    await expect(report, change).toBeVisible();
    await expect(page.getByRole('button', { name: 'Review transfer' })).toHaveCount(0);
  }
  await page.reload();
  await expect(report).toBeVisible();
  expect(wallet.signRequests()).toEqual([]);

  hostile.answerHonestly();
  await page.getByRole('button', { name: 'Get another quote' }).click();
  await expect(page.getByRole('button', { name: 'Review transfer' })).toBeEnabled();
  await expect(report).toHaveCount(0);
});

const APPROVALS = [
  'unlimited',
  'to another spender',
  'unlimited and to another spender',
  'of another token',
  'with value',
];

test('the app replaces every approval of the service with an exact one', async ({ page, stack, wallet, hostile }) => {
  const contract = stack.chain('Northshore').deployment.depositContract;
  await openForm(page, wallet, USDC);
  const sends: bigint[] = [];
  for (const [position, change] of APPROVALS.entries()) {
    const isLast = position === APPROVALS.length - 1;
    const stated = tamperWithBuilds(hostile, { stack, route: USDC }, `data.txs.approve_body: ${change}`);
    if (!isLast) wallet.next('eth_sendTransaction', { kind: 'reject' });
    await visitForm(page, USDC);
    await amountField(page).fill(`${100 + position}`);
    await reviewAndConfirm(page);
    await expect.poll(() => wallet.signRequests().length).toBeGreaterThan(position);
    const [request] = (wallet.signRequests()[position]?.params ?? []) as { data?: string }[];
    expect(
      stated.map((amount) => approvalData(contract, amount)),
      change,
    ).toContain(request?.data);
    sends.push(...stated);
    if (!isLast) await expect(page.getByText('You rejected the request in your wallet')).toBeVisible();
  }
  await expectDelivered(page);
  expectOnlyWhatWasAsked(stack, wallet, { route: USDC, recipient: wallet.address, sends });
  expect(wallet.transactions).toHaveLength(2);
  expect(await stack.allowance('Northshore', 'USDC', wallet.address)).toBe(0n);
  expect(await stack.balanceOf('Southshore', 'USDC', wallet.address)).toBe(parseUnits('103.896', 6));
});
