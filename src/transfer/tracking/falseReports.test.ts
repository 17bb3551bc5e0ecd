import { describe, expect, it } from 'vitest';
import type { Receipt } from '#client/receipt.ts';
import { NO_CLAIM } from '#client/receipt.ts';
import { hashOf } from '../../../tools/lab/web/fakeWallet.ts';
import { terms } from '../../../tools/lab/web/fixtures.ts';
import { pollOnce as poll, unproven } from '../../../tools/lab/web/pollOnce.ts';
import type { Transfer } from '../model/transfer.ts';
import { transition } from '../model/transfer.ts';
import type { PollHistory } from './lookForDeposit.ts';
import { NO_HISTORY } from './lookForDeposit.ts';

const FOUND = hashOf('2');
const PAYOUT = hashOf('3');
const base = { terms, attempt: { nonce: 7, fromBlock: 100n }, hash: hashOf('1'), nonce: 7, since: null };
const deposited = { status: 'deposited', ...base, report: null, confirmations: null } as const;
const reported: Transfer = { status: 'reported', ...base, payoutHash: PAYOUT, claimed: 99n };
const report = { step: null, reason: null, message: 'no liquidity' };
const failed = {
  status: 'failed',
  ...base,
  kind: 'failedByService',
  foundOn: null,
  report,
  claim: NO_CLAIM,
  refund: unproven,
} as const;

describe('a payout that the service does not report', () => {
  const proven = { proveTransfer: async () => ({ kind: 'proven', hash: FOUND, received: 99n }) as const };
  const event = { type: 'deliveryProven', payoutHash: FOUND, received: 99n } as const;
  const long = (): PollHistory => ({ ...NO_HISTORY, emptyPolls: 20 });
  const inProgress: Receipt = {
    kind: 'inProgress',
    report: { step: 'seen', reason: null, message: '' },
    confirmations: null,
  };
  const seen = { ...deposited, report: inProgress.report };
  const refused: Receipt = { kind: 'failed', report: report, claim: NO_CLAIM };
  const told = { ...failed, refund: unproven };

  it.each([
    ['always in progress', seen, inProgress],
    ['failed', told, refused],
  ] as const)(
    'is found after minutes without news, although it reports the transfer as %s',
    async (_as, one, receipt) => {
      expect(await poll(one, { reads: proven, receipt })).toBeNull();
      expect(await poll(one, { reads: proven, receipt, history: long() })).toEqual(event);
      expect(await poll(one, { receipt, history: long() })).toBeNull();
      expect(transition(one, event)).toMatchObject({ status: 'delivered', payoutHash: FOUND, received: 99n });
    },
  );

  it('is found while the service is down', async () => {
    const down = { reads: proven, receiptOf: () => Promise.reject(new Error('down')), history: { ...NO_HISTORY } };
    for (let silent = 1; silent < 20; silent += 1) await expect(poll(deposited, down)).rejects.toThrow('no receipt');
    expect(await poll(deposited, down)).toEqual(event);
  });
});

describe('a payout that the service reported, and takes back', () => {
  const receipt: Receipt = { kind: 'failed', report, claim: NO_CLAIM };
  const shortfall = (field: 'payment' | 'transaction' | 'amount') => [{ field, expected: '99', actual: '1' }] as const;
  const disputed = (field: 'payment' | 'transaction' | 'amount'): Transfer => ({
    ...{ status: 'disputed', ...base, payoutHash: PAYOUT, claimed: 99n, shortfalls: shortfall(field) },
  });
  const mismatch = (field: 'payment' | 'transaction' | 'amount') => ({
    proveTransfer: async () => ({ kind: 'mismatch', shortfalls: shortfall(field) }) as const,
  });

  it('looks for the refund, because the vaults show no payment', async () => {
    const event = { type: 'failureReported', report, claim: NO_CLAIM } as const;
    expect(await poll(reported, { receipt })).toEqual(event);
    for (const field of ['payment', 'transaction'] as const) {
      expect(await poll(disputed(field), { receipt, reads: mismatch(field) })).toEqual(event);
      expect(transition(disputed(field), event)).toMatchObject({ status: 'failed', kind: 'failedByService' });
    }
  });

  it('keeps a payment of a different amount in sight', async () => {
    expect(await poll(disputed('amount'), { receipt, reads: mismatch('amount') })).toBeNull();
  });
});
