import { mutateAmount } from './amountMutations.ts';
import { envelopeMutations } from './envelopeMutations.ts';
import type { Json, Mutation } from './mutations.ts';
import {
  brokenAddresses,
  brokenIntegers,
  isRecord,
  mutationsAt,
  otherNames,
  otherNumbers,
  valueAt,
  wrongTypes,
} from './mutations.ts';

const LIST = 'data.pair_infos';

type PairCast = { readonly attacker: string; readonly otherName: string; readonly otherAddress: string };

/** Every field of one pair of an honest `get_all_pair_infos` answer, mutated one at a time. */
export function mutatePair(body: Json, index: number, cast: PairCast): readonly Mutation[] {
  const at = `${LIST}.${index}`;
  const pair = valueAt(body, at);
  if (!isRecord(pair)) throw new Error(`${at} is no pair`);
  const text = (field: string) => String(valueAt(pair, field));
  const number = (field: string) => Number(valueAt(pair, field));
  return [
    ...['contract_address', 'from_token_address', 'to_token_address'].flatMap((field) =>
      mutationsAt(`${at}.${field}`, [
        ['another address', cast.attacker],
        ['an address of the other chain', cast.otherAddress],
        ['in lower case', text(field).toLowerCase()],
        ...brokenAddresses(text(field)),
      ]),
    ),
    ...['from_chain_name', 'to_chain_name', 'token_name'].flatMap((field) =>
      mutationsAt(`${at}.${field}`, [['another name', cast.otherName], ...otherNames(text(field))]),
    ),
    ...['from_chain_id', 'to_chain_id'].flatMap((field) =>
      mutationsAt(`${at}.${field}`, [
        ['another chain', '1'],
        ['one more', `${BigInt(text(field)) + 1n}`],
        ['with zeros in front', `0${text(field)}`],
        ...brokenIntegers(text(field)),
      ]),
    ),
    ...['from_token_decimals', 'to_token_decimals'].flatMap((field) =>
      mutationsAt(`${at}.${field}`, otherNumbers(number(field))),
    ),
    ...mutateAmount(body, `${at}.min_value`),
    ...mutateAmount(body, `${at}.max_value`),
  ];
}

/** The list of pairs as a whole: of another type, empty, with pairs that nobody has pinned beside the honest ones. */
export function mutatePairList(body: Json, cast: PairCast): readonly Mutation[] {
  const list = valueAt(body, LIST);
  const [first] = Array.isArray(list) ? list : [];
  if (!Array.isArray(list) || !isRecord(first)) throw new Error('there are no pairs to mutate');
  const beside = (change: Record<string, Json>): Json => [...list, { ...first, ...change }];
  return [
    ...envelopeMutations(body),
    ...mutationsAt(LIST, [
      ['twice', [...list, ...list]],
      ['with a look-alike beside it', beside({ token_name: 'UЅDC' })],
      ['with another contract beside it', beside({ contract_address: cast.attacker })],
      ['with a chain nobody knows beside it', beside({ from_chain_name: 'Westshore', from_chain_id: '31339' })],
      [
        'from a chain to itself',
        beside({ to_chain_name: String(first.from_chain_name), to_chain_id: String(first.from_chain_id) }),
      ],
      ['too long to be true', Array.from({ length: 10_001 }, () => first)],
      ['with null in it', [...list, null]],
      ...wrongTypes(list),
    ]),
  ];
}
