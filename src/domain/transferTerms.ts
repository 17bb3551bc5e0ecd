import type { Address, Hex } from 'viem';
import type { ChainConfig, TokenConfig } from '../config/runtimeConfig.ts';
import type { VerifiedBuild } from './verifyBuild.ts';

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
  /** The typed amount in base units. Two transfers with the same one are duplicates. Null in transfers of version 1. */
  readonly typed: bigint | null;
  /** Ids of the duplicates that the person saw in the review and accepted. */
  readonly knownDuplicates: readonly string[];
  readonly origin: TransferSide;
  readonly destination: TransferSide;
  readonly send: bigint;
  readonly receive: bigint;
  readonly deposit: { readonly to: Address; readonly data: Hex; readonly value: bigint };
  readonly maker: Address;
  readonly resetsAllowance: boolean;
};

function sideOf(chain: ChainConfig, token: TokenConfig): TransferSide {
  return { chainId: chain.id, chainName: chain.name, token: token.address, decimals: token.decimals };
}

/** The terms that a verified build already fixes. */
export function reviewedTerms(build: VerifiedBuild): Omit<TransferTerms, 'id' | 'createdAt' | 'knownDuplicates'> {
  const { intent, route, send, receive, maker, deposit } = build;
  return {
    account: intent.account,
    recipient: intent.recipient,
    tokenName: intent.tokenName,
    typed: intent.amount,
    origin: sideOf(route.origin, route.originToken),
    destination: sideOf(route.destination, route.destinationToken),
    send,
    receive,
    deposit: { to: deposit.to, data: deposit.data, value: deposit.value },
    maker,
    resetsAllowance: route.originToken.resetsAllowance,
  };
}
