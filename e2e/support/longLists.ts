import type { Page } from '@playwright/test';
import { getAddress, numberToHex } from 'viem';
import { encodeSuccess } from '#shared/wire/envelope.ts';
import type { PairInfo } from '#shared/wire/pairs.ts';
import { encodePairs } from '#shared/wire/pairs.ts';
import type { TestStack } from './testStack.ts';

const CHAINS = 5;
const TOKENS_PER_CHAIN = 1_000;

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
function createPairs(): readonly PairInfo[] {
  return chains.flatMap((origin) =>
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
}

/** Gives the page an installation with 5 chains, 1,000 tokens on each of them, and every pair of them: 20,000. */
export async function serveLongLists(page: Page, stack: TestStack): Promise<void> {
  const body = JSON.stringify(encodeSuccess(encodePairs(createPairs())));
  await page.route('**/config.json', (route) => route.fulfill({ json: { ...stack.readWebConfig(), chains } }));
  await page.route('**/pairs?*', (route) =>
    route.fulfill({ body, contentType: 'application/json', headers: { 'access-control-allow-origin': '*' } }),
  );
}
