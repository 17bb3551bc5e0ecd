import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { buildWire, encodeBuild } from '#shared/wire/build.ts';
import { encodeSuccess, MalformedAnswer, readEnvelope } from '#shared/wire/envelope.ts';
import { encodePairs, pairsWire } from '#shared/wire/pairs.ts';
import type { BuildCast } from '../../lab/web/buildMutations.ts';
import { mutateBuild } from '../../lab/web/buildMutations.ts';
import { ACCOUNT, config, honestBuild, intentFor, MAKER, pairOf, registry, routeFor } from '../../lab/web/fixtures.ts';
import { depositByHand } from '../../lab/web/handEncoding.ts';
import type { Json, Mutation } from '../../lab/web/mutations.ts';
import { applyMutations, pairsOf, valueAt } from '../../lab/web/mutations.ts';
import { mutatePair, mutatePairList } from '../../lab/web/pairMutations.ts';
import type { Intent } from './intent.ts';
import type { Route } from './registry.ts';
import { sortOffer } from './registry.ts';
import type { VerifiedBuild } from './verifyBuild.ts';
import { verifyBuild } from './verifyBuild.ts';

const ATTACKER = '0xA11CEb0b0000000000000000000000000000dEaD'.toLowerCase();

type Scenario = {
  readonly intent: Intent;
  readonly route: Route;
  readonly answer: Json;
  readonly mutations: readonly Mutation[];
};

function scenario(tokenName: string, includesGasFee: boolean): Scenario {
  const route = routeFor(tokenName);
  const intent = intentFor(route, includesGasFee);
  const build = honestBuild(intent, route);
  const answer: Json = JSON.parse(JSON.stringify(encodeSuccess(encodeBuild(build))));
  const cast: BuildCast = {
    call: {
      recipient: intent.recipient,
      token: route.originToken.address,
      maker: MAKER,
      amount: build.send.amount,
      destination: BigInt(route.destination.id),
      channel: 0n,
    },
    account: ACCOUNT,
    depositContract: route.origin.depositContract,
    attacker: ATTACKER,
    otherContract: route.destination.depositContract,
    otherToken: route.destinationToken.address === route.originToken.address ? MAKER : route.destinationToken.address,
    otherTokenName: tokenName === 'WBTC' ? 'USDC' : 'WBTC',
    originName: route.origin.name,
    destinationName: route.destination.name,
    isNative: tokenName === 'ETH',
  };
  return { intent, route, answer, mutations: mutateBuild(answer, cast) };
}

const SCENARIOS = {
  'USDC with the fee on top': scenario('USDC', false),
  'USDC with the fee within': scenario('USDC', true),
  'WBTC with the fee on top': scenario('WBTC', false),
  'the native token with the fee on top': scenario('ETH', false),
  'the native token with the fee within': scenario('ETH', true),
};

/** What the answer itself states, read without the app's own parser. */
function stated(answer: Json, field: string): bigint {
  return BigInt(String(valueAt(answer, `data.${field}.raw_value`)));
}

/** Everything that is wrong with a build that was let through: nothing of it may come from the answer but its stated fees. */
function faultsOf({ intent, route }: Scenario, answer: Json, build: VerifiedBuild): readonly string[] {
  const [gasFee, bridgeFee] = [stated(answer, 'gas_fee'), stated(answer, 'bridge_fee')];
  const send = intent.includesGasFee ? intent.amount : intent.amount + gasFee;
  const isNative = route.pair.tokenName === 'ETH';
  const data = depositByHand({
    recipient: intent.recipient,
    token: route.originToken.address,
    maker: MAKER,
    amount: send,
    destination: BigInt(route.destination.id),
    channel: 0n,
  });
  const scale = 10n ** BigInt(route.destinationToken.decimals - route.originToken.decimals);
  const left = intent.amount - bridgeFee - (intent.includesGasFee ? gasFee : 0n);
  const expected: Readonly<Record<string, readonly [unknown, unknown]>> = {
    from: [ACCOUNT, build.deposit.from],
    to: [route.origin.depositContract, build.deposit.to],
    data: [data, build.deposit.data],
    value: [isNative ? send : 0n, build.deposit.value],
    maker: [MAKER, build.maker],
    send: [send, build.send],
    gasFee: [gasFee, build.gasFee],
    bridgeFee: [bridgeFee, build.bridgeFee],
    receive: [left * scale, build.receive],
  };
  const wrong = Object.entries(expected).filter(([, [wanted, got]]) => wanted !== got);
  const faults = wrong.map(([field, [wanted, got]]) => `${field} is ${String(got)}, not ${String(wanted)}`);
  return build.receive > 0n ? faults : [...faults, 'nothing arrives'];
}

