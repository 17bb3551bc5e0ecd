import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { buildWire } from '#shared/wire/build.ts';
import { MalformedAnswer, readEnvelope } from '#shared/wire/envelope.ts';
import type { BuildScenario } from '../../../tools/lab/web/buildScenario.ts';
import { buildScenario } from '../../../tools/lab/web/buildScenario.ts';
import { ACCOUNT, VAULT } from '../../../tools/lab/web/fixtures.ts';
import { depositByHand } from '../../../tools/lab/web/handEncoding.ts';
import type { Json, Mutation } from '../../../tools/lab/web/mutations.ts';
import { applyMutations, pairsOf, valueAt } from '../../../tools/lab/web/mutations.ts';
import type { VerifiedBuild } from './verifyBuild.ts';
import { verifyBuild } from './verifyBuild.ts';

const SCENARIOS = {
  'USDC with the fee on top': buildScenario('USDC', false),
  'USDC with the fee within': buildScenario('USDC', true),
  'WBTC with the fee on top': buildScenario('WBTC', false),
  'the native token with the fee on top': buildScenario('ETH', false),
  'the native token with the fee within': buildScenario('ETH', true),
};

/** Reads an amount from the answer without the app's parser. */
function stated(answer: Json, field: string): bigint {
  return BigInt(String(valueAt(answer, `data.${field}.raw_value`)));
}

/** Lists the errors of a verified build. Only the fees may come from the answer. */
function faultsOf({ intent, route }: BuildScenario, answer: Json, build: VerifiedBuild): readonly string[] {
  const [gasFee, bridgeFee] = [stated(answer, 'gas_fee'), stated(answer, 'bridge_fee')];
  const send = intent.includesGasFee ? intent.amount : intent.amount + gasFee;
  const isNative = route.pair.tokenName === 'ETH';
  const data = depositByHand({
    recipient: intent.recipient,
    token: route.originToken.address,
    maker: VAULT,
    amount: send,
    destination: BigInt(route.destination.id),
    channel: 0n,
  });
  const scale = 10n ** BigInt(route.destinationToken.decimals - route.originToken.decimals);
  const left = intent.amount - bridgeFee - (intent.includesGasFee ? gasFee : 0n);
  const expected: Readonly<Record<string, readonly [unknown, unknown]>> = {
    from: [ACCOUNT, build.terms.account],
    to: [route.origin.depositContract, build.terms.deposit.to],
    data: [data, build.terms.deposit.data],
    value: [isNative ? send : 0n, build.terms.deposit.value],
    maker: [VAULT, build.terms.maker],
    send: [send, build.send],
    gasFee: [gasFee, build.gasFee],
    bridgeFee: [bridgeFee, build.bridgeFee],
    receive: [left * scale, build.receive],
  };
  const wrong = Object.entries(expected).filter(([, [wanted, got]]) => wanted !== got);
  const faults = wrong.map(([field, [wanted, got]]) => `${field} is ${String(got)}, not ${String(wanted)}`);
  return build.receive > 0n ? faults : [...faults, 'nothing arrives'];
}

/** How many mutations of each build must be rejected. */
const REJECTED = 834;

/** The scenarios that try every pair of mutations. The others try a third. */
const THOROUGH: ReadonlySet<string> = new Set(['USDC with the fee on top', 'the native token with the fee within']);

function* everyNth<T>(items: Iterable<T>, n: number): Generator<T> {
  let index = 0;
  for (const item of items) {
    if (index % n === 0) yield item;
    index += 1;
  }
}

type Verdict = 'malformed' | 'refused' | 'mismatch' | 'verified';

/** Verifies an answer with the app's code, up to the build for the wallet. */
function judge(given: BuildScenario, answer: Json): { readonly verdict: Verdict; readonly faults: readonly string[] } {
  try {
    const read = readEnvelope(buildWire, answer);
    if (!read.ok) return { verdict: 'refused', faults: [] };
    const result = verifyBuild(given.intent, read.data, given.route);
    if (result.ok) return { verdict: 'verified', faults: faultsOf(given, answer, result.build) };
    return { verdict: 'mismatch', faults: result.mismatches.length > 0 ? [] : ['refused without a reason'] };
  } catch (error) {
    return { verdict: 'malformed', faults: error instanceof MalformedAnswer ? [] : [`threw ${String(error)}`] };
  }
}

