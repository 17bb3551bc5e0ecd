import type { Address } from 'viem';
import { isNativeToken } from '../shared/address.ts';
import { convertRoundingDown, NATIVE_DECIMALS } from '../shared/amount.ts';
import type { Build, UnsignedTransaction } from '../shared/wire/build.ts';
import { encodeApproval, encodeDeposit } from './depositEncoder.ts';

/** What the person asked for. Addresses are checksummed. */
export type Asked = {
  readonly account: Address;
  readonly recipient: Address;
  readonly tokenName: string;
  /** In base units of the origin token. */
  readonly amount: bigint;
  readonly includesGasFee: boolean;
  /**
   * The amount that must arrive, in base units of the destination token; null if the person typed the amount to send.
   */
  readonly exactReceive?: bigint | null;
  /** The least amount that may arrive, in base units of the destination token; 1 by default. */
  readonly leastReceive?: bigint;
  /**
   * The most that may leave the account, in base units of the origin token. Without `includesGasFee`, nothing else
   * limits the network fee.
   */
  readonly mostSend?: bigint;
  /** The destination's native tokens that arrive with the payout, in wei; 0 by default. */
  readonly gasDrop?: bigint;
  /** The integrator's id; 0 by default. */
  readonly channel?: bigint;
};

/** The chains, contracts and tokens that the caller pinned. A build may not name others. */
export type PinnedRoute = {
  readonly origin: {
    readonly id: number;
    readonly name: string;
    readonly depositContract: Address;
    readonly vault: Address;
  };
  readonly destination: { readonly id: number; readonly name: string };
  readonly originToken: { readonly address: Address; readonly decimals: number };
  readonly destinationToken: { readonly decimals: number };
};

/** What would happen if a build with a wrong field were signed. */
export type Difference =
  | 'otherUnits'
  | 'otherReceiveUnits'
  | 'originChain'
  | 'destinationChain'
  | 'token'
  | 'typedAmount'
  | 'sentAmount'
  | 'receivedAmount'
  | 'nothingReceived'
  | 'gasDrop'
  | 'approvalReset'
  | 'sender'
  | 'contract'
  | 'nativeAmount'
  | 'call';

/** A field of a build that differs from the expected value, and what signing it would do. */
export type Mismatch = {
  readonly field: string;
  readonly expected: string;
  readonly actual: string;
  readonly meaning: Difference;
};

type Comparison = readonly [
  field: string,
  expected: bigint | string | number,
  actual: bigint | string | number,
  meaning: Difference,
];

function mismatchesOf(comparisons: readonly Comparison[]): Mismatch[] {
  return comparisons
    .filter(([, expected, actual]) => expected !== actual)
    .map(([field, expected, actual, meaning]) => ({ field, expected: `${expected}`, actual: `${actual}`, meaning }));
}

function compareLabels(asked: Asked, build: Build, route: PinnedRoute): Comparison[] {
  const origin = route.originToken.decimals;
  const decimals: Comparison[] = Object.entries({
    'bridge_fee.decimals': build.bridgeFee,
    'gas_fee.decimals': build.gasFee,
    'input_value.decimals': build.input,
    'min_value.decimals': build.min,
    'max_value.decimals': build.max,
    'send_value.decimals': build.send,
  }).map(([field, value]) => [field, origin, value.decimals, 'otherUnits']);
  return [
    ['from_chain_name', route.origin.name, build.originChainName, 'originChain'],
    ['to_chain_name', route.destination.name, build.destinationChainName, 'destinationChain'],
    ['token_name', asked.tokenName, build.tokenName, 'token'],
    ...decimals,
    ['receive_value.decimals', route.destinationToken.decimals, build.receive.decimals, 'otherReceiveUnits'],
    ['gas_drop_value.decimals', NATIVE_DECIMALS, build.gasDrop?.decimals ?? NATIVE_DECIMALS, 'otherUnits'],
  ];
}

