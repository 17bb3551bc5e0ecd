import { describe, expect, it } from 'vitest';
import { routeFor, terms } from '../../../lab/web/fixtures.ts';
import { planTransactions } from '../../transfer/model/transactionPlan.ts';
import { gasBound, gasReserve } from './originGas.ts';

const native = { ...terms, origin: { ...terms.origin, token: routeFor('ETH').originToken.address } };

describe('the gas of a transfer', () => {
  it('of the native token is what Max keeps', () => {
    expect(gasBound(planTransactions(native, null), 7n)).toBe(gasReserve(7n));
  });

  it('has room for each approval that the wallet will ask for', () => {
    const bounds = [terms.send, 0n, null].map((allowance) => gasBound(planTransactions(terms, allowance), 1n));
    expect(bounds).toEqual([120_000n, 200_000n, 200_000n]);
    expect(gasBound(planTransactions({ ...terms, resetsAllowance: true }, 1n), 1n)).toBe(280_000n);
  });
});
