import { describe, expect, it } from 'vitest';
import { honestBuild, intentFor, routeFor } from '../../lab/web/fixtures.ts';
import { reviewedTerms } from '../domain/reviewedTerms.ts';
import type { Call } from '../domain/transactionPlan.ts';
import { callsOf, planTransactions } from '../domain/transactionPlan.ts';
import { verifyBuild } from '../domain/verifyBuild.ts';
import type { ReviewReads } from './reviewReadings.ts';
import { readForReview } from './reviewReadings.ts';

const route = routeFor('USDC');
const verified = verifyBuild(intentFor(route), honestBuild(intentFor(route), route), route);
if (!verified.ok) throw new Error('the honest build was refused');
const { build } = verified;
const terms = reviewedTerms(build);
const noAnswer = () => Promise.reject(new Error('no node answers'));

/** Reads of a chain on which the account holds 1 native token, has an allowance of 7 and may use 100,000 gas. */
function setUp(overrides: Partial<ReviewReads> = {}) {
  const simulated: (readonly Call[])[] = [];
  const reads: ReviewReads = {
    allowanceOf: async () => 7n,
    balanceOf: async () => 10n ** 18n,
    codeOf: async () => '0x',
    maxFeePerGas: async () => 2n,
    simulateInOrder: async (_chainId, _account, calls) => {
      simulated.push(calls);
      return { reverted: null, gas: 100_000n, isComplete: true };
    },
    ...overrides,
  };
  return { simulated, read: () => readForReview(reads, build) };
}

describe('readForReview', () => {
  it('simulates exactly the plan that it returns', async () => {
    const { read, simulated } = setUp();
    const { plan } = await read();
    expect(plan).toEqual(planTransactions(terms, 7n));
    expect(simulated).toEqual([callsOf(plan)]);
  });

  it('plans for an unknown allowance when no node answers', async () => {
    const { read, simulated } = setUp({ allowanceOf: noAnswer });
    const { plan } = await read();
    expect(plan).toEqual(planTransactions(terms, null));
    expect(simulated).toEqual([callsOf(plan)]);
  });

  it('adds a quarter to the simulated gas', async () => {
    expect((await setUp().read()).gasCost).toEqual({ ok: true, value: 250_000n });
  });

  it('adds the gas of a deposit that the node could not simulate', async () => {
    const { read } = setUp({ simulateInOrder: async () => ({ reverted: null, gas: 40_000n, isComplete: false }) });
    expect((await read()).gasCost).toEqual({ ok: true, value: 2n * (50_000n + 120_000n) });
  });

  it('marks each value that no node answers', async () => {
    const { read } = setUp({
      allowanceOf: noAnswer,
      balanceOf: noAnswer,
      codeOf: noAnswer,
      maxFeePerGas: noAnswer,
      simulateInOrder: noAnswer,
    });
    const { plan: _plan, ...readings } = await read();
    expect(Object.values(readings)).toEqual(Object.values(readings).map(() => ({ ok: false })));
    expect(Object.keys(readings)).toHaveLength(5);
  });
});
