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

type PairContext = { readonly attacker: string; readonly otherName: string; readonly otherAddress: string };

/** Mutations of every field of one pair of a `get_all_pair_infos` answer. */
export function mutatePair(body: Json, index: number, context: PairContext): readonly Mutation[] {
  const at = `${LIST}.${index}`;
  const pair = valueAt(body, at);
  if (!isRecord(pair)) throw new Error(`${at} is not a pair`);
  const text = (field: string) => String(valueAt(pair, field));
  const number = (field: string) => Number(valueAt(pair, field));
  return [
    ...['contract_address', 'from_token_address', 'to_token_address'].flatMap((field) =>
      mutationsAt(`${at}.${field}`, [
        ['another address', context.attacker],
        ['an address of the other chain', context.otherAddress],
        ['in lower case', text(field).toLowerCase()],
        ...brokenAddresses(text(field)),
      ]),
    ),
    ...['from_chain_name', 'to_chain_name', 'token_name'].flatMap((field) =>
      mutationsAt(`${at}.${field}`, [['another name', context.otherName], ...otherNames(text(field))]),
    ),
    ...['from_chain_id', 'to_chain_id'].flatMap((field) =>
      mutationsAt(`${at}.${field}`, [
        ['another chain', '1'],
        ['one more', `${BigInt(text(field)) + 1n}`],
        ['with leading zeros', `0${text(field)}`],
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

/** Mutations of the whole list: other types, other lengths, and added pairs outside the registry. */
export function mutatePairList(body: Json, context: PairContext): readonly Mutation[] {
  const list = valueAt(body, LIST);
  const [first] = Array.isArray(list) ? list : [];
  if (!Array.isArray(list) || !isRecord(first)) throw new Error('The answer has no pairs.');
  const withAdded = (change: Record<string, Json>): Json => [...list, { ...first, ...change }];
  return [
    ...envelopeMutations(body),
    ...mutationsAt(LIST, [
      ['twice', [...list, ...list]],
      ['with a look-alike token added', withAdded({ token_name: 'UЅDC' })],
      ['with another contract added', withAdded({ contract_address: context.attacker })],
      ['with an unknown chain added', withAdded({ from_chain_name: 'Westshore', from_chain_id: '31339' })],
      [
        'from a chain to itself',
        withAdded({ to_chain_name: String(first.from_chain_name), to_chain_id: String(first.from_chain_id) }),
      ],
      ['more than 10,000 pairs', Array.from({ length: 10_001 }, () => first)],
      ['with null in it', [...list, null]],
      ...wrongTypes(list),
    ]),
  ];
}
