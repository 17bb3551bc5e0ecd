import { describe, expect, it } from 'vitest';
import { ACCOUNT, routeFor } from '../../../tools/lab/web/fixtures.ts';
import { gasOffer } from './gasOffer.ts';

const GWEI = 10n ** 9n;
const none = { code: '0x', balance: 0n, maxFeePerGas: 2n * GWEI } as const;

function offering(max: bigint | null, token = 'USDC') {
  const route = routeFor(token);
  const gasDrop = max === null ? null : { tokenName: 'ETH', decimals: 18, max: { amount: max, decimals: 18 } };
  return { ...route, pair: { ...route.pair, gasDrop } };
}
const route = offering(10n ** 16n);

describe('the gas that the form offers', () => {
  it('pays for twenty transfers, as a round number', () => {
    expect(gasOffer(route, none)).toBe(3n * 10n ** 15n);
    expect(gasOffer(route, { ...none, maxFeePerGas: GWEI / 100n })).toBe(2n * 10n ** 13n);
    expect(gasOffer(route, { ...none, maxFeePerGas: 1n })).toBe(2_000_000n);
  });

  it('is at most the maximum of the pair', () => {
    expect(gasOffer(route, { ...none, maxFeePerGas: 50n * GWEI })).toBe(10n ** 16n);
    expect(gasOffer(offering(0n), none)).toBe(0n);
  });

  it('is none for a recipient that can pay for a transfer', () => {
    const needed = 42_000n * GWEI;
    expect(gasOffer(route, { ...none, balance: needed - 1n })).toBeGreaterThan(0n);
    expect(gasOffer(route, { ...none, balance: needed })).toBe(0n);
  });

  it('is none for a contract, but some for an account that delegates to one', () => {
    expect(gasOffer(route, { ...none, code: '0x6001' })).toBe(0n);
    expect(gasOffer(route, { ...none, code: `0xef0100${ACCOUNT.slice(2)}` })).toBeGreaterThan(0n);
  });

  it('is none for a native token, and for a service that does not offer it', () => {
    expect(gasOffer(offering(10n ** 16n, 'ETH'), none)).toBe(0n);
    expect(gasOffer(offering(null), none)).toBe(0n);
  });

  it('is none if a target has no room for it', () => {
    expect(gasOffer(offering(10n ** 18n), { ...none, maxFeePerGas: 1000n * GWEI })).toBe(0n);
  });
});
