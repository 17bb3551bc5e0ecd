import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { createClient } from '#client/createClient.ts';
import { ServiceUnreachable } from '#client/serviceErrors.ts';
import { encodeSuccess, MalformedAnswer } from '#shared/wire/envelope.ts';
import { encodePairs } from '#shared/wire/pairs.ts';
import { ATTACKER } from '../../lab/web/buildScenario.ts';
import { config, pairOf, registry, VAULT } from '../../lab/web/fixtures.ts';
import type { Json, Mutation } from '../../lab/web/mutations.ts';
import { applyMutations } from '../../lab/web/mutations.ts';
import { mutatePair, mutatePairList } from '../../lab/web/pairMutations.ts';
import { offerQuery } from './queries.ts';

const TOKENS = ['USDC', 'WBTC', 'ETH'];
const honest: Json = JSON.parse(JSON.stringify(encodeSuccess(encodePairs(TOKENS.map((name) => pairOf(name))))));
const context = { attacker: ATTACKER, otherName: 'Southshore', otherAddress: VAULT };
const mutations = [...mutatePair(honest, 0, context), ...mutatePairList(honest, context)];
const NAMES: ReadonlySet<string> = new Set(['Northshore', 'Southshore', ...TOKENS]);

/** The names that the form offers after this answer; none where the page says that there are no routes or no answer. */
async function offeredNames(answer: Json): Promise<readonly string[]> {
  const fetchFn = async () => new Response(JSON.stringify(answer), { status: 200 });
  const service = createClient(config.service.baseUrl, { fetchFn });
  const client = new QueryClient();
  const query = { ...offerQuery({ service, registry, config }), retry: false };
  const offer = await client.fetchQuery(query).catch((error: unknown) => {
    if (error instanceof MalformedAnswer || error instanceof ServiceUnreachable) return null;
    throw error;
  });
  client.clear();
  const routes = offer?.routes?.all ?? [];
  return routes.flatMap(({ origin, destination, pair }) => [origin.name, destination.name, pair.tokenName]);
}

describe('a list of pairs', () => {
  it('with any one field changed offers no chain or token outside the registry', async () => {
    const strange: string[] = [];
    let refused = 0;
    for (const mutation of mutations as readonly Mutation[]) {
      const names = await offeredNames(applyMutations(honest, [mutation]));
      if (names.length === 0) refused += 1;
      strange.push(...names.filter((name) => !NAMES.has(name)).map((name) => `${mutation.name}: ${name}`));
    }
    expect(strange).toEqual([]);
    expect(mutations.length).toBeGreaterThanOrEqual(250);
    expect(refused).toBeGreaterThanOrEqual(20);
  });

  it('offers every route when it is honest, and none when every contract is wrong', async () => {
    expect(new Set(await offeredNames(honest))).toEqual(NAMES);
    const wrong = TOKENS.map((_name, index): Mutation['changes'][number] => [
      `data.pair_infos.${index}.contract_address`,
      ATTACKER,
    ]);
    expect(await offeredNames(applyMutations(honest, [{ name: 'wrong contracts', changes: wrong }]))).toEqual([]);
  });
});
