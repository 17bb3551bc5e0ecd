import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { TokenPrice } from '#shared/wire/pairs.ts';
import { OTHER_ACCOUNT } from '../../../tools/lab/web/fixtures.ts';
import { verified } from '../../../tools/lab/web/reviewFixtures.ts';
import { textsIn } from '../../../tools/lab/web/textsIn.ts';
import { planTransactions } from '../../transfer/model/transactionPlan.ts';
import type { VerifiedBuild } from '../../transfer/model/verifyBuild.ts';
import { CheckList } from './CheckList.tsx';
import { Costs, PlanList, Sums } from './ReviewDialog.tsx';

await textsIn('app', 'en');

it('lists each transaction with its amount, its token and its spender', () => {
  const build = verified();
  const terms = { ...build.terms, resetsAllowance: true };
  const html = renderToStaticMarkup(<PlanList plan={planTransactions(terms, 1n)} build={build} />);
  const [reset = '', approve = '', deposit = '', ...others] = html.split('<li>').slice(1);
  const { origin, originToken } = build.route;
  expect(others).toEqual([]);
  expect(reset).toMatch(/Reset the USDC allowance .* to zero/);
  expect(approve).toMatch(/Approve exactly <b><span>[\d.]+ USDC<\/span><\/b>/);
  expect(approve).toContain(`title="${originToken.address}"`);
  expect(deposit).toMatch(/Deposit <b><span>[\d.]+ USDC<\/span><\/b>/);
  for (const line of [reset, approve, deposit]) expect(line).toContain(`title="${origin.depositContract}"`);
});

it('states the gas that arrives, that its price is in the costs, and that the transaction carries it', () => {
  const shown = (build: VerifiedBuild) =>
    renderToStaticMarkup(
      <>
        <Sums build={build} />
        <Costs build={build} gasCost={null} />
        <CheckList
          checks={[{ kind: 'recipientGas', state: 'fine', demand: 'none' }]}
          build={build}
          isConfirmed={() => false}
          onToggle={() => {}}
          onRetry={null}
        />
      </>,
    ).replaceAll(/<[^>]*>/g, '|');
  const text = shown(verified(OTHER_ACCOUNT, 'USDC', 3n * 10n ** 15n));
  expect(text).toMatch(/Arrives on Southshore\|+99\.9 USDC\|+and 0\.003 ETH for gas\|/);
  expect(text).toContain('Total cost, with 0.003 ETH|');
  expect(text).toContain('Your transaction also brings 0.003 ETH for gas on Southshore');
  expect(shown(verified())).not.toContain('0.003 ETH');
});

const TWO_DOLLARS: TokenPrice = { value: '2', currency: 'USD', atMs: Date.now() };

/** A quote with fees of 0.25 USDC. */
function quoted(price: TokenPrice | null, usualSeconds: number | null): VerifiedBuild {
  const build = verified();
  const { route } = build;
  const pair = { ...route.pair, usualSeconds, origin: { ...route.pair.origin, price } };
  return { ...build, bridgeFee: 200_000n, gasFee: 50_000n, route: { ...route, pair } };
}

const textOf = (build: VerifiedBuild, gasCost: bigint | null) =>
  renderToStaticMarkup(<Costs build={build} gasCost={gasCost} />).replaceAll(/<[^>]*>/g, '|');

describe('the costs in the review', () => {
  it('are all fees in the token and in the currency, the most that gas costs, and the time', () => {
    const text = textOf(quoted(TWO_DOLLARS, 90), 3n * 10n ** 14n);
    expect(text).toMatch(/Total cost\|+0\.25 USDC\|+\$0\.50\|/);
    expect(text).toMatch(/Plus gas on Northshore\|+at most 0\.0003 ETH\|/);
    expect(text).toMatch(/Usual time\|+about 90 sec/);
  });

  it('leave out a value without a price, an unread gas price and an unknown time', () => {
    const text = textOf(quoted(null, null), null);
    expect(text).not.toContain('$');
    expect(text).toMatch(/Plus gas on Northshore\|+–\|/);
    expect(text).not.toContain('Usual time');
  });
});
