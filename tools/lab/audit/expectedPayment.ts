import type { Address, Hash } from 'viem';

// The auditor derives every payment from the installation's configuration. It shares no code with the service, so a mistake in
// the service's rules cannot repeat itself here.

/** A deposit event, read from its origin chain. */
export type ObservedDeposit = {
  readonly id: Hash;
  readonly chainId: number;
  readonly transactionHash: Hash;
  readonly depositor: Address;
  readonly token: Address;
  readonly target: string;
  readonly amount: bigint;
  readonly destination: bigint;
};

export type RouteTerms = {
  readonly originId: number;
  readonly destinationId: number;
  readonly originToken: Address;
  readonly originDecimals: number;
  readonly destinationToken: Address;
  readonly destinationDecimals: number;
  readonly min: bigint;
  readonly max: bigint;
  readonly feeBps: bigint;
  readonly feeFloor: bigint;
  /** The network fee that the service quoted for this route, in the origin token's base units. */
  readonly gasFee: bigint;
  /** The most native tokens that a payout brings for gas, in wei; 0 if none. */
  readonly maxGasDrop: bigint;
  /** What the service charges for one native token of a gas drop, in the origin token's base units. */
  readonly nativePrice: bigint;
};

/** The one payment that a deposit must lead to. */
export type ExpectedPayment =
  | {
      readonly kind: 'payout';
      readonly chainId: number;
      readonly to: Address;
      readonly token: Address;
      /** The highest acceptable amount. */
      readonly amount: bigint;
      /** The lowest acceptable amount; below `amount` only while the terms change. */
      readonly atLeast: bigint;
      /** The native tokens that the recipient gets in the same transaction, in wei. */
      readonly gasDrop: bigint;
    }
  /** The deposit minus the network fee of the refund: above zero, and at most the deposit. It brings no gas drop. */
  | {
      readonly kind: 'refund';
      readonly chainId: number;
      readonly to: Address;
      readonly token: Address;
      readonly atMost: bigint;
    };

type ParsedTarget = { readonly recipient: Address; readonly gasDrop: bigint };

const LONGEST_TARGET = 64;

/** @returns null unless the target is an address, or an address with a gas drop */
function parseTarget(target: string): ParsedTarget | null {
  const [, address, wei = '0'] = /^(0x[0-9a-fA-F]{40}|0X[0-9A-F]{40})(?:\+gas:([1-9]\d*))?$/.exec(target) ?? [];
  if (!address || target.length > LONGEST_TARGET) return null;
  return { recipient: `0x${address.slice(2)}`, gasDrop: BigInt(wei) };
}

/** What a payout's gas and its gas drop cost. A gas drop needs half as much gas again. */
function calculateNetworkFee({ gasFee, nativePrice }: RouteTerms, gasDrop: bigint): bigint {
  if (gasDrop === 0n) return gasFee;
  return gasFee + (gasFee + 1n) / 2n + (gasDrop * nativePrice + 10n ** 18n - 1n) / 10n ** 18n;
}

/** @returns the amount to pay out, or null when the route does not accept the deposited amount or the gas drop */
function calculateReceiveAmount(terms: RouteTerms, amount: bigint, gasDrop: bigint): bigint | null {
  if (gasDrop > terms.maxGasDrop) return null;
  const afterGas = amount - calculateNetworkFee(terms, gasDrop);
  if (afterGas < terms.min || afterGas > terms.max) return null;
  const share = (afterGas * terms.feeBps + 9999n) / 10_000n;
  const net = afterGas - (share < terms.feeFloor ? terms.feeFloor : share);
  if (net <= 0n) return null;
  const shift = terms.destinationDecimals - terms.originDecimals;
  const receive = shift < 0 ? net / 10n ** BigInt(-shift) : net * 10n ** BigInt(shift);
  return receive > 0n ? receive : null;
}

export function deriveExpectedPayment(routes: readonly RouteTerms[], deposit: ObservedDeposit): ExpectedPayment {
  const route = routes.find(
    ({ originId, destinationId, originToken }) =>
      originId === deposit.chainId &&
      BigInt(destinationId) === deposit.destination &&
      originToken.toLowerCase() === deposit.token.toLowerCase(),
  );
  const target = parseTarget(deposit.target);
  const amount = route && target ? calculateReceiveAmount(route, deposit.amount, target.gasDrop) : null;
  if (!route || !target || amount === null) {
    const { chainId, depositor: to, token, amount: atMost } = deposit;
    return { kind: 'refund', chainId, to, token, atMost };
  }
  return {
    kind: 'payout',
    chainId: route.destinationId,
    to: target.recipient,
    token: route.destinationToken,
    amount,
    atLeast: amount,
    gasDrop: target.gasDrop,
  };
}
