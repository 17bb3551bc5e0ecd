import type { Address, Hash, Log } from 'viem';
import { zeroAddress } from 'viem';
import { describe, expect, it } from 'vitest';
import { movedLog, paidLog } from '../tools/lab/web/chainLogs.ts';
import { ACCOUNT, OTHER_ACCOUNT, routeFor, VAULT } from '../tools/lab/web/fixtures.ts';
import type { DuePayment, PaymentReceipt } from './payment.ts';
import { judgePayment } from './payment.ts';

const route = routeFor('USDC');
const id: Hash = `0x${'9'.repeat(64)}`;
const RETIRED_VAULT: Address = `0x${'e'.repeat(40)}`;
const delivery: DuePayment = {
  id,
  vaults: [route.destination.vault, RETIRED_VAULT],
  token: route.destinationToken.address,
  recipient: OTHER_ACCOUNT,
  least: 100n,
  most: null,
  gasDrop: 0n,
};

type Payment = { id: Hash; to: Address; token: Address; amount: bigint };

const honest: Payment = { id, to: OTHER_ACCOUNT, token: delivery.token, amount: 100n };

const paid = (payment: Payment, contract = route.destination.vault): Log => paidLog(id, { contract, ...payment });
const moved = (token: Address, to: Address, amount: bigint): Log =>
  movedLog(id, { contract: route.destination.vault, token, to, amount });
const movedFrom = (contract: Address): Log =>
  movedLog(id, { contract, token: delivery.token, to: OTHER_ACCOUNT, amount: 100n });

const receipt = (...logs: Log[]): PaymentReceipt => ({ status: 'success', logs });
const honestReceipt = receipt(moved(delivery.token, OTHER_ACCOUNT, 100n), paid(honest));

describe('judgePayment', () => {
  it("accepts this transfer's payment if the token confirms it", () => {
    expect(judgePayment(delivery, honestReceipt)).toEqual({ kind: 'proven', received: 100n, gasReceived: 0n });
  });

  it('accepts a larger amount', () => {
    const more = receipt(moved(delivery.token, OTHER_ACCOUNT, 130n), paid({ ...honest, amount: 130n }));
    expect(judgePayment(delivery, more)).toMatchObject({ kind: 'proven', received: 130n });
  });

  it('accepts a payment of a retired vault', () => {
    const earlier = receipt(movedFrom(RETIRED_VAULT), paid(honest, RETIRED_VAULT));
    expect(judgePayment(delivery, earlier)).toMatchObject({ kind: 'proven' });
  });

  it('accepts a native payment without a Transfer event', () => {
    const native = { ...delivery, token: zeroAddress };
    expect(judgePayment(native, receipt(paid({ ...honest, token: zeroAddress })))).toMatchObject({ kind: 'proven' });
  });

  it('accepts a refund of at most the deposit', () => {
    expect(judgePayment({ ...delivery, least: 1n, most: 100n }, honestReceipt)).toMatchObject({ received: 100n });
    expect(judgePayment({ ...delivery, least: 1n, most: 99n }, honestReceipt)).toEqual({
      kind: 'mismatch',
      shortfalls: [{ field: 'amountAtMost', expected: '99', actual: '100' }],
    });
  });

  it('accepts each payment of a batch to one recipient if the token shows all of them', () => {
    const other = paid({ ...honest, id: `0x${'8'.repeat(64)}`, amount: 5n });
    const logs = [moved(delivery.token, OTHER_ACCOUNT, 100n), paid(honest), other];
    expect(judgePayment(delivery, receipt(moved(delivery.token, OTHER_ACCOUNT, 5n), ...logs))).toEqual({
      kind: 'proven',
      received: 100n,
      gasReceived: 0n,
    });
    expect(judgePayment(delivery, receipt(...logs))).toMatchObject({ shortfalls: [{ field: 'amount', actual: '95' }] });
  });

  it('never accepts a payment of nothing', () => {
    const nothing = receipt(moved(delivery.token, OTHER_ACCOUNT, 0n), paid({ ...honest, amount: 0n }));
    expect(judgePayment({ ...delivery, least: 0n }, nothing)).toMatchObject({
      shortfalls: [{ field: 'amount', expected: '1', actual: '0' }],
    });
  });

  it.each<[string, PaymentReceipt, string]>([
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
    ['a payment whose tokens came from another account', receipt(movedFrom(ACCOUNT), paid(honest)), 'amount'],
    [
      'a payment for which the token moved less',
      receipt(moved(delivery.token, OTHER_ACCOUNT, 99n), paid(honest)),
      'amount',
    ],
  ])('rejects %s', (_what, given, field) => {
    expect(judgePayment(delivery, given)).toMatchObject({
      kind: 'mismatch',
      shortfalls: expect.arrayContaining([expect.objectContaining({ field })]),
    });
  });
});

