import type { Address, Hash, Log } from 'viem';
import { zeroAddress } from 'viem';
import { describe, expect, it } from 'vitest';
import { movedLog, paidLog } from '../lab/web/chainLogs.ts';
import { ACCOUNT, OTHER_ACCOUNT, routeFor, VAULT } from '../lab/web/fixtures.ts';
import type { DeliveryReceipt, ExpectedDelivery } from './proof.ts';
import { proveDelivery } from './proof.ts';

const route = routeFor('USDC');
const id: Hash = `0x${'9'.repeat(64)}`;
const RETIRED_VAULT: Address = `0x${'e'.repeat(40)}`;
const delivery: ExpectedDelivery = {
  id,
  vaults: [route.destination.vault, RETIRED_VAULT],
  token: route.destinationToken.address,
  recipient: OTHER_ACCOUNT,
  amount: 100n,
};

type Payment = { id: Hash; to: Address; token: Address; amount: bigint };

const honest: Payment = { id, to: OTHER_ACCOUNT, token: delivery.token, amount: 100n };

const paid = (payment: Payment, contract = route.destination.vault): Log => paidLog(id, { contract, ...payment });
const moved = (token: Address, to: Address, amount: bigint): Log => movedLog(id, { token, to, amount });

const receipt = (...logs: Log[]): DeliveryReceipt => ({ status: 'success', logs });
const honestReceipt = receipt(moved(delivery.token, OTHER_ACCOUNT, 100n), paid(honest));

describe('proveDelivery', () => {
  it('accepts the payment of this transfer that the token confirms', () => {
    expect(proveDelivery(delivery, honestReceipt)).toEqual({ kind: 'proven', received: 100n });
  });

  it('accepts a larger amount', () => {
    const more = receipt(moved(delivery.token, OTHER_ACCOUNT, 130n), paid({ ...honest, amount: 130n }));
    expect(proveDelivery(delivery, more)).toEqual({ kind: 'proven', received: 130n });
  });

  it('accepts a payment of a retired vault', () => {
    const earlier = receipt(moved(delivery.token, OTHER_ACCOUNT, 100n), paid(honest, RETIRED_VAULT));
    expect(proveDelivery(delivery, earlier)).toMatchObject({ kind: 'proven' });
  });

  it('accepts a native payment without a Transfer event', () => {
    const native = { ...delivery, token: zeroAddress };
    expect(proveDelivery(native, receipt(paid({ ...honest, token: zeroAddress })))).toMatchObject({ kind: 'proven' });
  });

  it.each<[string, DeliveryReceipt, string]>([
    ['a reverted transaction', { status: 'reverted', logs: honestReceipt.logs }, 'transaction'],
    [
      'a payment for another transfer',
      receipt(moved(delivery.token, OTHER_ACCOUNT, 100n), paid({ ...honest, id: `0x${'8'.repeat(64)}` })),
      'payment',
    ],
    ['another contract', receipt(moved(delivery.token, OTHER_ACCOUNT, 100n), paid(honest, ACCOUNT)), 'payment'],
    ['no event', receipt(), 'payment'],
    ['another recipient', receipt(moved(delivery.token, ACCOUNT, 100n), paid({ ...honest, to: ACCOUNT })), 'recipient'],
    ['another token', receipt(moved(VAULT, OTHER_ACCOUNT, 100n), paid({ ...honest, token: VAULT })), 'token'],
    [
      'a smaller amount',
      receipt(moved(delivery.token, OTHER_ACCOUNT, 99n), paid({ ...honest, amount: 99n })),
      'amount',
    ],
    ['a payment that the token does not confirm', receipt(paid(honest)), 'amount'],
    [
      'a payment of which the token moved less',
      receipt(moved(delivery.token, OTHER_ACCOUNT, 99n), paid(honest)),
      'amount',
    ],
  ])('rejects %s', (_what, given, field) => {
    expect(proveDelivery(delivery, given)).toMatchObject({
      kind: 'mismatch',
      shortfalls: expect.arrayContaining([expect.objectContaining({ field })]),
    });
  });
});
