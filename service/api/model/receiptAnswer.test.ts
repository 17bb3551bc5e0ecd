import { describe, expect, test } from 'vitest';
import type { Details } from '#shared/wire/details.ts';
import { NO_DETAILS } from '#shared/wire/details.ts';
import type { TransferView } from './receiptAnswer.ts';
import { answerReceipt, readDepositHash } from './receiptAnswer.ts';

const USER = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const HASH = `0x${'ab'.repeat(32)}` as const;

const view: TransferView = {
  target: USER,
  state: 'seen',
  originChainName: 'Northshore',
  originToken: USER,
  tokenName: 'USDC',
  originDecimals: 6,
  amount: 10_000_000n,
  depositor: USER,
  destinationChainName: 'Southshore',
  destinationToken: USER,
  destinationDecimals: 18,
  receiveAmount: 9n * 10n ** 18n,
  reason: 'the recipient is the zero address',
  reasonCode: 'recipient_invalid',
  note: null,
  noteCode: null,
  settledHash: HASH,
  refund: 9_500_000n,
  recipient: USER,
  gasFee: 400_000n,
  bridgeFee: 100_000n,
  depositedAt: new Date(1_800_000_000_000),
  settledAt: new Date(1_800_000_012_345),
  depositCount: 2,
  minedHash: null,
  depositProgress: { depth: 3, needed: 12 },
  paymentProgress: null,
};

