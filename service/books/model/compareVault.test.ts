import fc from 'fast-check';
import type { Address, Hash } from 'viem';
import { numberToHex, zeroAddress } from 'viem';
import { describe, expect, test } from 'vitest';
import type { BookedMoves, ChainMoves } from './compareVault.ts';
import { compareGas, compareVault, isEqual } from './compareVault.ts';

const TOKEN: Address = `0x${'1'.repeat(40)}`;
const OWNER: Address = `0x${'2'.repeat(40)}`;
const TREASURY: Address = `0x${'3'.repeat(40)}`;
const hashOf = (number: number): Hash => numberToHex(number, { size: 32 });
const move = (number: number, amount: bigint, token: Address = TOKEN) => ({ hash: hashOf(number), token, amount });
const PERSON: Address = `0x${'4'.repeat(40)}`;
const payment = (number: number, amount: bigint, token: Address = TOKEN) => ({
  ...move(number, amount, token),
  ...{ id: hashOf(100 + number), recipient: PERSON },
});

const NO_MOVES: ChainMoves = { deposits: [], paid: [], withdrawn: [], received: [], sent: [] };
const NO_BOOKS: BookedMoves = { deposits: [], dust: [], shortDeposits: [], payments: [] };

// A day with one movement of each kind: 1000 + 100 - 30 - 20 - 50 + 7 = 1007.
const CHAIN: ChainMoves = {
  deposits: [move(1, 100n)],
  paid: [payment(2, 30n), payment(3, 20n)],
  withdrawn: [{ ...move(4, 50n), recipient: OWNER }],
  received: [move(1, 100n), move(5, 7n)],
  sent: [move(2, 30n), move(3, 20n), move(4, 50n)],
};
const BOOKS: BookedMoves = {
  deposits: [move(1, 100n)],
  dust: [],
  shortDeposits: [],
  payments: [
    { ...payment(2, 30n), kind: 'payout' },
    { ...payment(3, 20n), kind: 'refund' },
  ],
};
const DAY = { token: TOKEN, opening: 1000n, closing: 1007n, treasury: null };

