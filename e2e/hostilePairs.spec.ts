import type { Page } from '@playwright/test';
import type { Json, Mutation } from '../lab/web/mutations.ts';
import {
  applyMutations,
  everyThird,
  HTML,
  isRecord,
  mutationsAt,
  oneOfEveryKind,
  valueAt,
} from '../lab/web/mutations.ts';
import { mutatePair, mutatePairList } from '../lab/web/pairMutations.ts';
import { amountField, openForm, USDC } from './support/bridgePage.ts';
import { ATTACKER } from './support/hostileBuilds.ts';
import type { Reply } from './support/hostileService.ts';
import { neverIdle, shortenTimers } from './support/shortenWaits.ts';
import { expect, test } from './support/testWithHostileService.ts';

function withPairs(honest: Json, change: (pairs: readonly Json[]) => readonly Json[]): Reply {
  const pairs = valueAt(honest, 'data.pair_infos');
  const changed = change(Array.isArray(pairs) ? pairs : []);
  return { kind: 'json', body: applyMutations(honest, mutationsAt('data.pair_infos', [['changed', changed]])) };
}

const changed = (pair: Json, change: Record<string, Json>): Json => (isRecord(pair) ? { ...pair, ...change } : pair);

/** By token: fields that differ from the pinned registry. */
const CONTRADICTIONS: Readonly<Record<string, Record<string, Json>>> = {
  USDC: { contract_address: ATTACKER },
  USDT: { from_token_address: ATTACKER },
  WBTC: { to_token_decimals: 9 },
};

const nameOf = (pair: Json) => (isRecord(pair) ? String(pair.token_name) : '');

/** Options that can be chosen. */
const offered = (page: Page) => page.getByRole('dialog').locator('[role="option"][aria-disabled="false"]');

/** The pictures of the page besides its own logos. */
const foreignPictures = (page: Page) => page.locator('img:not([src^="/logos/"])');

async function expectOfferedTokens(page: Page, names: readonly string[]): Promise<void> {
  await page.getByRole('button', { name: /^Token: / }).click();
  await expect(offered(page).first()).toBeVisible();
  const shown = await offered(page).allInnerTexts();
  expect(shown.map((text) => names.find((name) => text.split('\n').includes(name)) ?? text)).toEqual(names);
}

test.describe('pairs that contradict the pinned registry', () => {
  test('are not offered: other contracts, look-alike names, HTML in names, unknown chains', async ({
    page,
    hostile,
    problems,
  }) => {
    hostile.replaceAnswers('get_all_pair_infos', ({ honest }) =>
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
    await expectOfferedTokens(page, ['ETH', 'ETH']);
    await expect(foreignPictures(page)).toHaveCount(0);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Origin chain: / }).click();
    await expect(offered(page)).toHaveCount(2);
    expect(problems.list).toEqual([]);
  });

  test('never offer a chain or token outside the registry, with any one field changed', async ({
    page,
    stack,
    hostile,
    problems,
  }) => {
    test.setTimeout(600_000);
    await shortenTimers(page);
    await neverIdle(page);
    let mutations: readonly Mutation[] = [];
    let index = -1;
    hostile.replaceAnswers('get_all_pair_infos', ({ honest }) => {
      const other = stack.token('Southshore', 'WBTC').address;
      const context = { attacker: ATTACKER, otherName: 'Southshore', otherAddress: other };
      mutations = everyThird(oneOfEveryKind([...mutatePair(honest, 0, context), ...mutatePairList(honest, context)]));
      const mutation = mutations[index];
      return mutation ? { kind: 'json', body: applyMutations(honest, [mutation]) } : null;
    });
    const counts = { offered: 0, refused: 0 };
    const names = new Set(['Northshore', 'Southshore', 'ETH', 'USDC', 'USDT', 'WBTC']);
    do {
      await page.goto('/');
      const notice = page
        .locator('#content')
        .getByText('The bridge does not respond')
        .or(page.getByText('No routes available'));
      // The early page has a field before the app has read the pairs.
      await expect(page.locator('#early')).toHaveCount(0);
      await amountField(page).or(notice).waitFor();
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
    expect(mutations.length).toBeGreaterThanOrEqual(33);
    expect(counts.refused).toBeGreaterThanOrEqual(7);
    expect(await foreignPictures(page).count()).toBe(0);
    expect(problems.foreignRequests).toEqual([]);
  });

  test('leave no route open when all are wrong, and the page says so', async ({ page, hostile }) => {
    hostile.replaceAnswers('get_all_pair_infos', ({ honest }) =>
      withPairs(honest, (pairs) => pairs.map((pair) => changed(pair, { contract_address: ATTACKER }))),
    );
    await page.goto('/');
    await expect(page.getByRole('alert')).toContainText('No routes available');
    await expect(amountField(page)).toHaveCount(0);
  });

  test('close the route of a form that was opened before', async ({ page, wallet, hostile }) => {
    await openForm(page, wallet, USDC);
    await amountField(page).fill('100');
    await expect(page.getByRole('button', { name: 'Review transfer' })).toBeEnabled();
    hostile.replaceAnswers('get_all_pair_infos', ({ honest }) =>
      withPairs(honest, (pairs) => pairs.map((pair) => changed(pair, { contract_address: ATTACKER }))),
    );
    await page.reload();
    await expect(page.getByRole('alert')).toContainText('No routes available');
    expect(wallet.signRequests()).toEqual([]);
  });
});
