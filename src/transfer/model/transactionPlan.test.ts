import { decodeFunctionData, erc20Abi } from 'viem';
import { describe, expect, it } from 'vitest';
import { honestBuild, intentFor, routeFor } from '../../../tools/lab/web/fixtures.ts';
import type { Call } from './transactionPlan.ts';
import { callsOf, planTransactions, revocationOf } from './transactionPlan.ts';
import type { TransferTerms } from './transferTerms.ts';
import { verifyBuild } from './verifyBuild.ts';

function termsFor(token: string): Omit<TransferTerms, 'id' | 'createdAt' | 'knownDuplicates'> {
  const route = routeFor(token);
  const result = verifyBuild(intentFor(route), honestBuild(intentFor(route), route), route);
  if (!result.ok) throw new Error('the honest build was refused');
  return result.build.terms;
}

const usdc = termsFor('USDC');
const resetting = { ...usdc, resetsAllowance: true };
const kinds = (terms: typeof usdc, allowance: bigint | null) =>
  callsOf(planTransactions(terms, allowance)).map(({ kind }) => kind);
const decode = ({ data }: Call) => decodeFunctionData({ abi: erc20Abi, data });

describe('planTransactions', () => {
  it('approves the exact amount for the deposit contract, then deposits', () => {
    const { approvals, deposit, isCertain } = planTransactions(usdc, 0n);
    const [approve] = approvals;
    expect(isCertain).toBe(true);
    expect(approvals).toHaveLength(1);
    expect(approve).toMatchObject({ kind: 'approve', to: usdc.origin.token, value: 0n });
    expect(approve && decode(approve)).toEqual({ functionName: 'approve', args: [usdc.deposit.to, usdc.send] });
    expect(deposit).toEqual({ kind: 'deposit', ...usdc.deposit });
  });

  it('approves again when the allowance is too low by one unit', () => {
    expect(kinds(usdc, usdc.send - 1n)).toEqual(['approve', 'deposit']);
  });

  it('only deposits when the allowance covers the amount', () => {
    expect(kinds(usdc, usdc.send)).toEqual(['deposit']);
    expect(kinds(resetting, usdc.send + 1n)).toEqual(['deposit']);
  });

  it('only deposits the native token, with the amount as value', () => {
    const eth = termsFor('ETH');
    const plan = planTransactions(eth, null);
    expect(plan).toEqual({ approvals: [], deposit: { kind: 'deposit', ...eth.deposit }, isCertain: true });
    expect(eth.deposit.value).toBe(eth.send);
  });

  it('resets a leftover allowance of a token that requires it', () => {
    expect(kinds(resetting, 1n)).toEqual(['resetAllowance', 'approve', 'deposit']);
    expect(kinds(resetting, 0n)).toEqual(['approve', 'deposit']);
    const [reset] = planTransactions(resetting, 1n).approvals;
    expect(reset && decode(reset)).toEqual({ functionName: 'approve', args: [usdc.deposit.to, 0n] });
  });

  it('plans every possible approval when the allowance is unknown', () => {
    expect(kinds(resetting, null)).toEqual(['resetAllowance', 'approve', 'deposit']);
    expect(kinds(usdc, null)).toEqual(['approve', 'deposit']);
    expect(planTransactions(usdc, null).isCertain).toBe(false);
  });
});

describe('revocationOf', () => {
  it("sets the deposit contract's allowance to zero", () => {
    const call = revocationOf(usdc);
    expect(call).toMatchObject({ kind: 'resetAllowance', to: usdc.origin.token, value: 0n });
    expect(decode(call)).toEqual({ functionName: 'approve', args: [usdc.deposit.to, 0n] });
  });
});
