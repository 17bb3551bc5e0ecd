import { mutateAmount } from './amountMutations.ts';
import { envelopeMutations } from './envelopeMutations.ts';
import type { Json, Mutation } from './mutations.ts';
import { brokenAddresses, mutationsAt, otherNames, valueAt, wrongTypes } from './mutations.ts';

export type ReceiptContext = {
  readonly attacker: string;
  readonly otherChainName: string;
  readonly otherTokenName: string;
  readonly otherToken: string;
  /** Hashes of other transactions on the destination chain, by description. */
  readonly otherPayouts: Readonly<Record<string, string>>;
};

/** Mutations of every field of a `get_receipt` answer. */
export function mutateReceipt(body: Json, context: ReceiptContext): readonly Mutation[] {
  const text = (field: string) => String(valueAt(body, `data.${field}`));
  const hash = text('to_chain_hash');
  return [
    ...envelopeMutations(body),
    ...mutationsAt('data.to_chain_hash', [
      ...Object.entries(context.otherPayouts),
      ['of no transaction', `0x${'12'.repeat(32)}`],
      ['zero', `0x${'00'.repeat(32)}`],
      ['in capitals', `0x${hash.slice(2).toUpperCase()}`],
      ['a byte short', hash.slice(0, -2)],
      ['without 0x', hash.slice(2)],
      ['an address', context.attacker],
      ...wrongTypes(hash),
    ]),
    ...['from_chain_name', 'to_chain_name'].flatMap((field) =>
      mutationsAt(`data.${field}`, [
        ['the other chain', context.otherChainName === text(field) ? text('from_chain_name') : context.otherChainName],
        ...otherNames(text(field)),
      ]),
    ),
    ...mutationsAt('data.token_name', [['another token', context.otherTokenName], ...otherNames(text('token_name'))]),
    ...['from_chain_token_address', 'to_chain_token_address'].flatMap((field) =>
      mutationsAt(`data.${field}`, [
        ['another address', context.attacker],
        ['another token', context.otherToken],
        ['in lower case', text(field).toLowerCase()],
        ...brokenAddresses(text(field)),
      ]),
    ),
    ...mutateAmount(body, 'data.user_receive_value'),
    ...mutateAmount(body, 'data.user_send_value'),
  ];
}
