import type { Address } from 'viem';
import { formatAmount } from '#shared/amount.ts';
import type { BreakerBounds } from './breakerBounds.ts';
import type { Catalog, Chain } from './catalog.ts';
import { findPinnedToken } from './catalog.ts';
import type { TokenAmount } from './exposure.ts';
import { totalValue } from './exposure.ts';
import { chainSubject, EVERYTHING } from './pauses.ts';
import { PRICE_DECIMALS } from './price.ts';

export const DIRECTIONS = ['in', 'out'] as const;
export type Direction = (typeof DIRECTIONS)[number];

/** What the events of a chain show of a token in a window. */
export type Flow = TokenAmount & { readonly chainId: number; readonly direction: Direction };

/** What `unit` base units of a token on a chain are worth, scaled like every price. */
export type UnitPrice = {
  readonly chainId: number;
  readonly token: Address;
  readonly price: bigint;
  readonly unit: bigint;
};

export function listUnitPrices({ chains, tokens }: Catalog): readonly UnitPrice[] {
  return chains.flatMap(({ id: chainId, name }) =>
    tokens.flatMap(({ price, deployments }) => {
      const deployment = deployments.get(name);
      return deployment
        ? [{ chainId, token: deployment.address, price, unit: 10n ** BigInt(deployment.decimals) }]
        : [];
    }),
  );
}

/** A stop: the subject of the pause, and a clause that says what exceeded which bound. */
export type Trip = { readonly subject: string; readonly detail: string };

function flowsOf(flows: readonly Flow[], { id }: Chain, direction: Direction): readonly Flow[] {
  return flows.filter((flow) => flow.chainId === id && flow.direction === direction);
}

function sum(values: readonly (bigint | null)[]): bigint | null {
  return values.reduce((total, value) => (total === null || value === null ? null : total + value), 0n);
}

/** The value that left a chain's vaults; null when a token of it has no price, so that it can be worth anything. */
function outflowOf(catalog: Catalog, chain: Chain, flows: readonly Flow[]): bigint | null {
  return totalValue(catalog, chain, flowsOf(flows, chain, 'out'));
}

/** The value that came in. A token without a price counts as nothing: a deposit of it backs no payment. */
function inflowOf(catalog: Catalog, chain: Chain, flows: readonly Flow[]): bigint {
  const priced = flowsOf(flows, chain, 'in').filter(({ token }) => findPinnedToken(catalog, chain, token));
  return totalValue(catalog, chain, priced) ?? 0n;
}

/** The value that came in and left over all chains. */
export function totalFlows(
  catalog: Catalog,
  flows: readonly Flow[],
): { readonly inflow: bigint; readonly outflow: bigint | null } {
  const { chains } = catalog;
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

function findTotalTrip(catalog: Catalog, breaker: BreakerBounds, { flows, uncovered }: Readings): Trip | null {
  const { outflow } = totalFlows(catalog, flows);
  const { windowSeconds, maxNetOutflow, maxOutflow } = breaker;
  const facts = `in ${windowSeconds} s the vaults paid ${show(outflow)}`;
  if (maxNetOutflow !== null && (uncovered === null || uncovered > maxNetOutflow)) {
    const part = `${show(uncovered)} of it without deposits`;
    return { subject: EVERYTHING, detail: `${facts}, ${part}; maxNetOutflow is ${show(maxNetOutflow)}` };
  }
  if (maxOutflow !== null && (outflow === null || outflow > maxOutflow)) {
    return { subject: EVERYTHING, detail: `${facts}; maxOutflow is ${show(maxOutflow)}` };
  }
  return null;
}

function findChainTrip(
  catalog: Catalog,
  { windowSeconds }: BreakerBounds,
  { chain, flows }: { readonly chain: Chain; readonly flows: readonly Flow[] },
): Trip | null {
  const { id, maxOutflow, name } = chain;
  const outflow = outflowOf(catalog, chain, flows);
  if (maxOutflow === null || (outflow !== null && outflow <= maxOutflow)) return null;
  const facts = `in ${windowSeconds} s the vaults on ${name} paid ${show(outflow)}`;
  return { subject: chainSubject(id), detail: `${facts}; maxOutflow of the chain is ${show(maxOutflow)}` };
}

/** What was read for the pause of everything. */
type Readings = {
  readonly flows: readonly Flow[];
  /** The value of the payments that their deposits do not cover; null when it is unknown. */
  readonly uncovered: bigint | null;
};

/**
 * The stops that the flows of a window require.
 * @param ofChain the flows that count for the pause of a chain, by its subject
 */
export function findTrips(
  catalog: Catalog,
  breaker: BreakerBounds,
  {
    ofEverything,
    ofChain,
  }: { readonly ofEverything: Readings; readonly ofChain: ReadonlyMap<string, readonly Flow[]> },
): readonly Trip[] {
  const trips = [
    findTotalTrip(catalog, breaker, ofEverything),
    ...catalog.chains.map((chain) =>
      findChainTrip(catalog, breaker, { chain, flows: ofChain.get(chainSubject(chain.id)) ?? [] }),
    ),
  ];
  return trips.filter((trip) => trip !== null);
}