describe('the receipt answer', () => {
  test.each<readonly [string, Partial<TransferView>, number, RegExp]>([
    ['unseen', { state: 'unseen' }, 907, /^The service knows no transfer with this deposit hash/],
    ['seen', { state: 'seen' }, 908, /^The deposit was seen on Northshore\. Waiting for confirmations: 3 of 12\.$/],
    ['confirmed', { state: 'confirmed' }, 908, /^The deposit is confirmed\. The payout on Southshore is next\.$/],
    [
      'delayed',
      { state: 'confirmed', note: 'it waits for funds' },
      908,
      /^The deposit is confirmed, but it waits for funds\.$/,
    ],
    ['signed', { state: 'signed' }, 908, /^The payout on Southshore is signed\. The bridge sends it next\.$/],
    ['broadcast', { state: 'broadcast' }, 908, /^The payout on Southshore is pending/],
    [
      'mined',
      { state: 'broadcast', paymentProgress: { depth: 1, needed: 2 } },
      908,
      /^The payout is in a block of Southshore\. Waiting for confirmations: 1 of 2\.$/,
    ],
    [
      'held',
      { state: 'held' },
      908,
      /^The transfer is on hold, because the recipient is the zero address\. The bridge has the money/,
    ],
    [
      'rejected',
      { state: 'rejected' },
      908,
      /cannot pay it out, because the recipient is the zero address\. The refund is next\.$/,
    ],
    ['rejected and delayed', { state: 'rejected', note: 'it waits' }, 908, /The refund is delayed: it waits\.$/],
    [
      'refunding',
      { state: 'refunding' },
      909,
      /^The transfer failed because the recipient is the zero address\. The refund of 9\.5 USDC to 0x3C44\w+ on Northshore is under way\.$/,
    ],
    ['refunded', { state: 'refunded' }, 909, /on Northshore is done, in transaction 0x(?:ab){32}\.$/],
  ])('of a transfer in state %s describes the state', (...[, fields, code, words]) => {
    const answer = answerReceipt({ ...view, ...fields });
    expect(answer).toMatchObject({ ok: false, code, message: expect.stringMatching(words) });
  });

  const reason = 'recipient_invalid';
  const funds = { noteCode: 'funds_short', note: 'the payment waits' } as const;
  test.each<readonly [string, Partial<TransferView>, Partial<Details>]>([
    ['unseen', { state: 'unseen' }, {}],
    ['new', { depositProgress: { depth: 0, needed: 12 } }, { step: 'seen', confirmations: 0, confirmationsNeeded: 12 }],
    ['seen', {}, { step: 'confirming', confirmations: 3, confirmationsNeeded: 12 }],
    [
      'decided soon',
      { depositProgress: { depth: 40, needed: 12 } },
      { step: 'confirming', confirmations: 12, confirmationsNeeded: 12 },
    ],
    ['confirmed', { state: 'confirmed' }, { step: 'signing' }],
    ['short of funds', { state: 'confirmed', ...funds }, { step: 'waiting_for_funds', reason: 'funds_short' }],
    ['paused', { state: 'confirmed', noteCode: 'paused' }, { step: 'paused', reason: 'paused' }],
    ['delayed', { state: 'confirmed', noteCode: 'exposure_limit' }, { step: 'signing', reason: 'exposure_limit' }],
    ['signed', { state: 'signed' }, { step: 'signing' }],
    ['broadcast', { state: 'broadcast' }, { step: 'sent' }],
    [
      'mined',
      { state: 'broadcast', paymentProgress: { depth: 1, needed: 2 }, minedHash: HASH },
      { step: 'sent', confirmations: 1, confirmationsNeeded: 2 },
    ],
    ['held', { state: 'held' }, { step: 'held', reason }],
    ['held by an earlier version', { state: 'held', reasonCode: null }, { step: 'held' }],
    ['rejected', { state: 'rejected' }, { step: 'refunding', reason }],
    ['rejected without funds for its refund', { state: 'rejected', ...funds }, { step: 'refunding', reason }],
    ['refunding', { state: 'refunding' }, { step: 'refunding', reason, refund: { amount: 9_500_000n, decimals: 6 } }],
    [
      'refunding in a block',
      { state: 'refunding', paymentProgress: { depth: 1, needed: 2 }, minedHash: HASH },
      {
        ...{ step: 'refunding', reason, refund: { amount: 9_500_000n, decimals: 6 }, refundHash: HASH },
        ...{ confirmations: 1, confirmationsNeeded: 2 },
      },
    ],
    [
      'refunded',
      { state: 'refunded' },
      { step: 'refunded', reason, refund: { amount: 9_500_000n, decimals: 6 }, refundHash: HASH },
    ],
  ])('of a transfer that is %s has the same in its details', (...[, fields, details]) => {
    expect(answerReceipt({ ...view, ...fields })).toMatchObject({ ok: false, details: { ...NO_DETAILS, ...details } });
  });

  test('of a delivered transfer is its receipt, with each amount in the decimals of its chain', () => {
    expect(answerReceipt({ ...view, state: 'delivered' })).toEqual({
      ok: true,
      receipt: {
        originChainName: 'Northshore',
        originToken: USER,
        payoutHash: HASH,
        destinationChainName: 'Southshore',
        destinationToken: USER,
        tokenName: 'USDC',
        received: { amount: 9n * 10n ** 18n, decimals: 18 },
        sent: { amount: 10_000_000n, decimals: 6 },
        depositedAtMs: 1_800_000_000_000,
        deliveredAtMs: 1_800_000_012_345,
        sender: USER,
        recipient: USER,
        bridgeFee: { amount: 100_000n, decimals: 6 },
        gasFee: { amount: 400_000n, decimals: 6 },
        gasReceived: null,
        deposits: 2,
      },
    });
  });
});

describe('the deposit hash of a request', () => {
  test('is parsed in upper and lower case', () => {
    expect(readDepositHash(`0X${'AB'.repeat(32)}`)).toEqual({ ok: true, hash: HASH });
  });

  test.each([
    ['', /does not start with 0x/],
    ['ab'.repeat(33), /does not start with 0x/],
    [`0x${'ab'.repeat(31)}`, /but the value has 64/],
    [`0x${'zz'.repeat(32)}`, /other characters/],
  ])('%j is rejected with the reason', (text, words) => {
    expect(readDepositHash(text)).toEqual({ ok: false, message: expect.stringMatching(words) });
  });
});
