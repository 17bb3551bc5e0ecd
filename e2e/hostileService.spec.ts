import type { Page } from '@playwright/test';
import { parseUnits } from 'viem';
import type { Json, Mutation } from '../lab/web/mutations.ts';
import { applyMutations, HTML, isRecord, mutationsAt, oneOfEveryKind, valueAt } from '../lab/web/mutations.ts';
import { mutatePair, mutatePairList } from '../lab/web/pairMutations.ts';
import { amountField, connect, openForm, send, USDC, visitForm } from './support/bridgePage.ts';
import { ATTACKER, expectOnlyWhatWasAsked, lieInBuilds } from './support/hostileBuilds.ts';
import type { Reply } from './support/hostileService.ts';
import { expect, test } from './support/hostileTest.ts';
import { hurryLimits, hurryTimers } from './support/hurryTimers.ts';
import { expectDelivered } from './support/transferOutcome.ts';

const REVIEW = { name: 'Review transfer' };

function withPairs(honest: Json, change: (pairs: readonly Json[]) => readonly Json[]): Reply {
  const pairs = valueAt(honest, 'data.pair_infos');
  const changed = change(Array.isArray(pairs) ? pairs : []);
  return { kind: 'json', body: applyMutations(honest, mutationsAt('data.pair_infos', [['changed', changed]])) };
}

const changed = (pair: Json, change: Record<string, Json>): Json => (isRecord(pair) ? { ...pair, ...change } : pair);

/** By token: what is said of it against what is pinned. */
const CONTRADICTIONS: Readonly<Record<string, Record<string, Json>>> = {
  USDC: { contract_address: ATTACKER },
  USDT: { from_token_address: ATTACKER },
  WBTC: { to_token_decimals: 9 },
};

const nameOf = (pair: Json) => (isRecord(pair) ? String(pair.token_name) : '');

async function expectOfferedTokens(page: Page, names: readonly string[]): Promise<void> {
  await page.getByRole('button', { name: /^Token: / }).click();
  const offered = page.getByRole('dialog').getByRole('button').filter({ visible: true });
  await expect(offered.filter({ hasText: names[0] ?? '' }).first()).toBeVisible();
  const enabled = await page.getByRole('dialog').locator('li button:enabled').allInnerTexts();
  expect(enabled.map((text) => names.find((name) => text.split('\n').includes(name)) ?? text)).toEqual(names);
}

