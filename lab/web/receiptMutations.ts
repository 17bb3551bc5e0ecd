import { mutateAmount } from './amountMutations.ts';
import { envelopeMutations } from './envelopeMutations.ts';
import type { Json, Mutation } from './mutations.ts';
import { brokenAddresses, mutationsAt, otherNames, valueAt, wrongTypes } from './mutations.ts';

export type ReceiptCast = {
  readonly attacker: string;
  readonly otherChainName: string;
  readonly otherTokenName: string;
  readonly otherToken: string;
  /** Genuine transactions of the destination chain that did something else, by what they did. */
  readonly otherPayouts: Readonly<Record<string, string>>;
};

/** Every field of an honest `get_receipt` answer, mutated one at a time. */
export function mutateReceipt(body: Json, cast: ReceiptCast): readonly Mutation[] {
  const text = (field: string) => String(valueAt(body, `data.${field}`));
  const hash = text('to_chain_hash');
  return [
    ...envelopeMutations(body),
    ...mutationsAt('data.to_chain_hash', [
      ...Object.entries(cast.otherPayouts),
      ['of no transaction', `0x${'12'.repeat(32)}`],
      ['zero', `0x${'00'.repeat(32)}`],
      ['in capitals', `0x${hash.slice(2).toUpperCase()}`],
      ['a byte short', hash.slice(0, -2)],
      ['without 0x', hash.slice(2)],
      ['an address', cast.attacker],
      ...wrongTypes(hash),
    ]),
    ...['from_chain_name', 'to_chain_name'].flatMap((field) =>
      mutationsAt(`data.${field}`, [
        ['the other chain', cast.otherChainName === text(field) ? text('from_chain_name') : cast.otherChainName],
        ...otherNames(text(field)),
      ]),
    ),
    ...mutationsAt('data.token_name', [['another token', cast.otherTokenName], ...otherNames(text('token_name'))]),
    ...['from_chain_token_address', 'to_chain_token_address'].flatMap((field) =>
      mutationsAt(`data.${field}`, [
        ['another address', cast.attacker],
        ['another token', cast.otherToken],
        ['in lower case', text(field).toLowerCase()],
        ...brokenAddresses(text(field)),
      ]),
    ),
    ...mutateAmount(body, 'data.user_receive_value'),
    ...mutateAmount(body, 'data.user_send_value'),
  ];
}
