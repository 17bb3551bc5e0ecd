import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { buildWire } from '#shared/wire/build.ts';
import { encodeSuccess, MalformedAnswer, readEnvelope } from '#shared/wire/envelope.ts';
import { encodePairs, pairListWire, readPairInfo } from '#shared/wire/pairs.ts';
import type { BuildScenario } from '../../../lab/web/buildScenario.ts';
import { ATTACKER, buildScenario } from '../../../lab/web/buildScenario.ts';
import { ACCOUNT, config, offerOf, pairOf, VAULT } from '../../../lab/web/fixtures.ts';
import { depositByHand } from '../../../lab/web/handEncoding.ts';
import type { Json, Mutation } from '../../../lab/web/mutations.ts';
import { applyMutations, pairsOf, valueAt } from '../../../lab/web/mutations.ts';
import { mutatePair, mutatePairList } from '../../../lab/web/pairMutations.ts';
import type { Route } from '../../config/registry.ts';
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

/** The scenarios that try every pair of mutations. The others try a third. */
const THOROUGH: ReadonlySet<string> = new Set(['USDC with the fee on top', 'the native token with the fee within']);

/** Ignored fields (the app builds its own approval), and other spellings of the same value. */
const HARMLESS =
  /^(?:data\.(?:network_type|min_value|max_value|txs\.approve_body)|status)\b|leading zeros|in lower case|to: a wrong checksum|decimals: eighteen|swapped fees/;

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

/** Verifies mutated answers, counts the verdicts and collects up to ten violations. */
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

  it('is accepted only with mutations that change neither the deposit nor the shown sums', () => {
    const accepted = given.mutations.filter(
      (mutation) => judge(given, applyMutations(given.answer, [mutation])).verdict === 'verified',
    );
    expect(accepted.map((mutation) => mutation.name).filter((name) => !HARMLESS.test(name))).toEqual([]);
  });

  it('differs from the honest build in every mutation, and mutation names are unique', () => {
    const unchanged = given.mutations.filter((mutation) =>
      isDeepStrictEqual(applyMutations(given.answer, [mutation]), given.answer),
    );
    // The honest answer has no approval, some amounts have 18 decimals, and the contract's address has no letters.
    const known = /approve_body: null|decimals: eighteen|transfer_body.to: (?:in lower case|a wrong checksum)/;
    expect(unchanged.map((mutation) => mutation.name).filter((name) => !known.test(name))).toEqual([]);
    expect(new Set(given.mutations.map((mutation) => mutation.name)).size).toBe(given.mutations.length);
  });

  it('yields the requested deposit or none with one field changed', () => {
    const { counts, violations, total } = judgeAll(
      given,
      given.mutations.map((mutation) => [mutation]),
    );
    console.log(`${name}: ${total} single mutations`, counts);
    expect(violations).toEqual([]);
    expect(total).toBeGreaterThanOrEqual(800);
    expect(counts.mismatch).toBeGreaterThanOrEqual(100);
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
    expect(total).toBeGreaterThanOrEqual(THOROUGH.has(name) ? 15_000 : 5_000);
  });

  it('never yield another deposit, malformed mutations included', () => {
    const given = SCENARIOS['USDC with the fee on top'];
    const { counts, violations, total } = judgeAll(given, everyNth(pairsOf(given.mutations), 11));
    console.log(`USDC with the fee on top: ${total} pairs of all mutations`, counts);
    expect(violations).toEqual([]);
    expect(total).toBeGreaterThanOrEqual(25_000);
  });
});

describe('a hostile list of pairs', () => {
  const names = ['USDC', 'WBTC', 'ETH'];
  const honest: Json = JSON.parse(JSON.stringify(encodeSuccess(encodePairs(names.map((name) => pairOf(name))))));
  const context = { attacker: ATTACKER, otherName: 'Southshore', otherAddress: VAULT };
  const mutations = [
    ...names.flatMap((_name, index) => mutatePair(honest, index, context)),
    ...mutatePairList(honest, context),
  ];

  /** Lists what a route would show or send from outside the registry. */
  function strangeIn(route: Route): readonly string[] {
    const { pair, origin, destination, originToken, destinationToken } = route;
    const pinned = config.chains.flatMap((chain) => chain.tokens.map((token) => [chain, token] as const));
    const knows = (chain: Route['origin'], token: Route['originToken']) =>
      pinned.some(([c, t]) => c === chain && t === token);
    const expected = { ...pairOf(originToken.name, [origin.name, destination.name]), min: pair.min, max: pair.max };
    const faults =
      JSON.stringify(toText(pair)) === JSON.stringify(toText(expected)) ? [] : ['a pair outside the registry'];
    const isPinned = knows(origin, originToken) && knows(destination, destinationToken);
    return isPinned ? faults : [...faults, 'a chain or token outside the registry'];
  }

  const toText = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? `${part}` : part)));

  function offered(answer: Json): readonly Route[] {
    const read = readEnvelope(pairListWire, answer);
    return read.ok ? (offerOf(read.data.map(readPairInfo)).routes?.all ?? []) : [];
  }

  /** Counts the routes that an answer opens and lists their faults. */
  function look(answer: Json): { readonly routes: number; readonly faults: readonly string[] } {
    try {
      const routes = offered(answer);
      return { routes: routes.length, faults: routes.flatMap(strangeIn) };
    } catch (error) {
      return { routes: 0, faults: error instanceof MalformedAnswer ? [] : [`threw ${String(error)}`] };
    }
  }

  it('opens all routes when it is honest', () => {
    expect(offered(honest)).toHaveLength(names.length);
    expect(offered(honest).flatMap(strangeIn)).toEqual([]);
  });

  it('never opens a route outside the registry', () => {
    const changes: readonly (readonly Mutation[])[] = [
      ...mutations.map((mutation) => [mutation]),
      ...everyNth(pairsOf(mutatePair(honest, 0, context)), 5),
    ];
    const strange = changes.flatMap((change) => {
      const { faults } = look(applyMutations(honest, change));
      return faults.length > 0 ? [`${change.map(({ name }) => name).join(' + ')}: ${faults.join('; ')}`] : [];
    });
    console.log(`pairs: ${mutations.length} single mutations, ${changes.length - mutations.length} pairs`);
    expect(strange.slice(0, 10)).toEqual([]);
    expect(mutations.length).toBeGreaterThanOrEqual(700);
    expect(changes.length).toBeGreaterThanOrEqual(10_000);
  });

  it('still opens the routes of unchanged pairs', () => {
    const left = mutatePair(honest, 0, context).map((mutation) => look(applyMutations(honest, [mutation])).routes);
    expect(Math.max(...left)).toBe(names.length);
    expect(left.filter((routes) => routes === names.length - 1).length).toBeGreaterThan(20);
  });
});
