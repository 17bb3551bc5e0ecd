import { getAddress, numberToHex } from 'viem';
import { encodeSuccess } from '#shared/wire/envelope.ts';
import type { PairInfo } from '#shared/wire/pairs.ts';
import { encodePairs } from '#shared/wire/pairs.ts';
import { amountField } from './support/bridgePage.ts';
import { describeTasks, longTasks, recordLongTasks } from './support/longTasks.ts';
import { expect, test } from './support/test.ts';

const CHAINS = 5;
const TOKENS_PER_CHAIN = 1_000;

// A busy machine makes every number larger, so that no limit belongs into a test.
test.skip(process.env.CAUSEWAY_MEASURE === undefined, 'a measurement: npm run measure:lists');

const addressOf = (number: number) => getAddress(numberToHex(number, { size: 20 }));
const range = (count: number) => Array.from({ length: count }, (_, index) => index);

const chains = range(CHAINS).map((place) => ({
  id: 90_000 + place,
  name: `Chain ${place}`,
  rpcUrls: ['http://127.0.0.1:9'],
  depositContract: addressOf(1_000_000 + place),
  vault: addressOf(2_000_000 + place),
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  tokens: range(TOKENS_PER_CHAIN).map((index) => ({
    name: `TOKEN${index}`,
    address: addressOf(3_000_000 + place * TOKENS_PER_CHAIN + index),
    decimals: 18,
  })),
}));
type Chain = (typeof chains)[number];

const sideOf = ({ id, name, tokens }: Chain, index: number): PairInfo['origin'] => ({
  ...{ chainId: id, chainName: name, decimals: 18, price: null },
  token: tokens[index]?.address ?? addressOf(0),
});

/** Every token from each chain to each other one. */
const pairs = chains.flatMap((origin) =>
  chains
    .filter((chain) => chain !== origin)
    .flatMap((destination) =>
      origin.tokens.map(
        ({ name }, index): PairInfo => ({
          depositContract: origin.depositContract,
          tokenName: name,
          min: { amount: 10n ** 18n, decimals: 18 },
          max: { amount: 10n ** 21n, decimals: 18 },
          ...{ available: true, usualSeconds: 40 },
          origin: sideOf(origin, index),
          destination: sideOf(destination, index),
        }),
      ),
    ),
);

test('measures the form with 5,000 tokens and 20,000 pairs', async ({ page, stack }) => {
  const body = JSON.stringify(encodeSuccess(encodePairs(pairs)));
  await page.route('**/config.json', (route) => route.fulfill({ json: { ...stack.readWebConfig(), chains } }));
  await page.route('**/pairs?*', (route) =>
    route.fulfill({ body, contentType: 'application/json', headers: { 'access-control-allow-origin': '*' } }),
  );
  await recordLongTasks(page);
  let before = 0;
  const tell = async (what: string) => {
    // The page continues with work when it is idle.
    await page.waitForTimeout(2_000);
    const tasks = await longTasks(page);
    console.log(`${what}: ${describeTasks(tasks.slice(before))}`);
    before = tasks.length;
  };

  await page.goto('/?from=Chain 0&to=Chain 1&token=TOKEN7');
  const token = page.getByRole('button', { name: /^Token: / });
  await expect(token).toBeVisible();
  await tell('start');
  await amountField(page).pressSequentially('12.5');
  await tell('typing an amount');
  await token.click();
  const dialog = page.getByRole('dialog');
  const option = dialog.getByRole('option').first();
  await expect(option).toBeVisible();
  await tell('opening the tokens');
  await dialog.getByRole('combobox').pressSequentially('TOKEN99');
  await tell('searching a token');
  await option.click();
  await expect(dialog).toBeHidden();
  await tell('choosing a token');
  await page.getByRole('button', { name: 'Swap direction' }).click();
  await tell('swapping the direction');
});
