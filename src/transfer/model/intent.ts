import type { Address } from 'viem';
import { formatAmount } from '#shared/amount.ts';
import type { BuildRequest } from '#shared/wire/build.ts';
import type { Route } from '../../config/registry.ts';

/** The transfer that the user asked for, complete and valid. The app compares every build with it. */
export type Intent = {
  readonly account: Address;
  readonly recipient: Address;
  readonly originChainId: number;
  readonly destinationChainId: number;
  readonly tokenName: string;
  /** The amount as a plain decimal. */
  readonly amountText: string;
  /** The same amount in the origin token's base units. */
  readonly amount: bigint;
  readonly includesGasFee: boolean;
  /**
   * The amount that must arrive, in the destination token's base units; null if the user typed the amount to send.
   * Until a build delivers it, `amount` is a first guess.
   */
  readonly exactReceive: bigint | null;
  /** The destination's native tokens that arrive with the payout, in wei; 0 for none. */
  readonly gasDrop: bigint;
};

export function toBuildRequest(intent: Intent, route: Route): BuildRequest {
  const { gasDrop } = intent;
  const { decimals } = route.destination.nativeCurrency;
  return {
    channel: 0n,
    sender: intent.account,
    recipient: intent.recipient,
    originChainName: route.origin.name,
    destinationChainName: route.destination.name,
    tokenName: intent.tokenName,
    amountText: intent.amountText,
    includesGasFee: intent.includesGasFee,
    gasDropText: gasDrop === 0n ? '' : formatAmount({ amount: gasDrop, decimals }),
  };
}
