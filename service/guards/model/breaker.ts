import type { Address } from 'viem';
import { formatAmount } from '#shared/amount.ts';
import type { BreakerBounds, Catalog, ChainName } from '../../boot/model/catalog.ts';
import { findPinnedToken } from '../../boot/model/catalog.ts';
import { PRICE_DECIMALS } from '../../quotes/model/price.ts';
import type { TokenAmount } from './exposure.ts';
import { totalValue } from './exposure.ts';

export const DIRECTIONS = ['in', 'out'] as const;
export type Direction = (typeof DIRECTIONS)[number];

/** What a chain's events show about a token in a window. */
export type Flow = TokenAmount & { readonly chainId: number; readonly direction: Direction };

/** The value of `unit` base units of a token on a chain, scaled like every price. */
export type UnitPrice = {
  readonly chainId: number;
  readonly token: Address;
  readonly price: bigint;
  readonly unit: bigint;
};

/** The chains whose tokens have prices. A chain can be closed while its payments are still in the window. */
const listPriced = ({ chains, closedChains }: Catalog): readonly ChainName[] => [...chains, ...closedChains];

export function listUnitPrices(catalog: Catalog): readonly UnitPrice[] {
  const { tokens } = catalog;
  return listPriced(catalog).flatMap(({ id: chainId, name }) =>
    tokens.flatMap(({ price, deployments }) => {
      const deployment = deployments.get(name);
      return deployment
        ? [{ chainId, token: deployment.address, price, unit: 10n ** BigInt(deployment.decimals) }]
        : [];
    }),
  );
}

function flowsOf(flows: readonly Flow[], { id }: ChainName, direction: Direction): readonly Flow[] {
  return flows.filter((flow) => flow.chainId === id && flow.direction === direction);
}

function sum(values: readonly (bigint | null)[]): bigint | null {
  return values.reduce((total, value) => (total === null || value === null ? null : total + value), 0n);
}

/** The value that left a chain's vaults; null if one of its tokens has no price, because it can be worth anything. */
function outflowOf(catalog: Catalog, chain: ChainName, flows: readonly Flow[]): bigint | null {
  return totalValue(catalog, chain, flowsOf(flows, chain, 'out'));
}

/** The value that came in. A token without a price counts as nothing: its deposits back no payment. */
function inflowOf(catalog: Catalog, chain: ChainName, flows: readonly Flow[]): bigint {
  const priced = flowsOf(flows, chain, 'in').filter(({ token }) => findPinnedToken(catalog, chain, token));
  return totalValue(catalog, chain, priced) ?? 0n;
}

/** The value that came in and left, over all chains. */
export function totalFlows(
  catalog: Catalog,
  flows: readonly Flow[],
): { readonly inflow: bigint; readonly outflow: bigint | null } {
  const chains = listPriced(catalog);
  const known = new Set(chains.map(({ id }) => id));
  // A removed chain has no prices.
  const hasUnknown = flows.some(({ chainId, direction }) => direction === 'out' && !known.has(chainId));
  return {
    inflow: chains.reduce((total, chain) => total + inflowOf(catalog, chain, flows), 0n),
    outflow: hasUnknown ? null : sum(chains.map((chain) => outflowOf(catalog, chain, flows))),
  };
}

function show(value: bigint | null): string {
  return value === null ? 'an unknown value' : formatAmount({ amount: value, decimals: PRICE_DECIMALS });
}

/** What was read about a window. */
type Readings = {
  readonly flows: readonly Flow[];
  /** The value of the payments that their deposits don't cover; null if unknown. */
  readonly uncovered: bigint | null;
};

/** What exceeds the limit, as a clause, if a window's flows require a stop; otherwise null. */
export function findTrip(
  catalog: Catalog,
  { windowSeconds, maxNetOutflow }: BreakerBounds,
  { flows, uncovered }: Readings,
): string | null {
  if (uncovered !== null && uncovered <= maxNetOutflow) return null;
  const { outflow } = totalFlows(catalog, flows);
  const facts = `in ${windowSeconds} s the vaults paid ${show(outflow)}, ${show(uncovered)} of it without deposits`;
  return `${facts}; maxNetOutflow is ${show(maxNetOutflow)}`;
}
