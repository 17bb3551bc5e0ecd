import type { Hex } from 'viem';
import { MAX_UINT256 } from '#shared/amount.ts';
import { amountJson, mutateAmount } from './amountMutations.ts';
import { envelopeMutations } from './envelopeMutations.ts';
import type { DepositWords } from './handEncoding.ts';
import { approveByHand, depositByHand } from './handEncoding.ts';
import type { Json, Mutation } from './mutations.ts';
import {
  brokenAddresses,
  brokenIntegers,
  mutationsAt,
  otherNames,
  otherNumbers,
  valueAt,
  wrongTypes,
} from './mutations.ts';

/** The addresses and names in the honest answer. */
export type BuildContext = {
  readonly call: DepositWords;
  readonly account: string;
  readonly depositContract: string;
  readonly attacker: string;
  /** The contract and token of the other chain. */
  readonly otherContract: string;
  readonly otherToken: string;
  readonly otherTokenName: string;
  readonly originName: string;
  readonly destinationName: string;
  readonly isNative: boolean;
};

const AMOUNTS = ['bridge_fee', 'gas_fee', 'input_value', 'max_value', 'min_value', 'receive_value', 'send_value'];
const TRANSFER = 'data.txs.transfer_body';
const APPROVAL = 'data.txs.approve_body';

/** Calldata that differs from the requested deposit. */
function otherCalldata({ call, attacker, account, otherToken }: BuildContext): readonly (readonly [string, Json])[] {
  const calldata = depositByHand(call);
  const withCall = (change: Partial<DepositWords>): Hex => depositByHand({ ...call, ...change });
  const dirty = `f${'0'.repeat(23)}`;
  const tokenWord = call.token.slice(2).toLowerCase();
  return [
    ['another recipient', withCall({ recipient: attacker })],
    ['the recipient in lower case', withCall({ recipient: call.recipient.toLowerCase() })],
    ['the recipient with a space appended', withCall({ recipient: `${call.recipient} ` })],
    ['no recipient', withCall({ recipient: '' })],
    ['another maker', withCall({ maker: attacker })],
    ['the account itself as maker', withCall({ maker: account })],
    ['another token', withCall({ token: otherToken })],
    ['a higher amount', withCall({ amount: call.amount + 1n })],
    ['twice the amount', withCall({ amount: call.amount * 2n })],
    ['a lower amount', withCall({ amount: call.amount - 1n })],
    ['an unlimited amount', withCall({ amount: MAX_UINT256 })],
    ['another destination', withCall({ destination: call.destination + 1n })],
    ['a channel that takes a share', withCall({ channel: 7n })],
    ['a trailing byte', `${calldata}00`],
    ['a trailing word', `${calldata}${attacker.slice(2).padStart(64, '0')}`],
    ['a byte short', calldata.slice(0, -2)],
    ['half a byte', calldata.slice(0, -1)],
    ['no call', '0x'],
    ['the selector alone', calldata.slice(0, 10)],
    ['another function', `0xdeadbeef${calldata.slice(10)}`],
    ['an unlimited approval', approveByHand(attacker, MAX_UINT256)],
    [
      'nonzero padding of an address',
      `0x${calldata.slice(2).replace(`${'0'.repeat(24)}${tokenWord}`, `${dirty}${tokenWord}`)}`,
    ],
    ['the string at another offset', calldata.replace(/c0/, 'e0')],
    ['without 0x', calldata.slice(2)],
    ['invalid hex', `${calldata.slice(0, -2)}zz`],
    ...wrongTypes(calldata).map(([name, value]) => [name, value ?? null] as const),
  ];
}

/** Approvals that differ from the exact one. The app must ignore them all and build its own. */
function otherApprovals(context: BuildContext): readonly (readonly [string, Json])[] {
  const { account, attacker, call, depositContract } = context;
  const body = (change: Record<string, Json>): Json => ({
    from: account,
    to: call.token,
    data: approveByHand(depositContract, call.amount),
    value: '0',
    ...change,
  });
  return [
    ['exact', body({})],
    ['unlimited', body({ data: approveByHand(depositContract, MAX_UINT256) })],
    ['to another spender', body({ data: approveByHand(attacker, call.amount) })],
    ['unlimited and to another spender', body({ data: approveByHand(attacker, MAX_UINT256) })],
    ['of another token', body({ to: context.otherToken })],
    ['with value', body({ value: '1000000000000000000' })],
    ['by another account', body({ from: attacker })],
    [
      'that is a deposit for the attacker',
      body({ to: depositContract, data: depositByHand({ ...call, recipient: attacker }) }),
    ],
    ['without its data', { from: account, to: call.token, value: '0' }],
    ['text', 'approve'],
    ['a list', []],
    ['true', true],
  ];
}

