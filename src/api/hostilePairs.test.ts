import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { createClient } from '#client/createClient.ts';
import { ServiceUnreachable } from '#client/serviceErrors.ts';
import { MalformedAnswer, readEnvelope } from '#shared/wire/envelope.ts';
import { pairListWire, readPairInfo } from '#shared/wire/pairs.ts';
import { ATTACKER } from '../../tools/lab/web/buildScenario.ts';
import { config, offerOf, pairOf, registry } from '../../tools/lab/web/fixtures.ts';
import type { Json, Mutation } from '../../tools/lab/web/mutations.ts';
import { applyMutations, pairsOf } from '../../tools/lab/web/mutations.ts';
import { honestPairs, PAIR_TOKENS, pairMutations } from '../../tools/lab/web/pairScenario.ts';
import type { Route } from '../config/registry.ts';
import { offerQuery } from './queries.ts';

/** The routes that the form offers after this answer; none if the page reports no routes or no answer. */
async function offeredOnPage(answer: Json): Promise<readonly Route[]> {
  const fetchFn = async () => new Response(JSON.stringify(answer), { status: 200 });
  const service = createClient(config.service.baseUrl, { fetchFn });
  const client = new QueryClient();
  const query = { ...offerQuery({ service, registry, config }), retry: false };
  const offer = await client.fetchQuery(query).catch((error: unknown) => {
    if (error instanceof MalformedAnswer || error instanceof ServiceUnreachable) return null;
    throw error;
  });
  client.clear();
  return offer?.routes?.all ?? [];
}

/** The same without the page's queries: fast enough for thousands of answers. */
function offered(answer: Json): readonly Route[] {
  try {
    const read = readEnvelope(pairListWire, answer);
    return read.ok ? (offerOf(read.data.map(readPairInfo)).routes?.all ?? []) : [];
  } catch (error) {
    if (error instanceof MalformedAnswer) return [];
    throw error;
  }
}

const toText = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? `${part}` : part));

/** Lists what a route would show or send from outside the registry. Only the limits and prices may come from the answer. */
function strangeIn(route: Route): readonly string[] {
  const { pair, origin, destination, originToken, destinationToken } = route;
  const knows = (chain: Route['origin'], token: Route['originToken']) =>
    config.chains.some((pinned) => pinned === chain && pinned.tokens.some((one) => one === token));
  const { min, max, available, usualSeconds } = pair;
  const expected = { ...pairOf(originToken.name, [origin.name, destination.name]), min, max, available, usualSeconds };
  const faults = toText(pair) === toText(expected) ? [] : ['a pair outside the registry'];
  const isPinned = knows(origin, originToken) && knows(destination, destinationToken);
  return isPinned ? faults : [...faults, 'a chain or token outside the registry'];
}

const faultsOf = (routes: readonly Route[], change: readonly Mutation[]) =>
  routes.flatMap(strangeIn).map((fault) => `${change.map(({ name }) => name).join(' + ')}: ${fault}`);

const ofFirstPair = pairMutations.filter(({ changes: [change] }) => change?.[0].startsWith('data.pair_infos.0.'));

describe('a hostile list of pairs', () => {
  it('opens every route if it is honest, and none if every contract is wrong', async () => {
    const routes = await offeredOnPage(honestPairs);
    expect(routes.map(({ pair }) => pair.tokenName)).toEqual(PAIR_TOKENS);
    expect(routes.flatMap(strangeIn)).toEqual([]);
    const changes = PAIR_TOKENS.map((_name, index) => [`data.pair_infos.${index}.contract_address`, ATTACKER] as const);
    expect(await offeredOnPage(applyMutations(honestPairs, [{ name: 'wrong contracts', changes }]))).toEqual([]);
  });

  it('never offers a chain or token outside the registry, whichever field is changed', async () => {
    const faults: string[] = [];
    let rejected = 0;
    for (const mutation of pairMutations) {
      const routes = await offeredOnPage(applyMutations(honestPairs, [mutation]));
      if (routes.length < PAIR_TOKENS.length) rejected += 1;
      faults.push(...faultsOf(routes, [mutation]));
    }
    expect(faults).toEqual([]);
    console.log(`pairs: ${pairMutations.length} single mutations, ${rejected} rejected`);
    expect(rejected).toBeGreaterThanOrEqual(1138);
  });

  it('never opens a route outside the registry, whichever two fields of a pair are changed', () => {
    const changes = [...pairsOf(ofFirstPair)].filter((_change, index) => index % 5 === 0);
    const faults = changes.flatMap((change) => faultsOf(offered(applyMutations(honestPairs, change)), change));
    console.log(`pairs: ${changes.length} pairs of mutations`);
    expect(faults.slice(0, 10)).toEqual([]);
    expect(changes.length).toBeGreaterThanOrEqual(10_000);
  });

  it('still opens the routes of unchanged pairs', () => {
    const left = ofFirstPair.map((mutation) => offered(applyMutations(honestPairs, [mutation])).length);
    expect(Math.max(...left)).toBe(PAIR_TOKENS.length);
    expect(left.filter((routes) => routes === PAIR_TOKENS.length - 1).length).toBeGreaterThan(20);
  });
});
