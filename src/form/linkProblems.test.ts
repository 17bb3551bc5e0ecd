import { describe, expect, it } from 'vitest';
import { routeFor, routesOf } from '../../tools/lab/web/fixtures.ts';
import { readFormUrl } from './formDraft.ts';
import { linkProblems } from './linkProblems.ts';
import type { FormAction } from './model/form.ts';
import { reduceForm, resolveForm } from './model/form.ts';

const routes = routesOf(
  routeFor('USDC'),
  routeFor('ETH'),
  routeFor('ETH', ['Southshore', 'Northshore']),
  routeFor('WBTC', ['Southshore', 'Northshore']),
);
const problemsOf = (search: string, ...actions: readonly FormAction[]) => {
  const opened = resolveForm(readFormUrl(search), routes);
  const shown = actions.reduce((form, action) => reduceForm(form, action, routes), opened);
  return linkProblems(search, routes, shown);
};
const NONE = { names: [], amount: null };

describe('linkProblems', () => {
  it('names what the bridge does not offer', () => {
    expect(problemsOf('?from=Nowhere&token=DOGE&amount=abc')).toEqual({ names: ['Nowhere', 'DOGE'], amount: 'abc' });
    expect(problemsOf('?from=Northshore&to=Northshore&token=USDC')).toEqual({ names: ['Northshore'], amount: null });
    expect(problemsOf('?from=Northshore&token=WBTC')).toEqual({ names: ['WBTC'], amount: null });
    expect(problemsOf('?receive=1e3')).toEqual({ names: [], amount: '1e3' });
  });

  it.each(['', '?from=Southshore', '?token=WBTC&amount=1.5', '?receive=2', '?amount=', '?embed=1'])(
    'finds nothing in the link %s',
    (search) => {
      expect(problemsOf(search)).toEqual(NONE);
    },
  );

  it('ends once the person has chosen a route and entered an amount', () => {
    const broken = '?from=Nowhere&amount=abc';
    expect(problemsOf(broken, { type: 'directionFlipped' })).toEqual({ names: [], amount: 'abc' });
    expect(problemsOf(broken, { type: 'amountTyped', entry: 'send', text: '1' })).toEqual({
      names: ['Nowhere'],
      amount: null,
    });
  });

  it('shows what is invisible or too long in a link', () => {
    expect(problemsOf(`?token=a%E2%80%AEb`).names).toEqual(['a\\u{202e}b']);
    expect(problemsOf(`?token=${'x'.repeat(100)}`).names).toEqual([`${'x'.repeat(40)}…`]);
  });
});