function compareSums(asked: Asked, build: Build, route: PinnedRoute): Comparison[] {
  const gasFee = build.gasFee.amount;
  const send = asked.includesGasFee ? asked.amount : asked.amount + gasFee;
  const net = send - gasFee - build.bridgeFee.amount;
  const receive = convertRoundingDown(
    { amount: net, decimals: route.originToken.decimals },
    route.destinationToken.decimals,
  );
  return [
    ['input_value', asked.amount, build.input.amount, 'typedAmount'],
    ['send_value', send, build.send.amount, 'sentAmount'],
    ['receive_value', receive, build.receive.amount, 'receivedAmount'],
    ['gas_drop_value', asked.gasDrop ?? 0n, build.gasDrop?.amount ?? 0n, 'gasDrop'],
    ...compareExactReceive(asked, build),
  ];
}

function compareExactReceive({ exactReceive = null }: Asked, { receive }: Build): Comparison[] {
  return exactReceive === null ? [] : [['receive_value.exact', exactReceive, receive.amount, 'receivedAmount']];
}

/** The service knows better than the configuration which tokens need a reset. The app signs its own bytes anyway. */
function compareReset(asked: Asked, { approvalReset }: Build, route: PinnedRoute): Comparison[] {
  if (!approvalReset) return [];
  const meaning = 'approvalReset';
  const { address } = route.originToken;
  // A native token has no approval, and a call to the zero address would only cost gas.
  if (isNativeToken(address)) return [['approve_reset_body', 'null', approvalReset.data, meaning]];
  return [
    ['approve_reset_body.from', asked.account, approvalReset.from, meaning],
    ['approve_reset_body.to', address, approvalReset.to, meaning],
    ['approve_reset_body.value', 0n, approvalReset.value, meaning],
    ['approve_reset_body.data', encodeApproval(route.origin.depositContract, 0n), approvalReset.data, meaning],
  ];
}

function compareTransaction(expected: UnsignedTransaction, actual: UnsignedTransaction): Comparison[] {
  return [
    ['transfer_body.from', expected.from, actual.from, 'sender'],
    ['transfer_body.to', expected.to, actual.to, 'contract'],
    ['transfer_body.value', expected.value, actual.value, 'nativeAmount'],
    ['transfer_body.data', expected.data, actual.data, 'call'],
  ];
}

/** The deposit as encoded by the caller, which the build must equal byte for byte. */
export function expectedDeposit(
  asked: Pick<Asked, 'account' | 'recipient' | 'gasDrop' | 'channel'>,
  route: Omit<PinnedRoute, 'destinationToken'>,
  send: bigint,
): UnsignedTransaction {
  const token = route.originToken.address;
  return {
    from: asked.account,
    to: route.origin.depositContract,
    data: encodeDeposit({
      recipient: asked.recipient,
      gasDrop: asked.gasDrop,
      token,
      maker: route.origin.vault,
      amount: send,
      destinationChainId: route.destination.id,
      channel: asked.channel,
    }),
    value: isNativeToken(token) ? send : 0n,
  };
}

/** The caller's limits. The sums hold for any fee. */
function exceededLimits({ leastReceive = 1n, mostSend }: Asked, { send, receive }: Build): readonly Mismatch[] {
  const mismatches: Mismatch[] = [];
  if (mostSend !== undefined && send.amount > mostSend) {
    const [expected, actual] = [`<=${mostSend}`, `${send.amount}`];
    mismatches.push({ field: 'send_value', expected, actual, meaning: 'sentAmount' });
  }
  if (receive.amount < leastReceive || receive.amount === 0n) {
    const expected = receive.amount > 0n ? `>=${leastReceive}` : '>0';
    const meaning = receive.amount > 0n ? 'receivedAmount' : 'nothingReceived';
    mismatches.push({ field: 'receive_value', expected, actual: `${receive.amount}`, meaning });
  }
  return mismatches;
}

/**
 * Compares a build with the request and the pinned route. The caller encodes the deposit itself and requires equal
 * bytes: that covers recipient, gas on arrival, maker, token, amount, destination and trailing bytes. It also checks
 * the sums: the network fee includes the price of the gas on arrival. It ignores the build's approval, because it
 * encodes its own. A reset of the approval must be exactly that.
 */
export function findMismatches(asked: Asked, build: Build, route: PinnedRoute): readonly Mismatch[] {
  const differing = mismatchesOf([
    ...compareLabels(asked, build, route),
    ...compareSums(asked, build, route),
    ...compareTransaction(expectedDeposit(asked, route, build.send.amount), build.transfer),
    ...compareReset(asked, build, route),
  ]);
  return [...differing, ...exceededLimits(asked, build)];
}