describe('compareVault', () => {
  test('finds a day equal if every movement is in the books', () => {
    expect(compareVault(DAY, CHAIN, BOOKS)).toEqual({
      ...{ opening: 1000n, deposits: 100n, payouts: 30n, refunds: 20n, withdrawn: 50n, received: 7n, closing: 1007n },
      ...{ dust: 0n, swept: 0n, difference: 0n, unexplained: 0n, mismatches: [] },
    });
  });

  test('tells a withdrawal to the treasury from one to another account', () => {
    const both = [...CHAIN.withdrawn, { ...move(6, 1n), recipient: TREASURY }];
    const chain = { ...CHAIN, withdrawn: both, sent: [...CHAIN.sent, move(6, 1n)] };
    expect(compareVault({ ...DAY, closing: 1006n, treasury: TREASURY }, chain, BOOKS)).toMatchObject({
      ...{ swept: 1n, withdrawn: 50n, difference: 0n, mismatches: [] },
    });
  });

  test.each<readonly [string, { chain: ChainMoves; books: BookedMoves; amount: bigint }]>([
    [
      'payment missing in the books',
      { chain: CHAIN, books: { ...BOOKS, payments: BOOKS.payments.slice(1) }, amount: -30n },
    ],
    [
      'payment missing on the chain',
      { chain: { ...CHAIN, paid: CHAIN.paid.slice(1), sent: CHAIN.sent.slice(1) }, books: BOOKS, amount: 30n },
    ],
    ['deposit missing in the books', { chain: CHAIN, books: { ...BOOKS, deposits: [] }, amount: 100n }],
    [
      'deposit missing on the chain',
      { chain: { ...CHAIN, deposits: [], received: [move(5, 7n)] }, books: BOOKS, amount: -100n },
    ],
    [
      'payment of another amount',
      {
        chain: { ...CHAIN, paid: CHAIN.paid.slice(0, 1), sent: [move(2, 30n), move(4, 50n)] },
        books: { ...BOOKS, payments: [{ ...payment(2, 29n), kind: 'payout' }] },
        amount: -1n,
      },
    ],
    [
      'transfer without a payment or withdrawal',
      { chain: { ...CHAIN, sent: [...CHAIN.sent, move(9, 4n)] }, books: BOOKS, amount: -4n },
    ],
  ])('names the transaction: %s', (what, { chain, books, amount }) => {
    const moved = (moves: ChainMoves) =>
      [...moves.received].reduce((sum, one) => sum + one.amount, 0n) -
      moves.sent.reduce((sum, one) => sum + one.amount, 0n);
    const result = compareVault({ ...DAY, closing: 1000n + moved(chain) }, chain, books);
    expect(result).toMatchObject({ difference: amount, unexplained: 0n, mismatches: [{ what, amount }] });
  });

  test('finds a payment to another recipient, though it is of the booked amount', () => {
    const [first, ...others] = CHAIN.paid;
    if (!first) throw new Error('the day has payments');
    const chain = { ...CHAIN, paid: [{ ...first, recipient: OWNER }, ...others] };
    const result = compareVault(DAY, chain, BOOKS);
    expect([result.difference, isEqual(result)]).toEqual([0n, false]);
    expect(result.mismatches).toEqual([
      { hash: hashOf(2), amount: -30n, what: 'payment missing in the books' },
      { hash: hashOf(2), amount: 30n, what: 'payment missing on the chain' },
    ]);
  });

  describe('a payout with a gas drop', () => {
    const GAS_DROP = payment(2, 5n, zeroAddress);
    const books: BookedMoves = { ...BOOKS, payments: [...BOOKS.payments, { ...GAS_DROP, kind: 'payout' }] };
    /** Both tokens on a day on which these native payments left the vault. */
    const compare = (paid: ChainMoves['paid'], moves = books) => {
      const left = paid.reduce((total, { amount }) => total + amount, 0n);
      const chain = { ...CHAIN, paid: [...CHAIN.paid, ...paid] };
      const native = { ...DAY, token: zeroAddress, closing: DAY.opening - left };
      return { token: compareVault(DAY, chain, moves), native: compareVault(native, chain, moves) };
    };

    test('is equal in both tokens', () => {
      const { token, native } = compare([GAS_DROP]);
      expect([isEqual(token), isEqual(native)]).toEqual([true, true]);
      expect([token.payouts, native.payouts, native.received]).toEqual([30n, 5n, 0n]);
    });

    test.each<
      readonly [string, ChainMoves['paid'], { readonly difference: bigint; readonly whats: readonly string[] }]
    >([
      ['missing', [], { difference: 5n, whats: ['payment missing on the chain'] }],
      ['too large', [{ ...GAS_DROP, amount: 6n }], { difference: -1n, whats: ['payment of another amount'] }],
      ['too small', [{ ...GAS_DROP, amount: 4n }], { difference: 1n, whats: ['payment of another amount'] }],
      [
        'of another recipient',
        [{ ...GAS_DROP, recipient: OWNER }],
        { difference: 0n, whats: ['payment missing in the books', 'payment missing on the chain'] },
      ],
      ['paid twice', [GAS_DROP, GAS_DROP], { difference: -5n, whats: ['payment missing in the books'] }],
      [
        'paid to another recipient too',
        [GAS_DROP, { ...GAS_DROP, recipient: OWNER }],
        { difference: -5n, whats: ['payment missing in the books'] },
      ],
    ])('differs in the native token alone if its gas drop is %s', (_, paid, { difference, whats }) => {
      const { token, native } = compare(paid);
      expect(isEqual(token)).toBe(true);
      expect(native).toMatchObject({ difference, unexplained: 0n });
      expect(native.mismatches.map(({ what }) => what)).toEqual(whats);
    });

    test('differs if the books have no gas drop', () => {
      expect(compare([GAS_DROP], BOOKS).native).toMatchObject({
        ...{ difference: -5n, unexplained: 0n },
        mismatches: [{ hash: hashOf(2), amount: -5n, what: 'payment missing in the books' }],
      });
    });
  });

  test('finds two mismatches that cancel each other', () => {
    const books = { ...BOOKS, deposits: [move(8, 100n)] };
    const result = compareVault(DAY, CHAIN, books);
    expect([result.difference, result.mismatches.length, isEqual(result)]).toEqual([0n, 2, false]);
  });

  test('shows a loss without any log as unexplained', () => {
    const result = compareVault({ ...DAY, closing: 1000n }, CHAIN, BOOKS);
    expect(result).toMatchObject({ difference: -7n, unexplained: -7n, mismatches: [] });
  });

  test.each([TOKEN, zeroAddress])(
    'shows dust of %s separately, even beside a deposit in the same transaction',
    (token) => {
      const announced = [move(1, 100n, token), move(1, 1n, token), move(2, 3n, token)];
      const arrived = token === TOKEN ? announced : [];
      const chain = { ...NO_MOVES, deposits: announced, received: arrived };
      const books = { ...NO_BOOKS, deposits: [move(1, 100n, token)], dust: announced.slice(1) };
      const day = { ...DAY, token, closing: 1104n };
      expect(compareVault(day, chain, books)).toMatchObject({
        ...{ deposits: 100n, dust: 4n, received: 0n, difference: 0n, mismatches: [] },
      });
      // Anything else is still missing, and a loss of one unit still shows.
      expect(compareVault(day, chain, { ...books, deposits: [] })).toMatchObject({
        ...{ dust: 4n, difference: 100n, unexplained: 0n },
        mismatches: [{ hash: hashOf(1), amount: 100n, what: 'deposit missing in the books' }],
      });
      expect(compareVault({ ...day, closing: 1103n }, chain, books)).toMatchObject({
        difference: -1n,
        unexplained: -1n,
      });
    },
  );

  test('ignores dust that did not arrive', () => {
    const chain = { ...NO_MOVES, deposits: [move(1, 5n)], received: [move(1, 2n)] };
    const books = { ...NO_BOOKS, dust: [move(1, 5n)] };
    expect(compareVault({ ...DAY, closing: 1002n }, chain, books)).toMatchObject({ dust: 2n, difference: 0n });
  });

  test('counts a short deposit, which the service does not pay, as received', () => {
    const chain = { ...NO_MOVES, deposits: [move(1, 100n)], received: [move(1, 90n)] };
    const books = { ...NO_BOOKS, shortDeposits: [hashOf(1)] };
    expect(compareVault({ ...DAY, closing: 1090n }, chain, books)).toMatchObject({ received: 90n, difference: 0n });
  });

  test('computes native arrivals, but never mistakes a loss or a booked amount for one', () => {
    const native = { ...DAY, token: zeroAddress };
    const chain = { ...NO_MOVES, deposits: [move(1, 100n, zeroAddress)] };
    const books = { ...NO_BOOKS, deposits: [move(1, 100n, zeroAddress)] };
    expect(compareVault({ ...native, closing: 1105n }, chain, books)).toMatchObject({ received: 5n, difference: 0n });
    expect(compareVault({ ...native, closing: 1099n }, chain, books)).toMatchObject({ received: 0n, difference: -1n });
    expect(compareVault({ ...native, closing: 1100n }, chain, NO_BOOKS)).toMatchObject({
      ...{ received: 0n, difference: 100n, unexplained: 0n },
      mismatches: [{ what: 'deposit missing in the books' }],
    });
    const forgotten = { ...NO_MOVES, paid: [payment(2, 30n, zeroAddress)] };
    // An arrival of the same amount doesn't hide it: the events name the payment.
    expect(compareVault({ ...native, closing: 1000n }, forgotten, NO_BOOKS)).toMatchObject({
      ...{ received: 30n, difference: -30n, unexplained: 0n },
    });
  });
});

