import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { hashOf } from '../../tools/lab/web/fakeWallet.ts';
import { pairOf, terms } from '../../tools/lab/web/fixtures.ts';
import { textsIn } from '../../tools/lab/web/textsIn.ts';
import { CostRows } from './DeliveredCosts.tsx';
import type { Transfer } from './model/transfer.ts';

await textsIn('app', 'en');
const sent = { attempt: null, hash: hashOf('1'), nonce: 7, since: null };
/** 10.05 USDC, with 6 decimals, of which 10 arrived with 18 decimals. */
const transfer: Extract<Transfer, { readonly status: 'delivered' }> = {
  status: 'delivered',
  ...{ ...sent, payoutHash: hashOf('2'), received: 10n ** 19n },
  terms: { ...terms, tokenName: 'USDC', send: 10_050_000n, destination: { ...terms.destination, decimals: 18 } },
};

const price = { value: '2', currency: 'USD', atMs: Date.now() };
const { origin, destination, ...pair } = pairOf('USDC');
const priced = { ...pair, origin: { ...origin, price }, destination: { ...destination, price } };

const textOf = (shown: typeof priced | null, isPending = false) =>
  renderToStaticMarkup(<CostRows {...{ transfer, isPending }} pair={shown} />).replaceAll(/<[^>]*>/g, '|');

it('a delivery shows what it cost in all, and what arrived is worth, across different decimals', () => {
  const text = textOf(priced);
  expect(text).toMatch(/Total cost\|+0\.05 USDC\| · \$0\.10\|+Plus gas on Northshore/);
  expect(text).toMatch(/Received, at today’s price\|+\$20\.00\|/);
});

it('a delivery without a price shows its cost in the token alone, and keeps the place of a price that is loading', () => {
  expect(textOf(null)).toMatch(/Total cost\|+0\.05 USDC\|+Plus gas on Northshore/);
  expect(textOf(null)).not.toMatch(/\$|today/);
  expect(textOf(null, true)).toMatch(/today’s price\|+–\|/);
});
