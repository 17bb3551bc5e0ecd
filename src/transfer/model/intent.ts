import type { Address } from 'viem';
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
};

export function toBuildRequest(intent: Intent, route: Route): BuildRequest {
  return {
    channel: 0n,
    sender: intent.account,
    recipient: intent.recipient,
    originChainName: route.origin.name,
    destinationChainName: route.destination.name,
    tokenName: intent.tokenName,
    amountText: intent.amountText,
    includesGasFee: intent.includesGasFee,
    gasDropText: '',
  };
}