test('any set of booked movements balances, and each changed balance is a difference', () => {
  const amounts = fc.array(fc.bigInt({ min: 1n, max: 10n ** 24n }), { maxLength: 8 });
  const loss = fc.bigInt({ min: 1n, max: 10n ** 20n });
  fc.assert(
    fc.property(
      fc.record({ ins: amounts, outs: amounts, gifts: amounts, missing: loss }),
      ({ ins, outs, gifts, missing }) => {
        const deposits = ins.map((amount, index) => move(index % 3, amount));
        const paid = outs.map((amount, index) => ({ ...payment(100 + (index % 3), amount), id: hashOf(1000 + index) }));
        const received = [...deposits, ...gifts.map((amount, index) => move(200 + index, amount))];
        const sum = (list: readonly bigint[]) => list.reduce((total, amount) => total + amount, 0n);
        const opening = 10n ** 30n;
        const closing = opening + sum(ins) + sum(gifts) - sum(outs);
        const chain = { ...NO_MOVES, deposits, paid, received, sent: paid };
        const books = { ...NO_BOOKS, deposits, payments: paid.map((one) => ({ ...one, kind: 'payout' as const })) };
        expect(compareVault({ token: TOKEN, treasury: null, opening, closing }, chain, books).difference).toBe(0n);
        const robbed = compareVault(
          { token: TOKEN, treasury: null, opening, closing: closing - missing },
          chain,
          books,
        );
        expect([robbed.difference, robbed.unexplained]).toEqual([-missing, -missing]);
      },
    ),
  );
});

test('the hot wallet balances without a loss, and arrivals are shown', () => {
  const gas = { opening: 100n, burnt: 30n, unknown: 0 };
  expect(compareGas({ ...gas, closing: 70n })).toMatchObject({ received: 0n, difference: 0n });
  expect(compareGas({ ...gas, closing: 90n })).toMatchObject({ received: 20n, difference: 0n });
  expect(compareGas({ ...gas, closing: 69n })).toMatchObject({ received: 0n, difference: -1n });
});
