import type { Address, Hash } from 'viem';

// What a deposit leads to, worked out again from the installation's configuration: nothing of the service's own rules is used
// here, so that a mistake in them is not made twice.

/** A deposit as its origin chain tells it. */
export type SeenDeposit = {
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
  /** What was quoted to the users of this route, in the origin token's base units. */
  readonly gasFee: bigint;
};

/** What the deposit's owner was promised. */
export type Expectation =
  | {
      readonly kind: 'payout';
      readonly chainId: number;
      readonly to: Address;
      readonly token: Address;
      readonly amount: bigint;
    }
  /** The deposit less the gas of its refund: not more than the deposit, and not nothing. */
  | {
      readonly kind: 'refund';
      readonly chainId: number;
      readonly to: Address;
      readonly token: Address;
      readonly atMost: bigint;
    };

function receiveOf(terms: RouteTerms, amount: bigint): bigint | null {
  const afterGas = amount - terms.gasFee;
  if (afterGas < terms.min || afterGas > terms.max) return null;
  const share = (afterGas * terms.feeBps + 9999n) / 10_000n;
  const net = afterGas - (share < terms.feeFloor ? terms.feeFloor : share);
  if (net <= 0n) return null;
  const shift = terms.destinationDecimals - terms.originDecimals;
  const receive = shift < 0 ? net / 10n ** BigInt(-shift) : net * 10n ** BigInt(shift);
  return receive > 0n ? receive : null;
}

export function expect(routes: readonly RouteTerms[], deposit: SeenDeposit): Expectation {
  const route = routes.find(
    ({ originId, destinationId, originToken }) =>
      originId === deposit.chainId &&
      BigInt(destinationId) === deposit.destination &&
      originToken.toLowerCase() === deposit.token.toLowerCase(),
  );
  const receive = route && /^0x[0-9a-fA-F]{40}$/.test(deposit.target) ? receiveOf(route, deposit.amount) : null;
  if (!route || receive === null) {
    const { chainId, depositor: to, token, amount: atMost } = deposit;
    return { kind: 'refund', chainId, to, token, atMost };
  }
  return {
    kind: 'payout',
    chainId: route.destinationId,
    to: `0x${deposit.target.slice(2)}`,
    token: route.destinationToken,
    amount: receive,
  };
}
