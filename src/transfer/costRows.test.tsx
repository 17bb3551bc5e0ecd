import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { pairOf, terms } from '../../tools/lab/web/fixtures.ts';
import { textsIn } from '../../tools/lab/web/textsIn.ts';
import { CostRows } from './TransferCosts.tsx';

await textsIn('app', 'en');
/** 10.05 USDC, with 6 decimals, of which 10 arrive with 18 decimals. */
const transfer = {
  terms: { ...terms, tokenName: 'USDC', send: 10_050_000n, destination: { ...terms.destination, decimals: 18 } },
  received: 10n ** 19n,
};

const price = { value: '2', currency: 'USD', atMs: Date.now() };
const { origin, destination, ...pair } = pairOf('USDC');
const priced = { ...pair, origin: { ...origin, price }, destination: { ...destination, price } };

type Shown = Pick<Parameters<typeof CostRows>[0], 'terms' | 'received'> & { readonly gas?: string };

const textOf = (shown: typeof priced | null, isPending = false, of: Shown = transfer) =>
  renderToStaticMarkup(<CostRows gas={null} {...of} {...{ isPending }} pair={shown} />).replaceAll(/<[^>]*>/g, '|');

it('a delivery shows what it cost in all, and what arrived is worth, across different decimals', () => {
  const text = textOf(priced);
  expect(text).toMatch(/Total cost\|+0\.05 USDC\|+ · \$0\.10\|+Plus gas on Northshore/);
  expect(text).toMatch(/Received, at today’s price\|+\$20\.00\|/);
});

it('a delivery without a price shows its cost in the token alone, and keeps the place of a price that is loading', () => {
  expect(textOf(null)).toMatch(/Total cost\|+0\.05 USDC\|+Plus gas on Northshore/);
  expect(textOf(null)).not.toMatch(/\$|today/);
  expect(textOf(null, true)).toMatch(/today’s price\|+–\|/);
});

it('a transfer on its way shows the rows of its delivery, from the quote', () => {
  const { terms: agreed } = transfer;
  const onItsWay = { terms: { ...agreed, receive: 10n ** 19n }, received: null };
  const text = textOf(priced, false, onItsWay);
  expect(text).toMatch(/Total cost\|+0\.05 USDC\|+ · \$0\.10\|+Plus gas on Northshore/);
  expect(text).toMatch(/To receive, at today’s price\|+\$20\.00\|/);
  expect(textOf(priced, false, { terms: { ...agreed, receive: null }, received: null })).toBe('');
});

it('a cost with gas on arrival says that it includes the gas', () => {
  expect(textOf(priced, false, { ...transfer, gas: '0.01 ETH' })).toMatch(/Total cost, with 0\.01 ETH\|+0\.05 USDC/);
});
