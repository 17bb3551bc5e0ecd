import type { Maintenance } from '../config/installationConfig.ts';

/** What closes a route. */
export type Closure = Maintenance;

/** The names of a route, or those in the terms of a transfer. */
export type ClosableRoute = {
  readonly pair: { readonly tokenName: string };
  readonly origin: { readonly name: string };
  readonly destination: { readonly name: string };
};

export const closesAll = ({ chains, routes }: Maintenance): boolean => !chains && !routes;

/** The maintenance that closes a route; null for an open one. */
export function closureOf(
  { pair, origin, destination }: ClosableRoute,
  entries: readonly Maintenance[],
): Maintenance | null {
  const closes = (entry: Maintenance) =>
    closesAll(entry) ||
    entry.chains?.some((name) => name === origin.name || name === destination.name) ||
    entry.routes?.some(
      ({ from, to, token = pair.tokenName }) =>
        from === origin.name && to === destination.name && token === pair.tokenName,
    );
  return entries.find(closes) ?? null;
}
