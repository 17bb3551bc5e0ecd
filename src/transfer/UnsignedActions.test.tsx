import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Router } from 'wouter';
import { textsIn } from '../../tools/lab/web/textsIn.ts';
import type { WalletProblem } from '../account/walletProblem.ts';
import type { Closure } from '../config/maintenance.ts';
import { UnsignedActions } from './UnsignedActions.tsx';

await textsIn('app', 'en');
const NOTHING = () => {};

function textOf(problem: WalletProblem | null, isConnected = true, closure: Closure | null = null): string {
  const acts = { onConnect: NOTHING, onContinue: NOTHING, onStartOver: NOTHING };
  return renderToStaticMarkup(
    <Router ssrPath="/transfers/mine">
      <UnsignedActions problem={problem} closure={closure} isConnected={isConnected} {...acts} />
    </Router>,
  );
}

describe('an unsigned transfer offers', () => {
  it('to continue, or to connect first', () => {
    expect(textOf(null)).toContain('Continue in wallet');
    expect(textOf({ kind: 'rejected' })).toContain('Continue in wallet');
    expect(textOf(null, false)).toContain('Connect wallet');
  });

  it('nothing that would be refused again next to an identical transfer', () => {
    const signed = textOf({ kind: 'duplicate', others: ['theirs'], isSigned: true });
    expect(signed).toContain('href="/transfers/theirs"');
    expect(signed).toContain('Send a second one');
    expect(signed).not.toContain('Continue in wallet');
    const open = textOf({ kind: 'duplicate', others: ['theirs'], isSigned: false });
    expect(open).toContain('Open the other transfer');
    expect(open).not.toContain('Send a second one');
  });

  it('only to start over while its route is under maintenance', () => {
    const text = textOf(null, true, { chains: ['Northshore'] });
    expect(text).toContain('This route is under maintenance');
    expect(text).not.toContain('Continue in wallet');
    expect(text).toContain('Start over');
  });

  it('only to start over with an expired quote', () => {
    const text = textOf({ kind: 'quoteExpired' });
    expect(text).not.toContain('Continue in wallet');
    expect(text).toContain('Start over');
  });
});
