import type { Page } from '@playwright/test';
import { parseUnits } from 'viem';
import type { Mutation } from '../lab/web/mutations.ts';
import { applyMutations, oneOfEveryKind, valueAt } from '../lab/web/mutations.ts';
import { amountField, approvalData, ETH, openForm, reviewAndConfirm, USDC, visitForm } from './support/bridgePage.ts';
import { expectOnlyWhatWasAsked, lieInBuilds, listMutations } from './support/hostileBuilds.ts';
import { expect, test } from './support/hostileTest.ts';
import { hurryTimers } from './support/hurryTimers.ts';
import { expectDelivered } from './support/transferOutcome.ts';

// Hundreds of steps: a trace of them all would take longer than they do.
test.use({ trace: 'off' });

const ACTIONS =
  /^(?:Review transfer|Try again|Ask for another quote|Not possible as entered|Not enough in your wallet)$/;

/** What a form without a review says, and why. */
async function refusalOf(page: Page): Promise<string> {
  const notices = page.locator('main').locator('[role="alert"], [role="status"]');
  return (await notices.allInnerTexts()).join(' ').trim();
}

async function rowOf(page: Page, label: string): Promise<string> {
  const row = page.locator('dl > div', { hasText: label }).locator('dd').first();
  return ((await row.textContent()) ?? '').replace(/[\s ]/g, '');
}

// Each and every lie goes through the app's own code in src/domain/hostileAnswers.test.ts; the form is told one of every kind.
const aboutMoney = (mutation: Mutation) => /txs|value: a wei|higher amount|fees|payment|contract/.test(mutation.name);

for (const [name, route, unit] of [
  ['an ERC-20 token', USDC, { base: 100, step: '0.001', decimals: 6, isTold: () => true, least: 150 }],
  ['the native token', ETH, { base: 1, step: '0.0001', decimals: 18, isTold: aboutMoney, least: 50 }],
] as const) {
  test(`no lie in a build of ${name} is reviewed as what was asked, and each is told`, async ({
    page,
    stack,
    wallet,
    hostile,
    problems,
  }) => {
    test.setTimeout(240_000);
    await hurryTimers(page);
    let mutations: readonly Mutation[] = [];
    let index = -1;
    let stated = { send: 0n, receive: 0n };
    hostile.treat('get_build_tx', (asked) => {
      mutations = oneOfEveryKind(listMutations(stack, route, asked)).filter(unit.isTold);
      const read = (field: string) => BigInt(String(valueAt(asked.honest, `data.${field}.raw_value`)));
      stated = { send: read('send_value'), receive: read('receive_value') };
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
      await amountField(page).fill(`${Number(typed) / 1e6}`);
      await action.waitFor({ timeout: 20_000 });
      if ((await action.textContent()) !== 'Review transfer') {
        counts.refused += 1;
        if ((await refusalOf(page)) === '') faults.push(`${mutation.name}: refused without a word`);
        continue;
      }
      counts.reviewable += 1;
      const [leaves, arrives] = [
        await rowOf(page, 'Leaves your wallet'),
        await page.getByLabel('You receive').textContent(),
      ];
      // Fees are the service's to set: where it told others, the sums were held against them in the unit tests.
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
    expect(await page.locator('img').count()).toBe(0);
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
  'a higher amount in every field that names it',
  'a higher amount to send, the rest as asked',
  'a plain payment to somebody else',
];

test('a service that wants the money gets nothing signed, however often it is asked', async ({
  page,
  stack,
  wallet,
  hostile,
}) => {
  await hurryTimers(page);
  await openForm(page, wallet, USDC);
  const report = page.getByRole('alert').filter({ hasText: 'This transaction is not what you asked for' });
  for (const [position, lie] of THEFTS.entries()) {
    lieInBuilds(hostile, { stack, route: USDC }, lie);
    await amountField(page).fill(`${100 + position}`);
    await expect(report, lie).toBeVisible();
    await expect(report, lie).toContainText('Your wallet was not opened and nothing was sent');
    const asked = hostile.asked('get_build_tx');
    await page.getByRole('button', { name: 'Ask for another quote' }).click();
    await expect.poll(() => hostile.asked('get_build_tx')).toBeGreaterThan(asked);
    await expect(report, lie).toBeVisible();
    await expect(page.getByRole('button', { name: 'Review transfer' })).toHaveCount(0);
  }
  await page.reload();
  await expect(report).toBeVisible();
  expect(wallet.signRequests()).toEqual([]);

  hostile.repent();
  await page.getByRole('button', { name: 'Ask for another quote' }).click();
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

test('a service gets no approval of its own: the app makes an exact one', async ({ page, stack, wallet, hostile }) => {
  const contract = stack.chain('Northshore').deployment.depositContract;
  await openForm(page, wallet, USDC);
  const sends: bigint[] = [];
  for (const [position, lie] of APPROVALS.entries()) {
    const isLast = position === APPROVALS.length - 1;
    const stated = lieInBuilds(hostile, { stack, route: USDC }, `data.txs.approve_body: ${lie}`);
    if (!isLast) wallet.next('eth_sendTransaction', { kind: 'reject' });
    await visitForm(page, USDC);
    await amountField(page).fill(`${100 + position}`);
    await reviewAndConfirm(page);
    await expect.poll(() => wallet.signRequests().length).toBeGreaterThan(position);
    const [request] = (wallet.signRequests()[position]?.params ?? []) as { data?: string }[];
    expect(
      stated.map((amount) => approvalData(contract, amount)),
      lie,
    ).toContain(request?.data);
    sends.push(...stated);
    if (!isLast) await expect(page.getByText('You declined in the wallet')).toBeVisible();
  }
  await expectDelivered(page);
  expectOnlyWhatWasAsked(stack, wallet, { route: USDC, recipient: wallet.address, sends });
  expect(wallet.transactions).toHaveLength(2);
  expect(await stack.allowance('Northshore', 'USDC', wallet.address)).toBe(0n);
  expect(await stack.balanceOf('Southshore', 'USDC', wallet.address)).toBe(parseUnits('103.896', 6));
});