/** What the person reviews and signs, as verified by the app. The route's limits are excluded. */
function essentialsOf(given: BuildScenario, answer: Json): object {
  const read = readEnvelope(buildWire, answer);
  const result = read.ok ? verifyBuild(given.intent, read.data, given.route) : null;
  if (!result?.ok) throw new Error('the build was rejected');
  const { min: _min, max: _max, ...essentials } = result.build;
  return essentials;
}

/** Verifies mutated answers, counts the results and collects up to ten violations. */
function judgeAll(given: BuildScenario, changes: Iterable<readonly Mutation[]>) {
  const counts: Record<Verdict, number> = { malformed: 0, refused: 0, mismatch: 0, verified: 0 };
  const violations: string[] = [];
  for (const mutations of changes) {
    const { verdict, faults } = judge(given, applyMutations(given.answer, mutations));
    counts[verdict] += 1;
    if (faults.length > 0 && violations.length < 10) {
      violations.push(`${mutations.map(({ name }) => name).join(' + ')}: ${faults.join('; ')}`);
    }
  }
  return { counts, violations, total: Object.values(counts).reduce((sum, count) => sum + count, 0) };
}

describe.each(Object.entries(SCENARIOS))('a hostile build for %s', (name, given) => {
  it('is accepted when it is honest', () => {
    expect(judge(given, given.answer)).toEqual({ verdict: 'verified', faults: [] });
  });

  it('differs from the honest build in every mutation, and mutation names are unique', () => {
    const unchanged = given.mutations.filter((mutation) =>
      isDeepStrictEqual(applyMutations(given.answer, [mutation]), given.answer),
    );
    expect(unchanged.map((mutation) => mutation.name)).toEqual([]);
    expect(new Set(given.mutations.map((mutation) => mutation.name)).size).toBe(given.mutations.length);
  });

  it('with one field changed is rejected, or changes neither the deposit nor the shown amounts', () => {
    const honest = essentialsOf(given, given.answer);
    const accepted = given.mutations.filter(
      (mutation) => judge(given, applyMutations(given.answer, [mutation])).verdict === 'verified',
    );
    // The service sets the fees, and these are consistent.
    const harmful = accepted
      .filter(({ name }) => name !== 'swapped fees')
      .filter((mutation) => {
        return !isDeepStrictEqual(essentialsOf(given, applyMutations(given.answer, [mutation])), honest);
      });
    expect(harmful.map((mutation) => mutation.name)).toEqual([]);
    expect(given.mutations.length - accepted.length).toBeGreaterThanOrEqual(REJECTED);
  });

  it('yields the requested deposit or none with one field changed', () => {
    const { counts, violations, total } = judgeAll(
      given,
      given.mutations.map((mutation) => [mutation]),
    );
    console.log(`${name}: ${total} single mutations`, counts);
    expect(violations).toEqual([]);
    expect(counts.mismatch).toBeGreaterThanOrEqual(144);
  });
});

describe('two mutations in one build', () => {
  it.each(Object.entries(SCENARIOS))('yield the requested deposit or none: %s', (name, given) => {
    const isMalformed = (mutation: Mutation) =>
      judge(given, applyMutations(given.answer, [mutation])).verdict === 'malformed';
    // The next test shows for one build that a malformed mutation stays malformed in a pair.
    const wellFormed = given.mutations.filter((mutation) => !isMalformed(mutation));
    const pairs = everyNth(pairsOf(wellFormed), THOROUGH.has(name) ? 1 : 3);
    const { counts, violations, total } = judgeAll(given, pairs);
    console.log(`${name}: ${total} pairs of well-formed mutations`, counts);
    expect(violations).toEqual([]);
    expect(total).toBeGreaterThanOrEqual(THOROUGH.has(name) ? 17_000 : 5_700);
  });

  it('never yield another deposit, malformed mutations included', () => {
    const given = SCENARIOS['USDC with the fee on top'];
    const { counts, violations, total } = judgeAll(given, everyNth(pairsOf(given.mutations), 11));
    console.log(`USDC with the fee on top: ${total} pairs of all mutations`, counts);
    expect(violations).toEqual([]);
    expect(total).toBeGreaterThanOrEqual(25_000);
  });
});
