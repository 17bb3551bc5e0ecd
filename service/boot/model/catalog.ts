import type { Address } from 'viem';
import { isNativeToken } from '#shared/address.ts';
import type { Category } from '#shared/wire/pairs.ts';
import type { SweepRule } from '../../books/model/sweep.ts';
import type { Depth } from '../../chain/model/depth.ts';
import type { PriceFeed } from '../../quotes/model/priceFeed.ts';
import type { ChainFamily } from './chainFamily.ts';

/** When an operator's command needs another operator's approval. */
type ApprovalRule = {
  /** The value above which approval is needed, scaled like every price. */
  readonly above: bigint;
  /** How long a command waits for its approval. */
  readonly expiresSeconds: number;
};

/** When the service stops paying by itself. Values are scaled like every price. */
export type BreakerBounds = {
  readonly windowSeconds: number;
  /** The most by which payments may exceed deposits in the window, over all chains. */
  readonly maxNetOutflow: bigint;
  /** A chain's payments wait if its events were last read longer ago than this. */
  readonly maxReadAgeSeconds: number;
};

/** Where the service asks about the sender and the recipient before it pays. */
export type ScreeningRule = {
  /** The path of a file with addresses; null without one. */
  readonly listFile: string | null;
  readonly service: ScreeningService | null;
};

export type ScreeningService = {
  readonly url: string;
  /** The path of a file with the bearer token; null without one. */
  readonly tokenFile: string | null;
  readonly timeoutMs: number;
};

/** Deposits worth more than `above` (scaled like every price) must be this deep. */
export type ConfirmationTier = { readonly above: bigint; readonly confirmations: Depth };

/** A chain as configured. */
export type Chain = {
  readonly name: string;
  readonly id: number;
  readonly category: Category;
  readonly family: ChainFamily;
  /** Whether it takes new transfers. If not, its deposits are refunded. */
  readonly isOpen: boolean;
  readonly rpcUrls: readonly string[];
  /** WebSocket endpoints that announce new blocks. Nothing else is read from them. */
  readonly wsUrls: readonly string[];
  readonly depositContract: Address;
  /** Holds the funds: deposits go to it, and payouts and refunds leave it. The interface calls it maker. */
  readonly vault: Address;
  /** The account that signs payments and pays their gas. */
  readonly hotWallet: Address;
  /** The chain's Multicall3 contract, which only reads; null without one. */
  readonly multicall: Address | null;
  /** Vaults of earlier installations: deposits to them still count, and what they have paid is paid. */
  readonly retiredVaults: readonly Address[];
  /** Retired vaults whose deposits wait for the operator, because someone else may be able to take them. */
  readonly closedVaults: readonly Address[];
  /** Worthless tokens whose deposits the watcher drops. No token of the catalog is one. */
  readonly ignoredTokens: readonly Address[];
  readonly startBlock: bigint;
  /** How deep a deposit must be. A deposit in the newest block has 1 confirmation. */
  readonly confirmations: Depth;
  /** The confirmations of larger deposits, by increasing value and depth. */
  readonly confirmationTiers: readonly ConfirmationTier[];
  /** The depth at which a deposit of any value is final. */
  readonly finality: Depth;
  /** The cap on payments for this chain's deposits that aren't final, scaled like every price; null without a cap. */
  readonly exposureCap: bigint | null;
  /** Where the vault's owner sweeps whatever exceeds the floats; null without one. */
  readonly treasury: Address | null;
  /** How many providers must give the same answer. */
  readonly quorum: number;
  /** The age of the newest block above which the chain counts as unread. */
  readonly maxHeadAgeSeconds: number;
  /** The depth at which a payment is final. */
  readonly payoutConfirmations: Depth;
  readonly reorgWindow: number;
  readonly blockRange: number;
  readonly pollIntervalMs: number;
  /** The interval of the rescan of final blocks. */
  readonly rescanIntervalMs: number;
  /** The name of the native token. */
  readonly nativeToken: string;
  /** Price of the native token in the configuration's currency, scaled like every price. */
  readonly nativePrice: bigint;
  /** The highest gas price to sign, in wei. */
  readonly maxGasPrice: bigint;
  /** The most native tokens that a payout may bring for gas, in wei; 0 if none. */
  readonly maxGasDrop: bigint;
};

/** A token on one chain. */
export type Deployment = {
  readonly address: Address;
  readonly decimals: number;
  /** The service drops smaller deposits that no route accepts, see `isDust`. Absent means the gas of the refund. */
  readonly handlingMinimum?: bigint;
  /** Absent if nothing is swept. */
  readonly sweep?: SweepRule;
};

/** A price that follows a feed. */
export type LivePrice = {
  /** The price's time; null while it is the configured one. */
  asOf(): Date | null;
  /** Why the price must not be used for quotes, as a clause; null if it may. */
  findProblem(now: Date): string | null;
};

export type Token = {
  readonly name: string;
  readonly price: bigint;
  /** Null for a price that comes only from the configuration. */
  readonly feed: PriceFeed | null;
  /** For a token with a feed, in a running service. */
  readonly live?: LivePrice;
  /** By the chain's name. */
  readonly deployments: ReadonlyMap<string, Deployment>;
};

