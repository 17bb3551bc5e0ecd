import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { TokenPrice } from '#shared/wire/pairs.ts';
import { routesOf } from '../../../tools/lab/web/fixtures.ts';
import { verified } from '../../../tools/lab/web/reviewFixtures.ts';
import { textsIn } from '../../../tools/lab/web/textsIn.ts';
import { emptyDraft, resolveForm } from '../model/form.ts';
import { CostLine, QuoteDetails } from './QuoteDetails.tsx';

await textsIn('app', 'en');

const TWO_DOLLARS: TokenPrice = { value: '2', currency: 'USD', atMs: Date.now() };

/** The line for a quote with fees of 0.25 USDC. */
function lineFor(price: TokenPrice | null, usualSeconds: number | null): string {
  const build = verified();
  const { route } = build;
  const pair = { ...route.pair, usualSeconds, origin: { ...route.pair.origin, price } };
  const quoted = { ...build, bridgeFee: 200_000n, gasFee: 50_000n, route: { ...route, pair } };
  return renderToStaticMarkup(<CostLine build={quoted} />).replaceAll(/<[^>]*>/g, '');
}

describe('the line of the total cost', () => {
  it('states all fees as a value, and the usual time', () => {
    expect(lineFor(TWO_DOLLARS, 90)).toBe('Costs $0.50 plus gas, arrives in about 90 sec');
  });

  it('states the fees in the token without a price, and leaves out an unknown time', () => {
    expect(lineFor(null, null)).toBe('Costs 0.25 USDC plus gas');
  });
});

it('states only the limits and the usual time before there is a quote', () => {
  const { route } = verified();
  const routes = routesOf({ ...route, pair: { ...route.pair, usualSeconds: 3 } });
  const form = resolveForm({ ...emptyDraft, tokenName: route.pair.tokenName }, routes);
  const html = renderToStaticMarkup(
    <QuoteDetails
      {...{ form, routes }}
      readiness={{ kind: 'amountMissing' }}
      account={undefined}
      build={null}
      isUpdating={false}
      dispatch={() => {}}
    />,
  );
  expect(html.match(/<dt>[^<]*/g)).toEqual(['<dt>Usual time', '<dt>Limits']);
  expect(html).not.toContain('–');
});
