import type { Banner, Maintenance } from '#shared/config/installationConfig.ts';

/** The operator's current notices. */
export type Notices = { readonly banner: Banner | null; readonly maintenance: readonly Maintenance[] };

type Settings = { readonly banner?: Banner | undefined; readonly maintenance?: readonly Maintenance[] | undefined };

const isOver = (notice: { readonly until?: number | undefined }, now: number) =>
  notice.until !== undefined && notice.until <= now;

/** The configured notices that have not ended. */
export function currentNotices({ banner, maintenance = [] }: Settings, now: number): Notices {
  return {
    banner: banner && !isOver(banner, now) ? banner : null,
    maintenance: maintenance.filter((entry) => !isOver(entry, now)),
  };
}

/** When the next notice ends; null if none does. */
export function nextEnd({ banner, maintenance }: Notices): number | null {
  const ends = [banner, ...maintenance].flatMap((notice) => notice?.until ?? []);
  return ends.length === 0 ? null : Math.min(...ends);
}

/** What closes a route. */
export type Closure = Maintenance;

/** The names in a route, or in a transfer's terms. */
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
