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

/** Who is who in the honest answer that is about to be twisted. */
export type BuildCast = {
  readonly call: DepositWords;
  readonly account: string;
  readonly depositContract: string;
  readonly attacker: string;
  /** The other chain's own contract and token, which are genuine and not here. */
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

/** Deposits in the genuine contract that are not the one asked for, or not it alone. */
function otherCalldata({ call, attacker, account, otherToken }: BuildCast): readonly (readonly [string, Json])[] {
  const calldata = depositByHand(call);
  const withCall = (change: Partial<DepositWords>): Hex => depositByHand({ ...call, ...change });
  const dirty = `f${'0'.repeat(23)}`;
  const tokenWord = call.token.slice(2).toLowerCase();
  return [
    ['another recipient', withCall({ recipient: attacker })],
    ['the recipient in lower case', withCall({ recipient: call.recipient.toLowerCase() })],
    ['the recipient with a space behind it', withCall({ recipient: `${call.recipient} ` })],
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
    ['the function’s name alone', calldata.slice(0, 10)],
    ['another function', `0xdeadbeef${calldata.slice(10)}`],
    ['an unlimited approval', approveByHand(attacker, MAX_UINT256)],
    [
      'dirt above an address',
      `0x${calldata.slice(2).replace(`${'0'.repeat(24)}${tokenWord}`, `${dirty}${tokenWord}`)}`,
    ],
    ['the text at another offset', calldata.replace(/c0/, 'e0')],
    ['without 0x', calldata.slice(2)],
    ['letters that are no hex', `${calldata.slice(0, -2)}zz`],
    ...wrongTypes(calldata).map(([name, value]) => [name, value ?? null] as const),
  ];
}

/** Approvals that would let somebody take more than was asked for. The app is to make its own. */
function otherApprovals(cast: BuildCast): readonly (readonly [string, Json])[] {
  const { account, attacker, call, depositContract } = cast;
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
    ['of another token', body({ to: cast.otherToken })],
    ['with value', body({ value: '1000000000000000000' })],
    ['by another account', body({ from: attacker })],
    [
      'that is a deposit to somebody else',
      body({ to: depositContract, data: depositByHand({ ...call, recipient: attacker }) }),
    ],
    ['without its data', { from: account, to: call.token, value: '0' }],
    ['text', 'approve'],
    ['a list', []],
    ['true', true],
  ];
}

function mutateTransfer(body: Json, cast: BuildCast): readonly Mutation[] {
  const { attacker, depositContract, otherContract, call } = cast;
  const honestValue = valueAt(body, `${TRANSFER}.value`);
  const value = typeof honestValue === 'string' ? BigInt(honestValue) : 0n;
  return [
    ...mutationsAt(`${TRANSFER}.data`, otherCalldata(cast)),
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
      ['in lower case', cast.account.toLowerCase()],
      ...brokenAddresses(cast.account),
    ]),
    ...mutationsAt(`${TRANSFER}.value`, [
      ['a wei more', `${value + 1n}`],
      ['the amount as value', `${call.amount + (cast.isNative ? 1n : 0n)}`],
      ['everything', `${MAX_UINT256}`],
      ['with zeros in front', `00${value}`],
      ...brokenIntegers(`${value}`),
    ]),
    ...mutationsAt(TRANSFER, wrongTypes(valueAt(body, TRANSFER))),
    ...mutationsAt('data.txs', wrongTypes(valueAt(body, 'data.txs'))),
  ];
}

/** Lies that agree with themselves: several fields that tell the same wrong story. */
function stories(body: Json, cast: BuildCast): readonly Mutation[] {
  const { call, attacker, isNative } = cast;
  const decimals = Number(valueAt(body, 'data.send_value.decimals'));
  const amountAt = (field: string) => BigInt(String(valueAt(body, `data.${field}.raw_value`)));
  const higher = amountAt('send_value') + 5n;
  const deposit = (change: Partial<DepositWords>) => depositByHand({ ...call, ...change });
  const valued = (amount: bigint) => (isNative ? ([[`${TRANSFER}.value`, `${amount}`]] as const) : []);
  return [
    {
      name: 'a higher amount in every field that names it',
      changes: [
        ['data.send_value', amountJson(higher, decimals)],
        ['data.input_value', amountJson(amountAt('input_value') + 5n, decimals)],
        [`${TRANSFER}.data`, deposit({ amount: higher })],
        ...valued(higher),
      ],
    },
    {
      name: 'a higher amount to send, the rest as asked',
      changes: [
        ['data.send_value', amountJson(higher, decimals)],
        [`${TRANSFER}.data`, deposit({ amount: higher })],
        ...valued(higher),
      ],
    },
    {
      name: 'fees that changed places',
      changes: [
        ['data.bridge_fee', valueAt(body, 'data.gas_fee')],
        ['data.gas_fee', valueAt(body, 'data.bridge_fee')],
      ],
    },
    {
      name: 'fees that leave nothing to arrive',
      changes: [
        ['data.bridge_fee', amountJson(amountAt('send_value') - amountAt('gas_fee'), decimals)],
        ['data.receive_value', amountJson(0n, Number(valueAt(body, 'data.receive_value.decimals')))],
      ],
    },
    {
      name: 'chains that changed places',
      changes: [
        ['data.from_chain_name', cast.destinationName],
        ['data.to_chain_name', cast.originName],
      ],
    },
    {
      name: 'another token by name and in the call',
      changes: [
        ['data.token_name', cast.otherTokenName],
        [`${TRANSFER}.data`, deposit({ token: cast.otherToken })],
      ],
    },
    {
      name: 'a contract of its own, with the maker to match',
      changes: [
        [`${TRANSFER}.to`, attacker],
        [`${TRANSFER}.data`, deposit({ maker: attacker })],
      ],
    },
    {
      name: 'a plain payment to somebody else',
      changes: [
        [`${TRANSFER}.to`, attacker],
        [`${TRANSFER}.data`, '0x'],
        [`${TRANSFER}.value`, '1000000000000000000'],
      ],
    },
  ];
}

/** Every field of an honest `get_build_tx` answer, mutated one at a time; the number does not depend on the answer. */
export function mutateBuild(body: Json, cast: BuildCast): readonly Mutation[] {
  return [
    ...envelopeMutations(body),
    ...AMOUNTS.flatMap((field) => mutateAmount(body, `data.${field}`)),
    ...mutationsAt('data.from_chain_name', [['the other chain', cast.destinationName], ...otherNames(cast.originName)]),
    ...mutationsAt('data.to_chain_name', [['the other chain', cast.originName], ...otherNames(cast.destinationName)]),
    ...mutationsAt('data.token_name', [
      ['another token', cast.otherTokenName],
      ...otherNames(String(valueAt(body, 'data.token_name'))),
    ]),
    ...mutationsAt('data.network_type', otherNumbers(1)),
    ...mutateTransfer(body, cast),
    ...mutationsAt(APPROVAL, [['missing', undefined], ['null', null], ...otherApprovals(cast)]),
    ...stories(body, cast),
  ];
}