/** One token from one chain to another. `min`, `max`, `feeFloor` and `minFee` are in the origin token's base units. */
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
  /** The least that the bridge keeps of a deposit. A payout that would leave it less is held. */
  readonly minFee: bigint;
  /** The least that the bridge keeps for one native token of a gas drop, in the origin token's base units. */
  readonly gasDropFloor: bigint;
  /** The gas that a payout is charged for; null if the service measures it. */
  readonly payoutGas: bigint | null;
};

export type ChainName = Pick<Chain, 'id' | 'name'>;

/** The chains, tokens and routes of the service. */
export type Catalog = {
  readonly chains: readonly Chain[];
  /** Chains that the service doesn't read. Their tokens still have prices, for what their vaults have paid. */
  readonly closedChains: readonly ChainName[];
  readonly tokens: readonly Token[];
  readonly routes: readonly Route[];
  readonly quoteValiditySeconds: number;
  readonly feeEpochSeconds: number;
  /** The gas that a refund is charged for, on every chain; null if the service measures it. */
  readonly refundGas: bigint | null;
  /** The currency and day of the prices; null unless the configuration names both. Clients then get no prices. */
  readonly priceLabel: { readonly currency: string; readonly asOf: Date } | null;
  /** The day of the prices; null if the configuration doesn't state it. */
  readonly pricesAsOf: Date | null;
  /** Quotes stop once the prices are older than this. */
  readonly maxPriceAgeDays: number;
  /** After this many failed payments, a transfer is held. */
  readonly paymentTries: number;
  /** How long after its first delay a payout waits before its deposit is refunded instead (`isOverdue`). */
  readonly maxWaitSeconds: number;
  /** A payment waits while its gas costs more than this many times the charged network fee. */
  readonly maxGasFactor: bigint;
  /** Null if one operator may run every command alone. */
  readonly approval: ApprovalRule | null;
  /** Null without a circuit breaker. */
  readonly breaker: BreakerBounds | null;
  /** Null if no payment is screened. */
  readonly screening: ScreeningRule | null;
};

export type TokenDecimals = { readonly origin: number; readonly destination: number };

/** A token of the catalog and its deployment on one chain. */
export type PinnedToken = { readonly token: Token; readonly deployment: Deployment };

/** The native token of a chain. */
export function nativeTokenOf({ tokens }: Pick<Catalog, 'tokens'>, chain: Chain): Token | undefined {
  return tokens.find(({ name }) => name === chain.nativeToken);
}

export function isOpen(route: Route): boolean {
  return route.origin.isOpen && route.destination.isOpen;
}

/** Without a catalog there are none. */
export function listMainnets(catalog: Catalog | undefined): readonly Chain[] {
  return catalog?.chains.filter(({ category }) => category === 'Mainnet') ?? [];
}

export function findChain(catalog: Catalog, name: string): Chain | undefined {
  return catalog.chains.find((chain) => chain.name === name);
}

export function findChainById(catalog: Catalog, id: bigint): Chain | undefined {
  return catalog.chains.find((chain) => BigInt(chain.id) === id);
}

/** Finds a token by its configured address. The service never reads a name or symbol from a chain. */
export function findPinnedToken(catalog: Catalog, chain: ChainName, address: Address): PinnedToken | undefined {
  for (const token of catalog.tokens) {
    const deployment = token.deployments.get(chain.name);
    if (deployment?.address === address) return { token, deployment };
  }
  return undefined;
}

/** The configured tokens, each on its chains. */
export function listDeployed({ chains, tokens }: Pick<Catalog, 'chains' | 'tokens'>) {
  return chains.flatMap(({ id: chainId, name }) =>
    tokens.flatMap(({ deployments }) => {
      const deployment = deployments.get(name);
      return deployment ? [{ chainId, address: deployment.address }] : [];
    }),
  );
}

/** The most native tokens, in wei, that a payout in a token may bring for gas. A native token needs none. */
export function maxGasDropOf({ maxGasDrop }: Pick<Chain, 'maxGasDrop'>, token: Address): bigint {
  return isNativeToken(token) ? 0n : maxGasDrop;
}

/** The decimals of a route's token on both chains. */
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

/** The key of a route in the database. */
export function routeId(tokenName: string, originId: number, destinationId: number): string {
  return `${tokenName}:${originId}:${destinationId}`;
}

/** Whether a key belongs to a route of the token from the chain, even one that the configuration lacks. */
export function isRouteOf(id: string, tokenName: string, originId: number): boolean {
  const begin = routeId(tokenName, originId, 0).slice(0, -1);
  // A token's name can contain colons.
  return id.startsWith(begin) && /^\d+$/.test(id.slice(begin.length));
}

/** A chain's vaults, starting with the one that pays. */
export function vaultsOf({ vault, retiredVaults }: Pick<Chain, 'vault' | 'retiredVaults'>): readonly Address[] {
  return [vault, ...retiredVaults];
}

/** The bridge's addresses and the tokens on a chain: a payout to one would be lost or return to the bridge. */
export function internalAddresses(catalog: Pick<Catalog, 'tokens'>, chain: Chain): readonly Address[] {
  const tokens = catalog.tokens.flatMap((token) => token.deployments.get(chain.name)?.address ?? []);
  return [chain.depositContract, ...vaultsOf(chain), chain.hotWallet, ...tokens];
}