describe('judgePayment of a payment with gas', () => {
  const GAS = 10n ** 16n;
  const withGas: DuePayment = { ...delivery, gasDrop: GAS };
  const gas: Payment = { id, to: OTHER_ACCOUNT, token: zeroAddress, amount: GAS };
  const token = [moved(delivery.token, OTHER_ACCOUNT, 100n), paid(honest)];

  it('accepts both events in either order, and among other payments', () => {
    const other = `0x${'8'.repeat(64)}` as const;
    const others = [paid({ ...gas, id: other, amount: 1n }), paid({ ...gas, id: other, to: ACCOUNT })];
    for (const logs of [
      [...token, paid(gas)],
      [paid(gas), ...token],
      [...others, ...token, paid(gas)],
    ]) {
      expect(judgePayment(withGas, receipt(...logs))).toEqual({ kind: 'proven', received: 100n, gasReceived: GAS });
    }
  });

  it('accepts more gas than is due, and gas that is not due', () => {
    const more = receipt(...token, paid({ ...gas, amount: GAS + 1n }));
    for (const due of [withGas, delivery]) {
      expect(judgePayment(due, more)).toEqual({ kind: 'proven', received: 100n, gasReceived: GAS + 1n });
    }
  });

  it.each<[string, readonly Log[], bigint]>([
    ['only the token', token, 0n],
    ['less gas', [...token, paid({ ...gas, amount: GAS - 1n })], GAS - 1n],
    ['gas to another recipient', [...token, paid({ ...gas, to: ACCOUNT })], 0n],
    ['gas of another transfer', [...token, paid({ ...gas, id: `0x${'8'.repeat(64)}` })], 0n],
    ['gas from another pinned vault', [...token, paid(gas, RETIRED_VAULT)], 0n],
    ['gas from another contract', [...token, paid(gas, ACCOUNT)], 0n],
    ['another token instead of gas', [...token, paid({ ...gas, token: VAULT })], 0n],
  ])('rejects %s', (_what, logs, actual) => {
    expect(judgePayment(withGas, receipt(...logs))).toEqual({
      kind: 'mismatch',
      shortfalls: [{ field: 'gas', expected: `${GAS}`, actual: `${actual}` }],
    });
  });

  it('rejects gas without the token, and with another token', () => {
    for (const logs of [
      [paid(gas)],
      [paid(gas), moved(VAULT, OTHER_ACCOUNT, 100n), paid({ ...honest, token: VAULT })],
    ]) {
      expect(judgePayment(withGas, receipt(...logs))).toMatchObject({ shortfalls: [{ field: 'token' }] });
    }
  });

  it('does not count a native payment as its own gas', () => {
    const native = { ...withGas, token: zeroAddress };
    expect(judgePayment(native, receipt(paid(gas)))).toMatchObject({ shortfalls: [{ field: 'gas', actual: '0' }] });
    expect(judgePayment({ ...native, gasDrop: 0n }, receipt(paid(gas)))).toMatchObject({ gasReceived: 0n });
  });
});
