import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { honestBuild, intentFor, routeFor } from '../../../tools/lab/web/fixtures.ts';
import { textsIn } from '../../../tools/lab/web/textsIn.ts';
import { verifyBuild } from '../../transfer/model/verifyBuild.ts';
import { CheckList } from './CheckList.tsx';

await textsIn('app', 'en');
const route = routeFor('USDC');
const verified = verifyBuild(intentFor(route), honestBuild(intentFor(route), route), route);
if (!verified.ok) throw new Error('the honest build was refused');
const fine = { kind: 'simulation', state: 'fine', demand: 'none' } as const;
const gap = { kind: 'gas', state: 'unknown', demand: 'none' } as const;
const props = { checks: [], build: verified.build, isConfirmed: () => false, onToggle: () => {} };

describe('CheckList', () => {
  it('shows a spinner while the checks run', () => {
    const html = renderToStaticMarkup(<CheckList {...props} onRetry={null} />);
    expect(html).toContain('Running checks on both chains');
    expect(html).not.toContain('Couldn’t check');
  });

  it('offers a retry when the checks could not run', () => {
    const html = renderToStaticMarkup(<CheckList {...props} onRetry={() => {}} />);
    expect(html).toContain('Couldn’t check');
    expect(html).toContain('Try again');
    expect(html).not.toContain('Running checks');
  });

  it.each([
    ['fine', 'All 2 checks passed'],
    ['unknown', '1 check needs attention'],
  ] as const)('announces the result once in a live region when a check is %s', (state, texts) => {
    const checks = [fine, state === 'fine' ? fine : gap];
    const html = renderToStaticMarkup(<CheckList {...props} checks={checks} onRetry={null} />);
    expect([...html.matchAll(/aria-live="polite"[^>]*>([^<]*)/g)].map(([, text]) => text)).toEqual([texts]);
  });
});
