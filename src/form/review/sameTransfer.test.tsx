import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Router } from 'wouter';
import { honestBuild, intentFor, routeFor } from '../../../tools/lab/web/fixtures.ts';
import { textsIn } from '../../../tools/lab/web/textsIn.ts';
import { verifyBuild } from '../../transfer/model/verifyBuild.ts';
import type { Check } from '../model/checks.ts';
import { CheckList } from './CheckList.tsx';

await textsIn('app', 'en');
const route = routeFor('USDC');
const verified = verifyBuild(intentFor(route), honestBuild(intentFor(route), route), route);
if (!verified.ok) throw new Error('the honest build was refused');
const { build } = verified;

function textOf(nearest: 'open' | 'sent' | 'late'): string {
  const check: Check = {
    kind: 'sameTransfer',
    state: 'warning',
    demand: 'confirm',
    duplicateIds: ['first'],
    nearest,
  };
  return renderToStaticMarkup(
    <Router ssrPath="/">
      <CheckList checks={[check]} build={build} isConfirmed={() => false} onToggle={() => {}} onRetry={null} />
    </Router>,
  );
}

describe('the review of a transfer that the wallet may still show', () => {
  it('states the risk, links to the first one, and lets the person repeat it', () => {
    const html = textOf('open');
    expect(html).toContain('If you sign both, you’ll send twice.');
    expect(html).toContain('href="/transfers/first"');
    expect(html).toContain('type="checkbox"');
    expect(html).toContain('Send anyway. I may send twice.');
  });

  it('says that after a sent one, this would be the second', () => {
    expect(textOf('sent')).toContain('This would be a second one.');
  });

  it('does not call one sent that failed or was abandoned', () => {
    expect(textOf('late')).toContain('An earlier attempt at this transfer may still arrive.');
    expect(textOf('late')).not.toContain('sent the same transfer');
  });
});
