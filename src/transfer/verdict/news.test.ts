import { describe, expect, it } from 'vitest';
import { hashOf } from '../../../tools/lab/web/fakeWallet.ts';
import { terms } from '../../../tools/lab/web/fixtures.ts';
import type { Transfer } from '../model/transfer.ts';
import { newsSince, seenNow } from './news.ts';

const NOW = terms.createdAt;
const sent = { terms, attempt: null, hash: hashOf('1'), nonce: 7, since: NOW };
const deposited: Transfer = { status: 'deposited', ...sent, report: null, confirmations: null };
const held: Transfer = { ...deposited, report: { step: 'held', reason: null, message: '' } };
const reported: Transfer = { status: 'reported', ...sent, payoutHash: hashOf('2'), claimed: 1n };
const delivered: Transfer = { status: 'delivered', ...sent, payoutHash: hashOf('2'), received: 1n };

const newsOf = (before: readonly Transfer[], after: readonly Transfer[], nowMs = NOW) =>
  newsSince(seenNow(before, NOW), after, nowMs).map(({ verdict }) => verdict.kind);

describe('news of a transfer', () => {
  it('is its delivery, or that the operator holds it', () => {
    expect(newsOf([reported], [delivered])).toEqual(['delivered']);
    expect(newsOf([deposited], [held])).toEqual(['held']);
  });

  it('is neither a small step nor the passing of time', () => {
    expect(newsOf([deposited], [reported])).toEqual([]);
    expect(newsOf([deposited], [deposited], NOW + 3_600_000)).toEqual([]);
  });

  it('comes once, and never for a transfer that already existed or has just started', () => {
    expect(newsOf([delivered], [delivered])).toEqual([]);
    expect(newsOf([], [delivered])).toEqual([]);
  });
});
