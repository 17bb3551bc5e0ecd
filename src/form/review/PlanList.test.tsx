import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { verified } from '../../../tools/lab/web/reviewFixtures.ts';
import { textsIn } from '../../../tools/lab/web/textsIn.ts';
import { planTransactions } from '../../transfer/model/transactionPlan.ts';
import { PlanList } from './ReviewDialog.tsx';

await textsIn('app', 'en');

it('lists each transaction with its amount, its token and its spender', () => {
  const build = verified();
  const terms = { ...build.terms, resetsAllowance: true };
  const html = renderToStaticMarkup(<PlanList plan={planTransactions(terms, 1n)} build={build} />);
  const [reset = '', approve = '', deposit = '', ...others] = html.split('<li>').slice(1);
  const { origin, originToken } = build.route;
  expect(others).toEqual([]);
  expect(reset).toMatch(/Reset the USDC allowance .* to zero/);
  expect(approve).toMatch(/Approve exactly <b>[\d.]+ USDC<\/b>/);
  expect(approve).toContain(`title="${originToken.address}"`);
  expect(deposit).toMatch(/Deposit <b>[\d.]+ USDC<\/b>/);
  for (const line of [reset, approve, deposit]) expect(line).toContain(`title="${origin.depositContract}"`);
});
