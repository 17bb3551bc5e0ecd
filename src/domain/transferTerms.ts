import type { Address, Hex } from 'viem';

/** A token on the origin or on the destination chain. */
export type TransferSide = {
  readonly chainId: number;
  readonly chainName: string;
  readonly token: Address;
  readonly decimals: number;
};

/** The reviewed terms of a transfer. They never change once the person has confirmed them. */
export type TransferTerms = {
  readonly id: string;
  /** Milliseconds since 1970 by the clock of this device. */
  readonly createdAt: number;
  readonly account: Address;
  readonly recipient: Address;
  readonly tokenName: string;
  /** The typed amount in base units. Two transfers with the same one are duplicates. Null for a deposit that the app found on a chain. */
  readonly typed: bigint | null;
  /** Ids of the duplicates that had ended before the review, or that the person saw in the review and accepted. */
  readonly knownDuplicates: readonly string[];
  readonly origin: TransferSide;
  readonly destination: TransferSide;
  readonly send: bigint;
  /** The quoted amount; null for a deposit that the app found on a chain without its quote. */
  readonly receive: bigint | null;
  readonly deposit: { readonly to: Address; readonly data: Hex; readonly value: bigint };
  readonly maker: Address;
  readonly resetsAllowance: boolean;
  /** Until when the service honours the quote, by its clock; null where it does not say. */
  readonly validUntilMs: number | null;
  /** The median time of the route at the review, in seconds; null if the service did not state it. */
  readonly usualSeconds: number | null;
};