/** The scenarios of which every pair is tried; of the others a third, and each mutation in many of them. */
const THOROUGH: ReadonlySet<string> = new Set(['USDC with the fee on top', 'the native token with the fee within']);

/** The app makes its own approval; limits and network type bind nobody; the rest is the same value, written otherwise. */
const HARMLESS =
  /^(?:data\.(?:network_type|min_value|max_value|txs\.approve_body)|status)\b|zeros in front|in lower case|to: a wrong checksum|decimals: eighteen|fees that changed places/;

function* everyNth<T>(items: Iterable<T>, n: number): Generator<T> {
  let index = 0;
  for (const item of items) {
    if (index % n === 0) yield item;
    index += 1;
  }
}

type Verdict = 'malformed' | 'refused' | 'mismatch' | 'verified';

/** Through the very code that the app uses, up to what the wallet code would take. */
function judge(given: Scenario, answer: Json): { readonly verdict: Verdict; readonly faults: readonly string[] } {
  try {
    const read = readEnvelope(buildWire, answer);
    if (!read.ok) return { verdict: 'refused', faults: [] };
    const result = verifyBuild(given.intent, read.data, given.route);
    if (result.ok) return { verdict: 'verified', faults: faultsOf(given, answer, result.build) };
    return { verdict: 'mismatch', faults: result.mismatches.length > 0 ? [] : ['refused without saying why'] };
  } catch (error) {
    return { verdict: 'malformed', faults: error instanceof MalformedAnswer ? [] : [`threw ${String(error)}`] };
  }
}

/** Judges answers with so many lies in them; counts them, and collects the first that came through. */
function judgeAll(given: Scenario, lies: Iterable<readonly Mutation[]>) {
  const counts: Record<Verdict, number> = { malformed: 0, refused: 0, mismatch: 0, verified: 0 };
  const violations: string[] = [];
  for (const mutations of lies) {
    const { verdict, faults } = judge(given, applyMutations(given.answer, mutations));
    counts[verdict] += 1;
    if (faults.length > 0 && violations.length < 10) {
      violations.push(`${mutations.map(({ name }) => name).join(' + ')}: ${faults.join('; ')}`);
    }
  }
  return { counts, violations, total: Object.values(counts).reduce((sum, count) => sum + count, 0) };
}

