import fc from 'fast-check';
import type { Address, Hash } from 'viem';
import { describe, expect, test } from 'vitest';
import type { AccountedTransfer, CostItem } from './accounting.ts';
import { accountFor, shareOf } from './accounting.ts';

const TOKEN: Address = `0x${'1'.repeat(40)}`;
const OTHER: Address = `0x${'2'.repeat(40)}`;
const PERSON: Address = `0x${'3'.repeat(40)}`;
const HASH: Hash = `0x${'a'.repeat(64)}`;
const PRICE = 2000n * 10n ** 18n;

const COST: CostItem = {
  ...{ kind: 'payout', chainId: 2, isSettled: true, gasCost: 10n ** 15n, nativePrice: PRICE, item: 0, payments: 1 },
};

function account(
  transfer: Partial<AccountedTransfer['transfer']>,
  deposit: Partial<AccountedTransfer['deposit']> = {},
  costs: readonly CostItem[] = [],
) {
  return accountFor({
    transfer: {
      ...{ state: 'delivered', originDecimals: 6, destinationDecimals: 18, destinationToken: OTHER },
      ...{ settledAmount: 99n * 10n ** 18n, settledHash: HASH, ...transfer },
    },
    deposit: {
      ...{
        chainId: 1,
        destination: 2n,
        token: TOKEN,
        target: PERSON,
        amount: 100_000_000n,
        funded: true,
        canonical: true,
      },
      ...{ isFinal: true, ...deposit },
    },
    costs,
  });
}

describe('accountFor', () => {
  test('keeps what a delivered transfer took and did not pay, in origin units', () => {
    expect(account({})).toEqual({
      ...{ taken: 100_000_000n, kept: 1_000_000n, burnt: [], isFinal: true },
      paid: { kind: 'payout', chainId: 2, token: OTHER, amount: 99n * 10n ** 18n, gasDrop: 0n, hash: HASH },
    });
    const toFewer = account({ originDecimals: 8, destinationDecimals: 6, settledAmount: 990_000n });
    expect(toFewer.kept).toBe(1_000_000n);
  });

  test('pays a gas drop with a payout, keeps its price, and refunds a deposit without one', () => {
    const deposit = { target: `${PERSON}+gas:2000000000000000` };
    expect(account({}, deposit)).toMatchObject({ paid: { gasDrop: 2n * 10n ** 15n }, kept: 1_000_000n });
    expect(account({ state: 'refunded' }, deposit).paid).toMatchObject({ kind: 'refund', gasDrop: 0n });
  });

  test('keeps the difference of a refund in the deposited token', () => {
    const { paid, kept } = account({ state: 'refunded', settledAmount: 99_900_000n });
    expect(paid).toMatchObject({ kind: 'refund', chainId: 1, token: TOKEN });
    expect(kept).toBe(100_000n);
  });

  test('keeps all of a closed transfer, and reports nothing for one in progress', () => {
    const unpaid = { settledAmount: null, settledHash: null };
    expect(account({ ...unpaid, state: 'closed' })).toMatchObject({ paid: null, kept: 100_000_000n, isFinal: true });
    expect(account({ ...unpaid, state: 'held' })).toMatchObject({ paid: null, kept: null, isFinal: false });
  });

  test('is not final while a reorg can remove the deposit, has removed it, or a transaction is unsettled', () => {
    expect(account({}, { isFinal: false }).isFinal).toBe(false);
    expect(account({}, { canonical: false }).isFinal).toBe(false);
    expect(account({}, {}, [COST]).isFinal).toBe(true);
    expect(account({}, {}, [COST, { ...COST, isSettled: false }]).isFinal).toBe(false);
  });

  test('takes nothing with a deposit that a reorg removed, and an unknown amount with one that is short', () => {
    const unpaid = { state: 'unseen', settledAmount: null, settledHash: null } as const;
    expect(account(unpaid, { canonical: false }).taken).toBe(0n);
    expect(account({ ...unpaid, state: 'closed' }, { funded: false })).toMatchObject({ taken: null, kept: null });
  });

  test('adds up the gas of every final transaction, and counts those of unknown cost', () => {
    const { burnt } = account({}, {}, [
      COST,
      { ...COST, gasCost: 7n, item: 1, payments: 4 },
      { ...COST, gasCost: null, nativePrice: null },
      { ...COST, kind: 'refund', chainId: 1, gasCost: 5n },
      { ...COST, isSettled: false, gasCost: null, nativePrice: null },
    ]);
    expect(burnt).toEqual([
      { kind: 'payout', chainId: 2, amount: 10n ** 15n + 2n, value: 2n * 10n ** 18n + 4000n, unknown: 1 },
      { kind: 'refund', chainId: 1, amount: 5n, value: 10_000n, unknown: 0 },
    ]);
  });
});

test("the shares of a batch add up to the transaction's cost", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 30n }), fc.integer({ min: 1, max: 60 }), (cost, payments) => {
      const shares = Array.from({ length: payments }, (_, item) => shareOf(cost, { item, payments }));
      expect(shares.reduce((sum, share) => sum + share, 0n)).toBe(cost);
    }),
  );
});
