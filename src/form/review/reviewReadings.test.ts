import { describe, expect, it } from 'vitest';
import { honestBuild, intentFor, OTHER_ACCOUNT, routeFor } from '../../../tools/lab/web/fixtures.ts';
import { verified as nativeBuild } from '../../../tools/lab/web/reviewFixtures.ts';
import type { Call } from '../../transfer/model/transactionPlan.ts';
import { callsOf, planTransactions } from '../../transfer/model/transactionPlan.ts';
import { verifyBuild } from '../../transfer/model/verifyBuild.ts';
import type { ResolvedName } from '../model/readRecipient.ts';
import type { ReviewReads } from './reviewReadings.ts';
import { readForReview } from './reviewReadings.ts';

const route = routeFor('USDC');
const verified = verifyBuild(intentFor(route), honestBuild(intentFor(route), route), route);
if (!verified.ok) throw new Error('the honest build was refused');
const { build } = verified;
const terms = build.terms;
const named: ResolvedName = {
  ...{ kind: 'resolved', name: 'bob.eth', chainId: 1, chainName: 'Ethereum', block: 1n, sources: 2 },
  ...{ isForDestination: true, address: build.intent.recipient },
};
const noAnswer = () => Promise.reject(new Error('no node answers'));

/** Reads of a chain on which the account holds 1 native token, has an allowance of 7 and may use 100,000 gas. */
function setUp(overrides: Partial<ReviewReads> = {}) {
  const simulated: (readonly Call[])[] = [];
  const reads: ReviewReads = {
    allowanceOf: async () => 7n,
    balanceOf: async () => 10n ** 18n,
    codeOf: async () => '0x',
    sentBy: async () => 0,
    resolveName: async () => ({ kind: 'none' }),
    blockedAddresses: null,
    contacts: async () => [],
    maxFeePerGas: async () => 2n,
    simulateInOrder: async (_chainId, _account, calls) => {
      simulated.push(calls);
      return { reverted: null, gas: 100_000n, isComplete: true };
    },
    simulatePayout: async () => ({ refusal: null }),
    ...overrides,
  };
  return { simulated, reads, read: (named: ResolvedName | null = null) => readForReview(reads, build, named) };
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

  it('simulates the payout of native tokens from the vault of the destination, and no other payout', async () => {
    const payouts: unknown[] = [];
    const { reads, read } = setUp({
      simulatePayout: async (...payout) => {
        payouts.push(payout);
        return { refusal: null };
      },
    });
    expect((await read()).payout).toBeNull();
    const native = nativeBuild(OTHER_ACCOUNT, 'ETH');
    expect((await readForReview(reads, native, null)).payout).toEqual({ ok: true, value: { refusal: null } });
    const { id, vault } = native.route.destination;
    expect(payouts).toEqual([[id, { vault, recipient: OTHER_ACCOUNT, amount: native.receive }]]);
    const failing = { ...reads, simulatePayout: noAnswer };
    expect((await readForReview(failing, native, null)).payout).toEqual({ ok: false });
  });

  it('marks each value that no node answers', async () => {
    const { read } = setUp({
      allowanceOf: noAnswer,
      balanceOf: noAnswer,
      codeOf: noAnswer,
      sentBy: noAnswer,
      blockedAddresses: noAnswer,
      contacts: noAnswer,
      maxFeePerGas: noAnswer,
      simulateInOrder: noAnswer,
    });
    const { plan: _plan, nameNow: _nameNow, payout: _payout, ...readings } = await read();
    expect(Object.values(readings)).toEqual(Object.values(readings).map(() => ({ ok: false })));
    expect(Object.keys(readings)).toHaveLength(9);
  });

  it('resolves the name again, and treats silence as no answer', async () => {
    expect((await setUp().read()).nameNow).toBeNull();
    const asked: unknown[] = [];
    const resolveName = async (...question: unknown[]) => {
      asked.push(question);
      return { kind: 'differs' } as const;
    };
    expect((await setUp({ resolveName }).read(named)).nameNow).toEqual({ kind: 'differs' });
    expect(asked).toEqual([['bob.eth', route.destination.id]]);
    expect((await setUp({ resolveName: noAnswer }).read(named)).nameNow).toEqual({ kind: 'unanswered' });
  });

  it("looks for a contract at the recipient on the origin, and on the name's chain", async () => {
    const onlyOn = (id: number) => ({ codeOf: async (chainId: number) => (chainId === id ? '0x60' : '0x') }) as const;
    const { id, name } = route.origin;
    expect((await setUp(onlyOn(id)).read()).recipientElsewhere).toEqual({ ok: true, value: { chainName: name } });
    expect((await setUp(onlyOn(1)).read()).recipientElsewhere).toEqual({ ok: true, value: null });
    expect((await setUp(onlyOn(1)).read(named)).recipientElsewhere).toEqual({
      ...{ ok: true, value: { chainName: 'Ethereum' } },
    });
    expect((await setUp(onlyOn(route.destination.id)).read(named)).recipientElsewhere).toEqual({
      ok: true,
      value: null,
    });
  });
});
