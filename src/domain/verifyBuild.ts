import type { Address } from 'viem';
import { isNativeToken, isSameAddress } from '#shared/address.ts';
import { convertRoundingDown } from '#shared/amount.ts';
import type { Build, UnsignedTransaction } from '#shared/wire/build.ts';
import { encodeDeposit } from './depositEncoder.ts';
import type { Intent } from './intent.ts';
import type { Route } from './registry.ts';

declare const verified: unique symbol;

/** A deposit that does what its intent says. Made by `verifyBuild` and nothing else; the wallet code takes nothing else. */
export type VerifiedBuild = {
  readonly [verified]: true;
  readonly intent: Intent;
  readonly route: Route;
  readonly deposit: UnsignedTransaction;
  readonly maker: Address;
  /** What leaves the wallet and what arrives, in the decimals of the token on each side. */
  readonly send: bigint;
  readonly receive: bigint;
  readonly bridgeFee: bigint;
  readonly gasFee: bigint;
  readonly min: bigint;
  readonly max: bigint;
};

/** One thing that is not as asked: the field, both values, and what it would mean to sign it. */
export type Mismatch = {
  readonly field: string;
  readonly expected: string;
  readonly actual: string;
  readonly meaning: string;
};

export type VerifyResult =
  | { readonly ok: true; readonly build: VerifiedBuild }
  | { readonly ok: false; readonly mismatches: readonly Mismatch[] };

type Check = readonly [
  field: string,
  expected: bigint | string | number,
  actual: bigint | string | number,
  meaning: string,
];

function mismatchesOf(checks: readonly Check[]): Mismatch[] {
  return checks
    .filter(([, expected, actual]) => expected !== actual)
    .map(([field, expected, actual, meaning]) => ({ field, expected: `${expected}`, actual: `${actual}`, meaning }));
}

function labelChecks(build: Build, route: Route): Check[] {
  const origin = route.originToken.decimals;
  const decimals: Check[] = Object.entries({
    'bridge_fee.decimals': build.bridgeFee,
    'gas_fee.decimals': build.gasFee,
    'input_value.decimals': build.input,
    'min_value.decimals': build.min,
    'max_value.decimals': build.max,
    'send_value.decimals': build.send,
  }).map(([field, value]) => [field, origin, value.decimals, 'the amount is counted in other units than the token']);
  return [
    ['from_chain_name', route.origin.name, build.originChainName, 'the transfer would start on another chain'],
    ['to_chain_name', route.destination.name, build.destinationChainName, 'the transfer would go to another chain'],
    ['token_name', route.pair.tokenName, build.tokenName, 'another token would be moved'],
    ...decimals,
    [
      'receive_value.decimals',
      route.destinationToken.decimals,
      build.receive.decimals,
      'the amount that arrives is counted in other units than the token',
    ],
  ];
}

function sumChecks(intent: Intent, build: Build, route: Route): Check[] {
  const gasFee = build.gasFee.amount;
  const send = intent.includesGasFee ? intent.amount : intent.amount + gasFee;
  const net = send - gasFee - build.bridgeFee.amount;
  const receive = convertRoundingDown(
    { amount: net, decimals: route.originToken.decimals },
    route.destinationToken.decimals,
  );
  return [
    ['input_value', intent.amount, build.input.amount, 'another amount than the one typed'],
    ['send_value', send, build.send.amount, 'another amount would leave your wallet than you typed and were told'],
    ['receive_value', receive, build.receive.amount, 'what arrives is not what is sent less the stated fees'],
  ];
}

function transactionChecks(expected: UnsignedTransaction, actual: UnsignedTransaction): Check[] {
  return [
    ['transfer_body.from', expected.from, actual.from, 'another account would pay'],
    ['transfer_body.to', expected.to, actual.to, 'the money would go to a contract that is not the bridge'],
    ['transfer_body.value', expected.value, actual.value, 'the wallet would send another amount of the native token'],
    [
      'transfer_body.data',
      expected.data,
      actual.data,
      'the call names another recipient, maker, token, amount or chain',
    ],
  ];
}

function expectedDeposit(intent: Intent, route: Route, call: { maker: Address; send: bigint }): UnsignedTransaction {
  const token = route.originToken.address;
  return {
    from: intent.account,
    to: route.origin.depositContract,
    data: encodeDeposit({
      recipient: intent.recipient,
      token,
      maker: call.maker,
      amount: call.send,
      destinationChainId: route.destination.id,
    }),
    value: isNativeToken(token) ? call.send : 0n,
  };
}

/**
 * Holds a build against what was asked and what is pinned: the deposit's bytes are made anew and must be equal, so
 * that recipient, maker, token, amount, destination and trailing bytes are all covered; the sums are added up again.
 * Approvals in the build are not looked at: the app makes its own.
 */
export function verifyBuild(intent: Intent, build: Build, route: Route): VerifyResult {
  const mine = route.origin.makers.map((maker) => ({
    maker,
    deposit: expectedDeposit(intent, route, { maker, send: build.send.amount }),
  }));
  const match = mine.find(({ deposit }) => deposit.data === build.transfer.data) ?? mine[0];
  if (!match) throw new Error(`no maker is pinned for ${route.origin.name}`);
  const mismatches = mismatchesOf([
    ...labelChecks(build, route),
    ...sumChecks(intent, build, route),
    ...transactionChecks(match.deposit, build.transfer),
  ]);
  if (build.receive.amount <= 0n) {
    mismatches.push({ field: 'receive_value', expected: 'more than 0', actual: '0', meaning: 'nothing would arrive' });
  }
  if (!isSameAddress(build.transfer.from, intent.account) || mismatches.length > 0) return { ok: false, mismatches };
  return { ok: true, build: brand(intent, build, { route, ...match }) };
}

type Matched = { readonly route: Route; readonly maker: Address; readonly deposit: UnsignedTransaction };

function brand(intent: Intent, build: Build, { route, maker, deposit }: Matched): VerifiedBuild {
  const content: Omit<VerifiedBuild, typeof verified> = {
    intent,
    route,
    maker,
    deposit,
    send: build.send.amount,
    receive: build.receive.amount,
    bridgeFee: build.bridgeFee.amount,
    gasFee: build.gasFee.amount,
    min: build.min.amount,
    max: build.max.amount,
  };
  return content as VerifiedBuild;
}
