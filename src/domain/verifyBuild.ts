import type { Address } from 'viem';
import { isNativeToken, isSameAddress } from '#shared/address.ts';
import { convertRoundingDown } from '#shared/amount.ts';
import type { Build, UnsignedTransaction } from '#shared/wire/build.ts';
import { encodeApproval, encodeDeposit } from './depositEncoder.ts';
import type { Intent } from './intent.ts';
import type { Route } from './registry.ts';

declare const verified: unique symbol;

/** A deposit that matches its intent. Only `verifyBuild` creates one, and the wallet signs nothing else. */
export type VerifiedBuild = {
  readonly [verified]: true;
  readonly intent: Intent;
  readonly route: Route;
  readonly deposit: UnsignedTransaction;
  readonly maker: Address;
  /** Base units of the origin token (`send`) and of the destination token (`receive`). */
  readonly send: bigint;
  readonly receive: bigint;
  readonly bridgeFee: bigint;
  readonly gasFee: bigint;
  readonly min: bigint;
  readonly max: bigint;
  /** Whether the token refuses to change an allowance that is not zero. */
  readonly resetsAllowance: boolean;
  /** Until when the service honours the quote, by its clock; null where it does not say. */
  readonly validUntilMs: number | null;
};

/** What signing a build with a wrong field would do. */
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

export type VerifyResult =
  | { readonly ok: true; readonly build: VerifiedBuild }
  | { readonly ok: false; readonly mismatches: readonly Mismatch[] };

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

function compareLabels(build: Build, route: Route): Comparison[] {
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
    ['token_name', route.pair.tokenName, build.tokenName, 'token'],
    ...decimals,
    ['receive_value.decimals', route.destinationToken.decimals, build.receive.decimals, 'otherReceiveUnits'],
  ];
}

function compareSums(intent: Intent, build: Build, route: Route): Comparison[] {
  const gasFee = build.gasFee.amount;
  const send = intent.includesGasFee ? intent.amount : intent.amount + gasFee;
  const net = send - gasFee - build.bridgeFee.amount;
  const receive = convertRoundingDown(
    { amount: net, decimals: route.originToken.decimals },
    route.destinationToken.decimals,
  );
  return [
    ['input_value', intent.amount, build.input.amount, 'typedAmount'],
    ['send_value', send, build.send.amount, 'sentAmount'],
    ['receive_value', receive, build.receive.amount, 'receivedAmount'],
    ...compareExactReceive(intent, build),
  ];
}

function compareExactReceive({ exactReceive }: Intent, { receive }: Build): Comparison[] {
  return exactReceive === null ? [] : [['receive_value.exact', exactReceive, receive.amount, 'receivedAmount']];
}

/** The service knows better than the configuration which tokens need a reset. The app signs its own bytes all the same. */
function compareReset(intent: Intent, { approvalReset }: Build, route: Route): Comparison[] {
  if (!approvalReset) return [];
  const meaning = 'approvalReset';
  const { address } = route.originToken;
  const data = isNativeToken(address) ? '0x' : encodeApproval(route.origin.depositContract, 0n);
  return [
    ['approve_reset_body.from', intent.account, approvalReset.from, meaning],
    ['approve_reset_body.to', address, approvalReset.to, meaning],
    ['approve_reset_body.value', 0n, approvalReset.value, meaning],
    ['approve_reset_body.data', data, approvalReset.data, meaning],
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

function expectedDeposit(intent: Intent, route: Route, send: bigint): UnsignedTransaction {
  const token = route.originToken.address;
  return {
    from: intent.account,
    to: route.origin.depositContract,
    data: encodeDeposit({
      recipient: intent.recipient,
      token,
      maker: route.origin.vault,
      amount: send,
      destinationChainId: route.destination.id,
    }),
    value: isNativeToken(token) ? send : 0n,
  };
}

/**
 * Compares a build with the intent and the pinned route. The app encodes the deposit itself and requires equal bytes:
 * that covers the recipient, maker, token, amount, destination and any trailing bytes. It also adds up the sums again.
 * It ignores the approval in the build, because it encodes its own. A reset of the approval must be exactly that.
 */
export function verifyBuild(intent: Intent, build: Build, route: Route): VerifyResult {
  const deposit = expectedDeposit(intent, route, build.send.amount);
  const mismatches = mismatchesOf([
    ...compareLabels(build, route),
    ...compareSums(intent, build, route),
    ...compareTransaction(deposit, build.transfer),
    ...compareReset(intent, build, route),
  ]);
  if (build.receive.amount <= 0n) {
    mismatches.push({
      field: 'receive_value',
      expected: '>0',
      actual: '0',
      meaning: 'nothingReceived',
    });
  }
  if (!isSameAddress(build.transfer.from, intent.account) || mismatches.length > 0) return { ok: false, mismatches };
  return { ok: true, build: brand(intent, build, { route, deposit }) };
}

type Matched = { readonly route: Route; readonly deposit: UnsignedTransaction };

function brand(intent: Intent, build: Build, { route, deposit }: Matched): VerifiedBuild {
  const content: Omit<VerifiedBuild, typeof verified> = {
    intent,
    route,
    maker: route.origin.vault,
    deposit,
    send: build.send.amount,
    receive: build.receive.amount,
    bridgeFee: build.bridgeFee.amount,
    gasFee: build.gasFee.amount,
    min: build.min.amount,
    max: build.max.amount,
    resetsAllowance: route.originToken.resetsAllowance || build.approvalReset !== null,
    validUntilMs: build.validUntilMs,
  };
  return content as VerifiedBuild;
}
