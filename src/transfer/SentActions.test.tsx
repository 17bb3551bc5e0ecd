import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Router } from 'wouter';
import { NO_CLAIM } from '#client/receipt.ts';
import { hashOf } from '../../tools/lab/web/fakeWallet.ts';
import { terms } from '../../tools/lab/web/fixtures.ts';
import { textsIn } from '../../tools/lab/web/textsIn.ts';
import type { Doubt } from './model/transfer.ts';
import { FailedActions, SentActions } from './SentActions.tsx';

await textsIn('app', 'en');
const MINUTE = 60_000;
const reverted: Doubt = { kind: 'reverted', foundOn: null };

type Case = { readonly doubt: Doubt | null; readonly minutesAgo: number; readonly quotedForMinutes?: number };

function textOf({ doubt, minutesAgo, quotedForMinutes = -1 }: Case): string {
  const now = Date.now();
  const quoted = { ...terms, validUntilMs: now + quotedForMinutes * MINUTE };
  const attempt = { nonce: 7, fromBlock: 100n };
  const sent = { hash: hashOf('1'), nonce: 7, since: now - minutesAgo * MINUTE };
  const acts = { onHash: () => {}, onStartOver: () => {} };
  return renderToStaticMarkup(
    <Router ssrPath="/transfers/mine">
      <SentActions transfer={{ status: 'sent', terms: quoted, attempt, ...sent, doubt }} {...acts} />
    </Router>,
  );
}

it('a transfer in doubt can be started over an hour after it was sent, once its quote has expired', () => {
  const early = textOf({ doubt: reverted, minutesAgo: 59 });
  expect(early).toContain('don’t send it again yet');
  expect(early).not.toContain('Start over');
  expect(early).toContain('Use hash');
  expect(textOf({ doubt: reverted, minutesAgo: 61, quotedForMinutes: 1 })).not.toContain('Start over');
  const late = textOf({ doubt: reverted, minutesAgo: 61 });
  expect(late).toContain('The transaction from your wallet failed on Northshore');
  expect(late).toContain('Start over');
  expect(late).not.toContain('don’t send it again yet');
});

it('a transfer on another chain says where the tokens are, and that the bridge does not pay for it', () => {
  const text = textOf({ doubt: { kind: 'otherChain', foundOn: 'Southshore' }, minutesAgo: 1 });
  expect(text).toContain('doesn’t pay for it');
  expect(text).toContain('Open a block explorer of Southshore');
});

it('a deposit that is not mined within an hour can be identified by its hash, even without a doubt', () => {
  expect(textOf({ doubt: null, minutesAgo: 1 })).not.toContain('Use hash');
  const late = textOf({ doubt: null, minutesAgo: 61 });
  expect(late).toContain('Use hash');
  expect(late).not.toContain('Start over');
});

it.each([
  ['reverted', 'Start over'],
  ['cancelled', 'Start over'],
  ['otherChain', 'For support'],
  ['noDeposit', 'For support'],
] as const)('a failed transfer can always be identified by a hash (%s)', (kind, action) => {
  const attempt = { nonce: 7, fromBlock: 100n };
  const ended = { attempt, hash: hashOf('1'), nonce: 7, since: null, foundOn: null, report: null, refund: null };
  const text = renderToStaticMarkup(
    <Router ssrPath="/transfers/mine">
      <FailedActions
        transfer={{ status: 'failed', terms, kind, claim: NO_CLAIM, ...ended }}
        onHash={() => {}}
        onStartOver={() => {}}
      />
    </Router>,
  );
  expect(text).toContain(action);
  expect(text).toContain('Use hash');
});
