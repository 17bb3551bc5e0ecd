import type { Address } from 'viem';
import type { Category } from '#shared/wire/pairs.ts';

/** Deposits worth more than `above`, scaled like every price, count only at this depth. */
export type ConfirmationTier = { readonly above: bigint; readonly confirmations: number };

/** A chain as the configuration describes it. */
export type Chain = {
  readonly name: string;
  readonly id: number;
  readonly category: Category;
  readonly enabled: boolean;
  readonly rpcUrls: readonly string[];
  readonly depositContract: Address;
  readonly payoutContract: Address;
  /** The account that deposits pay, and that pays out on this chain. */
  readonly maker: Address;
  readonly startBlock: bigint;
  /** Depth at which a deposit is accepted; 1 is a deposit in the newest block. */
  readonly confirmations: number;
  /** By rising value and depth, on top of `confirmations`. */
  readonly confirmationTiers: readonly ConfirmationTier[];
  /** Depth at which a deposit counts as final, whatever it is worth. */
  readonly finality: number;
  /**
   * The most that may be paid of deposits on this chain that are not final, scaled like every price; null without a limit.
   */
  readonly exposureCap: bigint | null;
  /** A deposit that is worth more is paid only where two RPCs have it, scaled like every price; null: one is enough. */
  readonly secondRpcAbove: bigint | null;
  readonly payoutConfirmations: number;
  readonly reorgWindow: number;
  readonly blockRange: number;
  readonly pollIntervalMs: number;
  /** How often blocks are read a second time. */
  readonly rescanIntervalMs: number;
  /** Price of the native token in the configuration's currency, scaled like every price. */
  readonly nativePrice: bigint;
  /** In wei: no transaction is signed for more. */
  readonly maxGasPrice: bigint;
};

/** A token on one chain. */
export type Deployment = { readonly address: Address; readonly decimals: number };

export type Token = {
  readonly name: string;
  readonly price: bigint;
  /** By the chain's name. */
  readonly deployments: ReadonlyMap<string, Deployment>;
};

/** One token from one chain to another. `min`, `max` and `feeFloor` count in the origin token's base units. */
export type Route = {
  readonly id: string;
  readonly token: Token;
  readonly origin: Chain;
  readonly destination: Chain;
  readonly originToken: Deployment;
  readonly destinationToken: Deployment;
  readonly min: bigint;
  readonly max: bigint;
  readonly feeBps: bigint;
  readonly feeFloor: bigint;
  readonly payoutGas: bigint;
};

/** Everything that an installation serves. */
export type Catalog = {
  readonly chains: readonly Chain[];
  readonly tokens: readonly Token[];
  readonly routes: readonly Route[];
  readonly quoteValiditySeconds: number;
  readonly feeEpochSeconds: number;
  /** Gas that a refund is charged for, on whichever chain it is made. */
  readonly refundGas: bigint;
};

export type TokenDecimals = { readonly origin: number; readonly destination: number };

/** A token of the catalog as it stands on one chain. */
export type PinnedToken = { readonly token: Token; readonly deployment: Deployment };

export function isOpen(route: Route): boolean {
  return route.origin.enabled && route.destination.enabled;
}

export function findChain(catalog: Catalog, name: string): Chain | undefined {
  return catalog.chains.find((chain) => chain.name === name);
}

export function findChainById(catalog: Catalog, id: bigint): Chain | undefined {
  return catalog.chains.find((chain) => BigInt(chain.id) === id);
}

/** Looks a token up by its pinned address: neither name nor symbol is ever read from a chain. */
export function findPinnedToken(catalog: Catalog, chain: Chain, address: Address): PinnedToken | undefined {
  for (const token of catalog.tokens) {
    const deployment = token.deployments.get(chain.name);
    if (deployment?.address === address) return { token, deployment };
  }
  return undefined;
}

/** The decimals that a route's amounts are counted in. */
export function routeDecimals({ originToken, destinationToken }: Route): TokenDecimals {
  return { origin: originToken.decimals, destination: destinationToken.decimals };
}

export function findRoute(
  catalog: Catalog,
  { token, origin, destination }: { readonly token: Token; readonly origin: Chain; readonly destination: Chain },
): Route | undefined {
  return catalog.routes.find(
    (route) =>
      route.token.name === token.name && route.origin.id === origin.id && route.destination.id === destination.id,
  );
}

export function routeId(tokenName: string, originId: number, destinationId: number): string {
  return `${tokenName}:${originId}:${destinationId}`;
}

/** The addresses on a chain to which a payout would be lost or go round in a circle. */
export function internalAddresses(catalog: Catalog, chain: Chain): readonly Address[] {
  const tokens = catalog.tokens.flatMap((token) => token.deployments.get(chain.name)?.address ?? []);
  return [chain.depositContract, chain.payoutContract, chain.maker, ...tokens];
}
