import type { Address, Hash, Log } from 'viem';
import { zeroAddress } from 'viem';
import { describe, expect, it } from 'vitest';
import { movedLog, paidLog } from '../../lab/web/chainLogs.ts';
import { ACCOUNT, MAKER, OTHER_ACCOUNT, routeFor } from '../../lab/web/fixtures.ts';
import type { DeliveryReceipt, Promised } from './proof.ts';
import { proveDelivery } from './proof.ts';

const route = routeFor('USDC');
const id: Hash = `0x${'9'.repeat(64)}`;
const promised: Promised = {
  id,
  payoutContract: route.destination.payoutContract,
  payers: route.destination.makers,
  token: route.destinationToken.address,
  recipient: OTHER_ACCOUNT,
  amount: 100n,
};

type Payment = { payer: Address; id: Hash; to: Address; token: Address; amount: bigint };

const honest: Payment = { payer: MAKER, id, to: OTHER_ACCOUNT, token: promised.token, amount: 100n };

const paid = (payment: Payment, contract = promised.payoutContract): Log => paidLog(id, { contract, ...payment });
const moved = (token: Address, to: Address, amount: bigint): Log => movedLog(id, { token, to, amount });

const receipt = (...logs: Log[]): DeliveryReceipt => ({ status: 'success', logs });
const honestReceipt = receipt(moved(promised.token, OTHER_ACCOUNT, 100n), paid(honest));

describe('a delivery', () => {
  it('is proven by the payment of this transfer and the token’s own word', () => {
    expect(proveDelivery(promised, honestReceipt)).toEqual({ kind: 'proven', received: 100n });
  });

  it('of more than was promised is proven too', () => {
    const more = receipt(moved(promised.token, OTHER_ACCOUNT, 130n), paid({ ...honest, amount: 130n }));
    expect(proveDelivery(promised, more)).toEqual({ kind: 'proven', received: 130n });
  });

  it('of the native token is proven by the payment alone', () => {
    const native = { ...promised, token: zeroAddress };
    expect(proveDelivery(native, receipt(paid({ ...honest, token: zeroAddress })))).toMatchObject({ kind: 'proven' });
  });

  it.each<[string, DeliveryReceipt, string]>([
    ['of a reverted transaction', { status: 'reverted', logs: honestReceipt.logs }, 'transaction'],
    [
      'of another transfer',
      receipt(moved(promised.token, OTHER_ACCOUNT, 100n), paid({ ...honest, id: `0x${'8'.repeat(64)}` })),
      'payment',
    ],
    [
      'by somebody who is no pinned payer',
      receipt(moved(promised.token, OTHER_ACCOUNT, 100n), paid({ ...honest, payer: ACCOUNT })),
      'payment',
    ],
    ['through another contract', receipt(moved(promised.token, OTHER_ACCOUNT, 100n), paid(honest, ACCOUNT)), 'payment'],
    ['without any event', receipt(), 'payment'],
    [
      'to another recipient',
      receipt(moved(promised.token, ACCOUNT, 100n), paid({ ...honest, to: ACCOUNT })),
      'recipient',
    ],
    ['in another token', receipt(moved(MAKER, OTHER_ACCOUNT, 100n), paid({ ...honest, token: MAKER })), 'token'],
    ['of less', receipt(moved(promised.token, OTHER_ACCOUNT, 99n), paid({ ...honest, amount: 99n })), 'amount'],
    ['that the token itself does not confirm', receipt(paid(honest)), 'amount'],
    ['of which the token moved less', receipt(moved(promised.token, OTHER_ACCOUNT, 99n), paid(honest)), 'amount'],
  ])('%s is a mismatch', (_what, given, field) => {
    expect(proveDelivery(promised, given)).toMatchObject({
      kind: 'mismatch',
      shortfalls: expect.arrayContaining([expect.objectContaining({ field })]),
    });
  });
});