test.describe('pairs that are not what is pinned', () => {
  test('are not to be had: other contracts, look-alike names, HTML in names, unknown chains', async ({
    page,
    hostile,
    problems,
  }) => {
    hostile.treat('get_all_pair_infos', ({ honest }) =>
      withPairs(honest, (pairs) => [
        ...pairs.map((pair) => changed(pair, CONTRADICTIONS[nameOf(pair)] ?? {})),
        ...pairs.flatMap((pair) => [
          changed(pair, { token_name: 'UЅDC' }),
          changed(pair, { token_name: HTML }),
          changed(pair, { from_chain_name: 'Northshorе' }),
          changed(pair, { to_chain_name: 'Westshore', to_chain_id: '31339' }),
        ]),
      ]),
    );
    await page.goto('/?from=Northshore&to=Southshore&token=USDC');
    await expect(page.getByRole('button', { name: 'Token: ETH' })).toBeVisible();
    await expectOfferedTokens(page, ['ETH']);
    await expect(page.locator('img')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Origin chain: / }).click();
    await expect(page.getByRole('dialog').locator('li button:enabled')).toHaveCount(2);
    expect(problems.list).toEqual([]);
  });

  test('lead to no chain, token or address that is not pinned, whatever one field says', async ({
    page,
    stack,
    hostile,
    problems,
  }) => {
    test.setTimeout(180_000);
    await hurryTimers(page);
    let mutations: readonly Mutation[] = [];
    let index = -1;
    hostile.treat('get_all_pair_infos', ({ honest }) => {
      const other = stack.token('Southshore', 'WBTC').address;
      const cast = { attacker: ATTACKER, otherName: 'Southshore', otherAddress: other };
      mutations = oneOfEveryKind([...mutatePair(honest, 0, cast), ...mutatePairList(honest, cast)]);
      const mutation = mutations[index];
      return mutation ? { kind: 'json', body: applyMutations(honest, [mutation]) } : null;
    });
    const counts = { offered: 0, refused: 0 };
    const names = new Set(['Northshore', 'Southshore', 'ETH', 'USDC', 'USDT', 'WBTC']);
    do {
      await page.goto('/');
      const told = page.getByText('The transfer service does not answer').or(page.getByText('No route is open'));
      await amountField(page).or(told).waitFor();
      const chosen = page.getByRole('button', { name: /^(?:Token|Origin chain|Destination chain): / });
      const labels = await chosen.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''));
      if (labels.length > 0) counts.offered += 1;
      else counts.refused += 1;
      for (const label of labels) {
        expect(names, mutations[index]?.name ?? 'honest').toContain(label.split(': ').slice(1).join(': '));
      }
      index += 1;
    } while (index < mutations.length);
    console.log(`hostile answers in Chromium: ${mutations.length} lists of pairs`, counts);
    expect(mutations.length).toBeGreaterThanOrEqual(100);
    expect(counts.refused).toBeGreaterThanOrEqual(20);
    expect(await page.locator('img').count()).toBe(0);
    expect(problems.foreignRequests).toEqual([]);
  });

  test('leave nothing to send where all of them are wrong, and the page says why', async ({ page, hostile }) => {
    hostile.treat('get_all_pair_infos', ({ honest }) =>
      withPairs(honest, (pairs) => pairs.map((pair) => changed(pair, { contract_address: ATTACKER }))),
    );
    await page.goto('/');
    await expect(page.getByRole('alert')).toContainText('No route is open');
    await expect(amountField(page)).toHaveCount(0);
  });

  test('that come after the form was opened take the route away from a form that stands on it', async ({
    page,
    wallet,
    hostile,
  }) => {
    await openForm(page, wallet, USDC);
    await amountField(page).fill('100');
    await expect(page.getByRole('button', REVIEW)).toBeEnabled();
    hostile.treat('get_all_pair_infos', ({ honest }) =>
      withPairs(honest, (pairs) => pairs.map((pair) => changed(pair, { contract_address: ATTACKER }))),
    );
    await page.reload();
    await expect(page.getByRole('alert')).toContainText('No route is open');
    expect(wallet.signRequests()).toEqual([]);
  });
});

test.describe('an answer that is none', () => {
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
  test('is told as such for pairs and for quotes, and the page recovers', async ({ page, wallet, hostile }) => {
    await hurryTimers(page);
    await wallet.install(page);
    await visitForm(page, USDC);
    await connect(page);
    for (const [what, reply] of Object.entries(replies)) {
      hostile.treat('get_all_pair_infos', () => reply);
      await page.goto('/?from=Northshore&to=Southshore&token=USDC&amount=100');
      await expect(page.getByText('The transfer service does not answer'), what).toBeVisible();
      hostile.repent();
      hostile.treat('get_build_tx', () => reply);
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(amountField(page), what).toHaveValue('100');
      await expect(page.getByText('No quote right now'), what).toBeVisible();
      await expect(page.getByRole('button', REVIEW)).toHaveCount(0);
      hostile.repent();
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(page.getByRole('button', REVIEW), what).toBeEnabled();
    }
    expect(wallet.signRequests()).toEqual([]);
  });

  for (const [what, reply] of [
    ['that never ends', { kind: 'endless' }],
    ['that never begins', { kind: 'silence' }],
  ] as const) {
    test(`(one ${what}) is given up after a while`, async ({ page, hostile }) => {
      await hurryTimers(page);
      await hurryLimits(page, 6);
      hostile.treat('get_all_pair_infos', () => reply);
      await page.goto('/');
      await expect(page.getByText('The transfer service does not answer')).toBeVisible({ timeout: 40_000 });
      hostile.repent();
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(amountField(page)).toBeVisible();
    });
  }

  test('refuses without a word, and the form still says something', async ({ page, wallet, hostile }) => {
    hostile.treat('get_build_tx', () => ({ kind: 'json', body: { data: null, status: { code: 906, message: '' } } }));
    await openForm(page, wallet, USDC);
    await amountField(page).fill('100');
    await expect(page.getByRole('button', { name: 'Not possible as entered' })).toBeDisabled();
    await expect(page.getByRole('status').filter({ hasText: /\w{3,}/ })).toBeVisible();
  });

  test('refuses at endless length, and the page is not flooded', async ({ page, wallet, hostile }) => {
    const message = 'No. '.repeat(100_000);
    hostile.treat('get_build_tx', () => ({ kind: 'json', body: { data: null, status: { code: 906, message } } }));
    await openForm(page, wallet, USDC);
    await amountField(page).fill('100');
    await expect(page.getByRole('button', { name: 'Not possible as entered' })).toBeDisabled();
    const text = await page.locator('main').innerText();
    expect(text.length).toBeLessThan(5_000);
  });
});

