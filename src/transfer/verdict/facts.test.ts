import { describe, expect, it } from 'vitest';
import { NO_CLAIM } from '#client/receipt.ts';
import { hashOf } from '../../../tools/lab/web/fakeWallet.ts';
import { terms } from '../../../tools/lab/web/fixtures.ts';
import type { FailureKind, Transfer } from '../model/transfer.ts';
import { transferFacts } from './facts.ts';
import type { VerdictKind } from './verdict.ts';
import { verdictOf } from './verdictOf.ts';

const NOW = 1_800_000_000_000;
const attempt = { nonce: 7, fromBlock: 1n };
const sent = { terms, attempt, hash: hashOf('1'), nonce: 7, since: NOW - 10_000 };
const failed = (kind: FailureKind): Transfer => ({
  ...{ status: 'failed', ...sent, kind, foundOn: 'Southshore', claim: NO_CLAIM, refund: null },
  report: kind === 'failedByService' ? { step: 'refunding', reason: 'recipient_invalid', message: '' } : null,
});
const deposited: Transfer = { status: 'deposited', ...sent, report: null, confirmations: null };

function kindOf(transfer: Transfer, { isInWallet = false, nowMs = NOW } = {}): VerdictKind {
  return verdictOf(transferFacts(transfer, { isInWallet, nowMs })).kind;
}

describe('the verdict of a stored transfer', () => {
  it.each<[VerdictKind, Transfer]>([
    ['approvalNeeded', { status: 'approving', terms, approvalHash: null }],
    ['readyToSign', { status: 'readyToSign', terms, attempt: null }],
    ['notSeen', { status: 'readyToSign', terms, attempt }],
    ['walletSilent', { status: 'signing', terms, attempt, proposal: null }],
    ['awaitingSigners', { status: 'signing', terms, attempt, proposal: hashOf('2') }],
    ['ended', { status: 'abandoned', terms, attempt: null }],
    ['pending', { status: 'sent', doubt: null, ...sent }],
    ['searching', { status: 'sent', doubt: { kind: 'reverted', foundOn: null }, ...sent }],
    ['inProgress', deposited],
    ['verifyingPayout', { status: 'reported', ...sent, payoutHash: hashOf('2'), claimed: 1n }],
    ['delivered', { status: 'delivered', ...sent, payoutHash: hashOf('2'), received: 1n }],
    ['payoutDiffers', { status: 'disputed', claimed: 1n, ...sent, payoutHash: hashOf('2'), shortfalls: [] }],
    ['reverted', failed('reverted')],
    ['cancelled', failed('cancelled')],
    ['wrongChain', failed('otherChain')],
    ['noDeposit', failed('noDeposit')],
    ['refunding', failed('failedByService')],
    ['refunded', { status: 'refunded', ...sent, report: null, refundHash: hashOf('2'), refunded: 1n }],
  ])('is %s', (kind, transfer) => {
    expect(kindOf(transfer)).toBe(kind);
  });

  it('is in the wallet while this page asks it', () => {
    const asked: readonly Transfer[] = [
      { status: 'approving', terms, approvalHash: null },
      { status: 'readyToSign', terms, attempt },
      { status: 'signing', terms, attempt, proposal: null },
    ];
    expect(asked.map((transfer) => kindOf(transfer, { isInWallet: true }))).toEqual(Array(3).fill('inWallet'));
    expect(kindOf(deposited, { isInWallet: true })).toBe('inProgress');
  });

  it('becomes late by the clock, counted from the deposit', () => {
    expect(kindOf(deposited, { nowMs: sent.since + 99_000 })).toBe('inProgress');
    expect(kindOf(deposited, { nowMs: sent.since + 100_000 })).toBe('late');
  });
});
