import type { Hash } from 'viem';
import { zeroAddress } from 'viem';
import { describe, expect, it } from 'vitest';
import type { DeliveryReceipt } from '#client/proof.ts';
import type { PaymentEvent } from '../../lab/web/chainLogs.ts';
import { movedLog, paidLog } from '../../lab/web/chainLogs.ts';
import { ACCOUNT, OTHER_ACCOUNT, routeFor, VAULT } from '../../lab/web/fixtures.ts';
import type { RefundDue } from './refund.ts';
import { proveRefund } from './refund.ts';

const { origin, originToken } = routeFor('USDC');
const id: Hash = `0x${'9'.repeat(64)}`;
const hash: Hash = `0x${'8'.repeat(64)}`;
const due: RefundDue = {
  id,
  vaults: [origin.vault],
  token: originToken.address,
  recipient: ACCOUNT,
  deposited: 100n,
  stated: null,
};
const honest: PaymentEvent = {
  contract: origin.vault,
  id,
  to: ACCOUNT,
  token: originToken.address,
  amount: 97n,
};

function refunding(change: Partial<PaymentEvent>, moved = change.amount ?? honest.amount): DeliveryReceipt {
  const payment = { ...honest, ...change };
  const logs = [movedLog(hash, { ...payment, amount: moved }), paidLog(hash, payment)];
  return { status: 'success', logs };
}

describe('proveRefund', () => {
  it('accepts a payment of the same id to the depositor in the deposited token', () => {
    const proof = proveRefund(due, { hash, receipt: refunding({}) });
    expect(proof).toEqual({ kind: 'proven', hash, refunded: 97n });
    expect(proveRefund({ ...due, stated: 97n }, { hash, receipt: refunding({}) })).toEqual(proof);
  });

  it('accepts the whole deposit, and a native refund without a Transfer event', () => {
    expect(proveRefund(due, { hash, receipt: refunding({ amount: 100n }) })).toMatchObject({ refunded: 100n });
    const receipt: DeliveryReceipt = { status: 'success', logs: [paidLog(hash, { ...honest, token: zeroAddress })] };
    expect(proveRefund({ ...due, token: zeroAddress }, { hash, receipt })).toMatchObject({ kind: 'proven' });
  });

  it.each<[string, DeliveryReceipt, string]>([
    ['a reverted transaction', { ...refunding({}), status: 'reverted' }, 'transaction'],
    ['a payment for another transfer', refunding({ id: hash }), 'payment'],
    ['another contract', refunding({ contract: OTHER_ACCOUNT }), 'payment'],
    ['the recipient instead of the depositor', refunding({ to: OTHER_ACCOUNT }), 'recipient'],
    ['another token', refunding({ token: VAULT }), 'token'],
    ['more than the deposit', refunding({ amount: 101n }), 'amountAtMost'],
    ['an amount of zero', refunding({ amount: 0n }), 'amount'],
    ['a payment that the token does not confirm', refunding({}, 0n), 'amount'],
  ])('rejects %s', (_what, receipt, field) => {
    expect(proveRefund(due, { hash, receipt })).toMatchObject({
      kind: 'mismatch',
      hash,
      shortfalls: expect.arrayContaining([expect.objectContaining({ field })]),
    });
  });

  it('rejects less than the service states', () => {
    expect(proveRefund({ ...due, stated: 98n }, { hash, receipt: refunding({}) })).toMatchObject({
      kind: 'mismatch',
      shortfalls: [{ field: 'amount', expected: '98', actual: '97' }],
    });
  });
});