test.describe('a service that turns hostile later', () => {
  test('after the review was opened: what was reviewed is what is signed', async ({ page, stack, wallet, hostile }) => {
    await openForm(page, wallet, USDC);
    await amountField(page).fill('100');
    await page.getByRole('button', REVIEW).click();
    await expect(page.getByRole('dialog')).toContainText('byte for byte');
    lieInBuilds(hostile, { stack, route: USDC }, 'data.txs.transfer_body.data: another recipient');
    await page.getByRole('button', { name: 'Confirm in wallet' }).click();
    await expectDelivered(page);
    const spent = parseUnits('20000', 6) - (await stack.balanceOf('Northshore', 'USDC', wallet.address));
    expectOnlyWhatWasAsked(stack, wallet, { route: USDC, recipient: wallet.address, sends: [spent] });
  });

  test('when a quote has gone stale: no new one with a lie in it is signed', async ({
    page,
    stack,
    wallet,
    hostile,
  }) => {
    await hurryTimers(page);
    await openForm(page, wallet, USDC);
    await amountField(page).fill('100');
    await page.getByRole('button', REVIEW).click();
    await expect(page.getByRole('dialog')).toContainText('byte for byte');
    await page.evaluate(() => {
      const now = Date.now.bind(Date);
      Date.now = () => now() + 10 * 60_000;
    });
    for (const lie of [
      'data.txs.transfer_body.data: another recipient',
      'a higher amount to send, the rest as asked',
      'data.send_value: null',
    ]) {
      lieInBuilds(hostile, { stack, route: USDC }, lie);
      await page.getByRole('button', { name: 'Confirm in wallet' }).click();
      await expect(page.getByText(/there is no new one yet/), lie).toBeVisible();
    }
    expect(wallet.signRequests()).toEqual([]);
  });

  test('and takes a larger fee once a quote has gone stale: it is shown again before anything is signed', async ({
    page,
    wallet,
    hostile,
  }) => {
    await openForm(page, wallet, USDC);
    await amountField(page).fill('100');
    await page.getByRole('button', REVIEW).click();
    await expect(page.getByRole('dialog')).toContainText('byte for byte');
    hostile.treat('get_build_tx', ({ honest }) => {
      const body = (field: string) => BigInt(String(valueAt(honest, `data.${field}.raw_value`)));
      const amount = (raw: bigint): Json => ({
        decimals: 6,
        raw_value: `${raw}`,
        ui_value: `${Number(raw) / 1e6}`,
      });
      const mutations = [
        ...mutationsAt('data.bridge_fee', [['more', amount(body('bridge_fee') + 40_000_000n)]]),
        ...mutationsAt('data.receive_value', [['less', amount(body('receive_value') - 40_000_000n)]]),
      ];
      return { kind: 'json', body: applyMutations(honest, mutations) };
    });
    await page.evaluate(() => {
      const now = Date.now.bind(Date);
      Date.now = () => now() + 10 * 60_000;
    });
    await page.getByRole('button', { name: 'Confirm in wallet' }).click();
    await expect(page.getByText(/the new one gives you less/)).toBeVisible();
    await expect(page.getByRole('dialog')).toContainText('59.9 USDC');
    expect(wallet.signRequests()).toEqual([]);
  });
});

test('an honest service behind the same proxy delivers', async ({ page, stack, wallet }) => {
  await openForm(page, wallet, USDC);
  await send(page, '100');
  await expectDelivered(page);
  expect(await stack.balanceOf('Southshore', 'USDC', wallet.address)).toBe(parseUnits('99.9', 6));
});
