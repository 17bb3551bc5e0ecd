import type { Hex } from 'viem';
import { MAX_UINT256 } from '#shared/amount.ts';
import { buildWire, encodeBuild } from '#shared/wire/build.ts';
import { encodeSuccess } from '#shared/wire/envelope.ts';
import type { Route } from '../../../src/config/registry.ts';
import type { Intent } from '../../../src/transfer/model/intent.ts';
import { ACCOUNT, honestBuild, intentFor, routeFor, VAULT } from './fixtures.ts';
import type { DepositWords } from './handEncoding.ts';
import { approveByHand, depositByHand } from './handEncoding.ts';
import { amountJson, mutate } from './mutate.ts';
import type { Change, Json, Mutation, Named } from './mutations.ts';
import { mutationsAt, valueAt } from './mutations.ts';

export const ATTACKER = '0xa11ceb0b0000000000000000000000000000dead';

const TRANSFER = 'data.txs.transfer_body';

/** A deposit that a person wants, the honest service's answer, and every change to that answer. */
export type BuildScenario = {
  readonly intent: Intent;
  readonly route: Route;
  readonly answer: Json;
  readonly mutations: readonly Mutation[];
};

export function buildScenario(tokenName: string, includesGasFee: boolean): BuildScenario {
  const route = routeFor(tokenName);
  const intent = intentFor(route, includesGasFee);
  const build = honestBuild(intent, route);
  const answer: Json = JSON.parse(JSON.stringify(encodeSuccess(encodeBuild(build))));
  const call: DepositWords = {
    recipient: intent.recipient,
    token: route.originToken.address,
    maker: VAULT,
    amount: build.send.amount,
    destination: BigInt(route.destination.id),
    channel: 0n,
  };
  const derived = mutate(buildWire, answer, {
    names: [
      ['the origin chain', route.origin.name],
      ['the destination chain', route.destination.name],
      ['another token', otherTokenFor(tokenName)],
    ],
    addresses: [
      ['the attacker', ATTACKER],
      ['the contract of the other chain', route.destination.depositContract],
      ['the token', route.originToken.address],
      ['the maker', VAULT],
    ],
  });
  return { intent, route, answer, mutations: [...derived, ...thefts(answer, route, call)] };
}

const otherTokenFor = (tokenName: string) => (tokenName === 'WBTC' ? 'USDC' : 'WBTC');

/** Changes that pay an attacker, or more than requested. No schema can tell these from the honest answer. */
function thefts(answer: Json, route: Route, call: DepositWords): readonly Mutation[] {
  return [
    ...mutationsAt(`${TRANSFER}.data`, otherCalldata(route, call)),
    ...mutationsAt(`${TRANSFER}.value`, [['the amount, and a wei more', `${call.amount + 1n}`]]),
    ...mutationsAt('data.txs.approve_body', otherApprovals(route, call)),
    ...consistentThefts(answer, route, call),
  ];
}

/** Deposit calls that differ from the requested one. */
function otherCalldata(route: Route, call: DepositWords): readonly Named[] {
  const withCall = (change: Partial<DepositWords>): Hex => depositByHand({ ...call, ...change });
  const calldata = withCall({});
  const tokenWord = call.token.slice(2).toLowerCase();
  const padding = '0'.repeat(24);
  return [
    ['another recipient', withCall({ recipient: ATTACKER })],
    ['the recipient in lower case', withCall({ recipient: call.recipient.toLowerCase() })],
    ['the recipient with a space appended', withCall({ recipient: `${call.recipient} ` })],
    ['no recipient', withCall({ recipient: '' })],
    ['another maker', withCall({ maker: ATTACKER })],
    ['the account itself as maker', withCall({ maker: ACCOUNT })],
    ['another token', withCall({ token: otherTokenOf(route) })],
    ['a higher amount', withCall({ amount: call.amount + 1n })],
    ['twice the amount', withCall({ amount: call.amount * 2n })],
    ['a lower amount', withCall({ amount: call.amount - 1n })],
    ['an unlimited amount', withCall({ amount: MAX_UINT256 })],
    ['another destination', withCall({ destination: call.destination + 1n })],
    ['a channel that takes a share of the fee', withCall({ channel: 7n })],
    ['an unlimited approval', approveByHand(ATTACKER, MAX_UINT256)],
    ['nonzero padding of an address', calldata.replace(`${padding}${tokenWord}`, `f${padding.slice(1)}${tokenWord}`)],
    ['the string at another offset', calldata.replace(/c0/, 'e0')],
  ];
}

