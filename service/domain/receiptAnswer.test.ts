import { describe, expect, test } from 'vitest';
import type { TransferView } from './receiptAnswer.ts';
import { answerReceipt, readDepositHash } from './receiptAnswer.ts';

const USER = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const HASH = `0x${'ab'.repeat(32)}` as const;

const view: TransferView = {
  state: 'seen',
  originChainName: 'Northshore',
  originToken: USER,
  tokenName: 'USDC',
  originDecimals: 6,
  sent: 10_000_000n,
  depositor: USER,
  destinationChainName: 'Southshore',
  destinationToken: USER,
  destinationDecimals: 18,
  receive: 9n * 10n ** 18n,
  reason: 'the recipient is the zero address',
  note: null,
  settledHash: HASH,
  refund: 9_500_000n,
  depositProgress: { depth: 3, needed: 12 },
  paymentProgress: null,
};

describe('the answer of a receipt', () => {
  test.each<readonly [string, Partial<TransferView>, number, RegExp]>([
    ['unseen', { state: 'unseen' }, 907, /No transfer with this hash is known yet/],
    ['seen', { state: 'seen' }, 908, /seen on Northshore; waiting for confirmations 3 of 12\./],
    ['confirmed', { state: 'confirmed' }, 908, /the payout on Southshore is next/],
    ['confirmed and short', { state: 'confirmed', note: 'it waits for funds' }, 908, /confirmed; it waits for funds/],
    ['signed', { state: 'signed' }, 908, /payout on Southshore is signed/],
    ['broadcast', { state: 'broadcast' }, 908, /was sent on Southshore/],
    ['mined', { state: 'broadcast', paymentProgress: { depth: 1, needed: 2 } }, 908, /confirmations 1 of 2/],
    ['held', { state: 'held' }, 908, /held for a person to look at because the recipient is the zero address/],
    ['rejected', { state: 'rejected' }, 908, /its refund is next/],
    ['refunding', { state: 'refunding' }, 909, /refund of 9\.5 USDC to 0x3C44\w+ on Northshore is under way/],
    ['refunded', { state: 'refunded' }, 909, /on Northshore is done, in transaction 0xabab/],
  ])('of a transfer that is %s says where it stands', (...[, fields, code, words]) => {
    const answer = answerReceipt({ ...view, ...fields });
    expect(answer).toEqual({ ok: false, code, message: expect.stringMatching(words) });
  });

  test('of a delivered transfer is its receipt, each amount in the decimals of its side', () => {
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
      },
    });
  });
});

describe('the hash of a receipt', () => {
  test('is read in any case', () => {
    expect(readDepositHash(`0X${'AB'.repeat(32)}`)).toEqual({ ok: true, hash: HASH });
  });

  test.each([
    ['', /does not start with 0x/],
    ['ab'.repeat(33), /does not start with 0x/],
    [`0x${'ab'.repeat(31)}`, /this one has 64/],
    [`0x${'zz'.repeat(32)}`, /other characters/],
  ])('%j is refused with what is wrong', (text, words) => {
    expect(readDepositHash(text)).toEqual({ ok: false, message: expect.stringMatching(words) });
  });
});
