import type { Page } from '@playwright/test';
import { HTML } from '../lab/web/mutate.ts';
import type { Json } from '../lab/web/mutations.ts';
import { applyMutations, isRecord, mutationsAt, valueAt } from '../lab/web/mutations.ts';
import { amountField } from './support/bridgePage.ts';
import { ATTACKER } from './support/hostileBuilds.ts';
import type { Reply } from './support/hostileService.ts';
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

// src/api/hostilePairs.test.ts tries every change of a list of pairs. This shows what the page makes of them.
test('pairs outside the registry are not offered, and no route stays open when all are', { tag: '@core' }, async ({
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

  hostile.replaceAnswers('get_all_pair_infos', ({ honest }) =>
    withPairs(honest, (pairs) => pairs.map((pair) => changed(pair, { contract_address: ATTACKER }))),
  );
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('No routes available');
  await expect(amountField(page)).toHaveCount(0);
  expect(problems.list).toEqual([]);
  expect(problems.foreignRequests).toEqual([]);
});