const otherTokenOf = ({ originToken, destinationToken }: Route) =>
  destinationToken.address === originToken.address ? VAULT : destinationToken.address;

/** Approvals that differ from the exact one. The app must ignore all of them and build its own. */
function otherApprovals(route: Route, call: DepositWords): readonly Named[] {
  const { depositContract } = route.origin;
  const exact = { from: ACCOUNT, to: call.token, data: approveByHand(depositContract, call.amount), value: '0' };
  return [
    ['exact', exact],
    ['unlimited', { ...exact, data: approveByHand(depositContract, MAX_UINT256) }],
    ['to another spender', { ...exact, data: approveByHand(ATTACKER, call.amount) }],
    ['unlimited and to another spender', { ...exact, data: approveByHand(ATTACKER, MAX_UINT256) }],
    ['of another token', { ...exact, to: otherTokenOf(route) }],
    ['with value', { ...exact, value: '1000000000000000000' }],
    ['by another account', { ...exact, from: ATTACKER }],
    [
      'that is a deposit for the attacker',
      { ...exact, to: depositContract, data: depositByHand({ ...call, recipient: ATTACKER }) },
    ],
    ['without data', { from: ACCOUNT, to: call.token, value: '0' }],
  ];
}

/** Thefts that change several fields consistently. */
function consistentThefts(answer: Json, route: Route, call: DepositWords): readonly Mutation[] {
  const decimals = Number(valueAt(answer, 'data.send_value.decimals'));
  const amountAt = (field: string) => BigInt(String(valueAt(answer, `data.${field}.raw_value`)));
  const higher = amountAt('send_value') + 5n;
  const deposit = (change: Partial<DepositWords>) => depositByHand({ ...call, ...change });
  const isNative = amountAt('send_value') === BigInt(String(valueAt(answer, `${TRANSFER}.value`)));
  const sendsMore: readonly Change[] = [
    ['data.send_value', amountJson(higher, decimals)],
    [`${TRANSFER}.data`, deposit({ amount: higher })],
    ...(isNative ? [[`${TRANSFER}.value`, `${higher}`] as const] : []),
  ];
  return [
    {
      name: 'a higher amount in all fields',
      changes: [...sendsMore, ['data.input_value', amountJson(amountAt('input_value') + 5n, decimals)]],
    },
    { name: 'a higher amount to send, other fields unchanged', changes: sendsMore },
    {
      name: 'swapped fees',
      changes: [
        ['data.bridge_fee', valueAt(answer, 'data.gas_fee')],
        ['data.gas_fee', valueAt(answer, 'data.bridge_fee')],
      ],
    },
    {
      name: 'fees that leave nothing to receive',
      changes: [
        ['data.bridge_fee', amountJson(amountAt('send_value') - amountAt('gas_fee'), decimals)],
        ['data.receive_value', amountJson(0n, route.destinationToken.decimals)],
      ],
    },
    {
      name: 'swapped chains',
      changes: [
        ['data.from_chain_name', route.destination.name],
        ['data.to_chain_name', route.origin.name],
      ],
    },
    {
      name: 'a different token in name and calldata',
      changes: [
        ['data.token_name', otherTokenFor(route.pair.tokenName)],
        [`${TRANSFER}.data`, deposit({ token: otherTokenOf(route) })],
      ],
    },
    {
      name: 'a different contract with its own maker',
      changes: [
        [`${TRANSFER}.to`, ATTACKER],
        [`${TRANSFER}.data`, deposit({ maker: ATTACKER })],
      ],
    },
    {
      name: 'a plain payment to the attacker',
      changes: [
        [`${TRANSFER}.to`, ATTACKER],
        [`${TRANSFER}.data`, '0x'],
        [`${TRANSFER}.value`, '1000000000000000000'],
      ],
    },
  ];
}