describe.each(Object.entries(SCENARIOS))('a hostile build for %s', (name, given) => {
  it('is let through when it is honest', () => {
    expect(judge(given, given.answer)).toEqual({ verdict: 'verified', faults: [] });
  });

  it('is let through with those lies alone that change nothing of what is signed or shown as its sums', () => {
    const accepted = given.mutations.filter(
      (mutation) => judge(given, applyMutations(given.answer, [mutation])).verdict === 'verified',
    );
    expect(accepted.map((mutation) => mutation.name).filter((name) => !HARMLESS.test(name))).toEqual([]);
  });

  it('changes something with every mutation, and no two have the same name', () => {
    const unchanged = given.mutations.filter((mutation) =>
      isDeepStrictEqual(applyMutations(given.answer, [mutation]), given.answer),
    );
    // The honest answer has no approval, some of its amounts have eighteen decimals, its contract's address no letters.
    const known = /approve_body: null|decimals: eighteen|transfer_body.to: (?:in lower case|a wrong checksum)/;
    expect(unchanged.map((mutation) => mutation.name).filter((name) => !known.test(name))).toEqual([]);
    expect(new Set(given.mutations.map((mutation) => mutation.name)).size).toBe(given.mutations.length);
  });

  it('yields the deposit that was asked for or none, whatever one field says', () => {
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

describe('pairs of lies in one build', { timeout: 60_000 }, () => {
  it.each(Object.entries(SCENARIOS))('yield the deposit that was asked for or none: %s', (name, given) => {
    const isMalformed = (mutation: Mutation) =>
      judge(given, applyMutations(given.answer, [mutation])).verdict === 'malformed';
    // What the parser refuses alone it refuses in company: that is tried below, for one build.
    const wellFormed = given.mutations.filter((mutation) => !isMalformed(mutation));
    const pairs = everyNth(pairsOf(wellFormed), THOROUGH.has(name) ? 1 : 3);
    const { counts, violations, total } = judgeAll(given, pairs);
    console.log(`${name}: ${total} pairs of well-formed mutations`, counts);
    expect(violations).toEqual([]);
    expect(total).toBeGreaterThanOrEqual(THOROUGH.has(name) ? 15_000 : 5_000);
  });

  it('stay unusable where one of the two is', () => {
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
  const cast = { attacker: ATTACKER, otherName: 'Southshore', otherAddress: MAKER };
  const mutations = [
    ...names.flatMap((_name, index) => mutatePair(honest, index, cast)),
    ...mutatePairList(honest, cast),
  ];

  /** What a route would show or send that this installation has not pinned. */
  function strangeIn(route: Route): readonly string[] {
    const { pair, origin, destination, originToken, destinationToken } = route;
    const pinned = config.chains.flatMap((chain) => chain.tokens.map((token) => [chain, token] as const));
    const knows = (chain: Route['origin'], token: Route['originToken']) =>
      pinned.some(([c, t]) => c === chain && t === token);
    const expected = { ...pairOf(originToken.name, [origin.name, destination.name]), min: pair.min, max: pair.max };
    const faults = JSON.stringify(toText(pair)) === JSON.stringify(toText(expected)) ? [] : ['a pair of its own'];
    const isPinned = knows(origin, originToken) && knows(destination, destinationToken);
    return isPinned ? faults : [...faults, 'a chain or token that is not pinned'];
  }

  const toText = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? `${part}` : part)));

  function offered(answer: Json): readonly Route[] {
    const read = readEnvelope(pairsWire, answer);
    return read.ok ? (sortOffer(registry, read.data, false).routes ?? []) : [];
  }

  /** How many routes an answer leads to, and what is wrong with them. */
  function look(answer: Json): { readonly routes: number; readonly faults: readonly string[] } {
    try {
      const routes = offered(answer);
      return { routes: routes.length, faults: routes.flatMap(strangeIn) };
    } catch (error) {
      return { routes: 0, faults: error instanceof MalformedAnswer ? [] : [`threw ${String(error)}`] };
    }
  }

  it('is offered whole when it is honest', () => {
    expect(offered(honest)).toHaveLength(names.length);
    expect(offered(honest).flatMap(strangeIn)).toEqual([]);
  });

  it('never leads to a route that names anything which is not pinned', { timeout: 60_000 }, () => {
    const lies: readonly (readonly Mutation[])[] = [
      ...mutations.map((mutation) => [mutation]),
      ...everyNth(pairsOf(mutatePair(honest, 0, cast)), 5),
    ];
    const strange = lies.flatMap((lie) => {
      const { faults } = look(applyMutations(honest, lie));
      return faults.length > 0 ? [`${lie.map(({ name }) => name).join(' + ')}: ${faults.join('; ')}`] : [];
    });
    console.log(`pairs: ${mutations.length} single mutations, ${lies.length - mutations.length} in twos`);
    expect(strange.slice(0, 10)).toEqual([]);
    expect(mutations.length).toBeGreaterThanOrEqual(700);
    expect(lies.length).toBeGreaterThanOrEqual(10_000);
  });

  it('still offers the pairs that were not touched', () => {
    const left = mutatePair(honest, 0, cast).map((mutation) => look(applyMutations(honest, [mutation])).routes);
    expect(Math.max(...left)).toBe(names.length);
    expect(left.filter((routes) => routes === names.length - 1).length).toBeGreaterThan(20);
  });
});
