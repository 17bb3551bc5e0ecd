import { encodeSuccess } from '#shared/wire/envelope.ts';
import { encodePairs, pairsWire } from '#shared/wire/pairs.ts';
import { ATTACKER } from './buildScenario.ts';
import { pairOf, VAULT } from './fixtures.ts';
import { mutate } from './mutate.ts';
import type { Json, Mutation } from './mutations.ts';
import { isRecord, mutationsAt, valueAt } from './mutations.ts';

export const PAIR_TOKENS = ['USDC', 'WBTC', 'ETH'];

const LIST = 'data.pair_infos';

/** The pairs of an honest service. */
export const honestPairs: Json = JSON.parse(
  JSON.stringify(encodeSuccess(encodePairs(PAIR_TOKENS.map((name) => pairOf(name))))),
);

/** Every change to them, and every addition of a pair outside the registry. */
export const pairMutations: readonly Mutation[] = [
  ...mutate(pairsWire, honestPairs, {
    names: [
      ['the origin chain', 'Northshore'],
      ['the destination chain', 'Southshore'],
    ],
    addresses: [
      ['the attacker', ATTACKER],
      ['the vault', VAULT],
    ],
  }),
  ...mutationsAt(LIST, otherLists(valueAt(honestPairs, LIST))),
];

function otherLists(list: Json): readonly (readonly [string, Json])[] {
  const [first] = Array.isArray(list) ? list : [];
  if (!Array.isArray(list) || !isRecord(first)) throw new Error('The answer has no pairs.');
  const withAdded = (change: Record<string, Json>): Json => [...list, { ...first, ...change }];
  const { from_chain_name, from_chain_id } = first;
  return [
    ['twice', [...list, ...list]],
    ['with a look-alike token added', withAdded({ token_name: 'UЅDC' })],
    ['with another contract added', withAdded({ contract_address: ATTACKER })],
    ['with an unknown chain added', withAdded({ from_chain_name: 'Westshore', from_chain_id: '31339' })],
    [
      'with a pair from a chain to itself',
      withAdded({ to_chain_name: from_chain_name ?? null, to_chain_id: from_chain_id ?? null }),
    ],
    ['with null in it', [...list, null]],
  ];
}
