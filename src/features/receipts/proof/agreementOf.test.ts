import type { Hash } from 'viem';
import { describe, expect, it } from 'vitest';
import type { Witness } from '#shared/proof/proofFile.ts';
import { agreementOf } from './agreementOf.ts';

const [DEPOSIT, PAYOUT, OTHER] = ['1', '2', '3'].map((digit): Hash => `0x${digit.repeat(64)}`) as [Hash, Hash, Hash];
const deposit = { chainId: 1, blockNumber: 5n, blockHash: DEPOSIT };
const payout = { chainId: 2, blockNumber: 6n, blockHash: PAYOUT };
const answer = (block: typeof deposit, endpoint: string, blockHash: Hash | null): Witness => ({
  ...block,
  endpoint,
  blockHash,
});
const agreement = (...witnesses: readonly Witness[]) => agreementOf([deposit, payout], witnesses);

describe('agreementOf', () => {
  it('compares nothing before the endpoints answer', () => {
    expect(agreementOf([deposit, payout], null)).toBe('notCompared');
  });

  it('agrees when an endpoint of each chain shows its block, also beside silent ones', () => {
    const both = [answer(deposit, 'a', DEPOSIT), answer(payout, 'b', PAYOUT)];
    expect(agreement(...both)).toBe('agreed');
    expect(agreement(...both, answer(payout, 'c', null))).toBe('agreed');
  });

  it('differs when any endpoint shows another block', () => {
    const both = [answer(deposit, 'a', DEPOSIT), answer(payout, 'b', PAYOUT)];
    expect(agreement(...both, answer(payout, 'c', OTHER))).toBe('differs');
    expect(agreement(answer(deposit, 'a', OTHER), answer(payout, 'b', null))).toBe('differs');
  });

  it('is unconfirmed when no endpoint of one chain shows the block', () => {
    expect(agreement()).toBe('unconfirmed');
    expect(agreement(answer(deposit, 'a', DEPOSIT))).toBe('unconfirmed');
    expect(agreement(answer(deposit, 'a', DEPOSIT), answer(payout, 'b', null))).toBe('unconfirmed');
  });
});