function mutateTransfer(body: Json, context: BuildContext): readonly Mutation[] {
  const { attacker, depositContract, otherContract, call } = context;
  const honestValue = valueAt(body, `${TRANSFER}.value`);
  const value = typeof honestValue === 'string' ? BigInt(honestValue) : 0n;
  return [
    ...mutationsAt(`${TRANSFER}.data`, otherCalldata(context)),
    ...mutationsAt(`${TRANSFER}.to`, [
      ['another contract', attacker],
      ['the contract of the other chain', otherContract],
      ['the token', call.token],
      ['the maker', call.maker],
      ['in lower case', depositContract.toLowerCase()],
      ...brokenAddresses(depositContract),
    ]),
    ...mutationsAt(`${TRANSFER}.from`, [
      ['another account', attacker],
      ['in lower case', context.account.toLowerCase()],
      ...brokenAddresses(context.account),
    ]),
    ...mutationsAt(`${TRANSFER}.value`, [
      ['a wei more', `${value + 1n}`],
      ['the amount as value', `${call.amount + (context.isNative ? 1n : 0n)}`],
      ['everything', `${MAX_UINT256}`],
      ['with leading zeros', `00${value}`],
      ...brokenIntegers(`${value}`),
    ]),
    ...mutationsAt(TRANSFER, wrongTypes(valueAt(body, TRANSFER))),
    ...mutationsAt('data.txs', wrongTypes(valueAt(body, 'data.txs'))),
  ];
}

/** Mutations that change several fields consistently. */
function consistentMutations(body: Json, context: BuildContext): readonly Mutation[] {
  const { call, attacker, isNative } = context;
  const decimals = Number(valueAt(body, 'data.send_value.decimals'));
  const amountAt = (field: string) => BigInt(String(valueAt(body, `data.${field}.raw_value`)));
  const higher = amountAt('send_value') + 5n;
  const deposit = (change: Partial<DepositWords>) => depositByHand({ ...call, ...change });
  const valued = (amount: bigint) => (isNative ? ([[`${TRANSFER}.value`, `${amount}`]] as const) : []);
  return [
    {
      name: 'a higher amount in all fields',
      changes: [
        ['data.send_value', amountJson(higher, decimals)],
        ['data.input_value', amountJson(amountAt('input_value') + 5n, decimals)],
        [`${TRANSFER}.data`, deposit({ amount: higher })],
        ...valued(higher),
      ],
    },
    {
      name: 'a higher amount to send, other fields unchanged',
      changes: [
        ['data.send_value', amountJson(higher, decimals)],
        [`${TRANSFER}.data`, deposit({ amount: higher })],
        ...valued(higher),
      ],
    },
    {
      name: 'swapped fees',
      changes: [
        ['data.bridge_fee', valueAt(body, 'data.gas_fee')],
        ['data.gas_fee', valueAt(body, 'data.bridge_fee')],
      ],
    },
    {
      name: 'fees that leave nothing to receive',
      changes: [
        ['data.bridge_fee', amountJson(amountAt('send_value') - amountAt('gas_fee'), decimals)],
        ['data.receive_value', amountJson(0n, Number(valueAt(body, 'data.receive_value.decimals')))],
      ],
    },
    {
      name: 'swapped chains',
      changes: [
        ['data.from_chain_name', context.destinationName],
        ['data.to_chain_name', context.originName],
      ],
    },
    {
      name: 'another token in name and calldata',
      changes: [
        ['data.token_name', context.otherTokenName],
        [`${TRANSFER}.data`, deposit({ token: context.otherToken })],
      ],
    },
    {
      name: 'another contract and its own maker',
      changes: [
        [`${TRANSFER}.to`, attacker],
        [`${TRANSFER}.data`, deposit({ maker: attacker })],
      ],
    },
    {
      name: 'a plain payment to the attacker',
      changes: [
        [`${TRANSFER}.to`, attacker],
        [`${TRANSFER}.data`, '0x'],
        [`${TRANSFER}.value`, '1000000000000000000'],
      ],
    },
  ];
}

/** Mutations of every field of a `get_build_tx` answer. Their number and order are the same for every answer. */
export function mutateBuild(body: Json, context: BuildContext): readonly Mutation[] {
  return [
    ...envelopeMutations(body),
    ...AMOUNTS.flatMap((field) => mutateAmount(body, `data.${field}`)),
    ...mutationsAt('data.from_chain_name', [
      ['the other chain', context.destinationName],
      ...otherNames(context.originName),
    ]),
    ...mutationsAt('data.to_chain_name', [
      ['the other chain', context.originName],
      ...otherNames(context.destinationName),
    ]),
    ...mutationsAt('data.token_name', [
      ['another token', context.otherTokenName],
      ...otherNames(String(valueAt(body, 'data.token_name'))),
    ]),
    ...mutationsAt('data.network_type', otherNumbers(1)),
    ...mutateTransfer(body, context),
    ...mutationsAt(APPROVAL, [['missing', undefined], ['null', null], ...otherApprovals(context)]),
    ...consistentMutations(body, context),
  ];
}
