import { describe, expect, it } from 'vitest';
import { ACCOUNT, OTHER_ACCOUNT, terms, VAULT } from '../../../tools/lab/web/fixtures.ts';
import { isDepositOf, isLate } from './depositMatch.ts';

const deposit = {
  user: ACCOUNT,
  token: terms.origin.token,
  maker: VAULT,
  target: OTHER_ACCOUNT,
  amount: terms.send,
  destination: BigInt(terms.destination.chainId),
};

describe('isDepositOf', () => {
  it('accepts the deposit of the reviewed terms, with its recipient in any case', () => {
    expect(isDepositOf(deposit, terms)).toBe(true);
    expect(isDepositOf({ ...deposit, target: OTHER_ACCOUNT.toLowerCase() }, terms)).toBe(true);
  });

  it.each([
    ['another user', { user: OTHER_ACCOUNT }],
    ['another token', { token: terms.destination.token }],
    ['another maker', { maker: ACCOUNT }],
    ['another recipient', { target: ACCOUNT }],
    ['a recipient that is not an address', { target: '' }],
    ['gas on arrival', { target: `${OTHER_ACCOUNT}+gas:5` }],
    ['a smaller amount', { amount: terms.send - 1n }],
    ['a larger amount', { amount: terms.send + 1n }],
    ['another destination', { destination: BigInt(terms.origin.chainId) }],
  ])('rejects a deposit with %s', (_difference, change) => {
    expect(isDepositOf({ ...deposit, ...change }, terms)).toBe(false);
  });
});

it('demands the gas on arrival that was reviewed', () => {
  const withGas = { ...terms, gasDrop: 5n };
  const targets = [`${OTHER_ACCOUNT}+gas:5`, `${OTHER_ACCOUNT.toLowerCase()}+gas:5`, `${OTHER_ACCOUNT}+gas:6`];
  const matches = [...targets, OTHER_ACCOUNT].map((target) => isDepositOf({ ...deposit, target }, withGas));
  expect(matches).toEqual([true, true, false, false]);
});

describe('isLate', () => {
  it("compares the block's time with the end of the quote", () => {
    const quoted = { createdAt: 1_000_000, validUntilMs: 1_000_500 };
    expect([1000n, 1001n].map((timestamp) => isLate({ timestamp }, quoted))).toEqual([false, true]);
  });

  it('is never true for a quote that had expired before the review', () => {
    for (const validUntilMs of [1_000, 999_999, 1_000_000]) {
      expect(isLate({ timestamp: 1001n }, { createdAt: 1_000_000, validUntilMs })).toBe(false);
    }
  });
});
