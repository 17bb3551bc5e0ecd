import type { Banner, Maintenance } from '../config/installationConfig.ts';

/** What the operator tells people at the moment. */
export type Notices = { readonly banner: Banner | null; readonly maintenance: readonly Maintenance[] };

type Settings = { readonly banner?: Banner | undefined; readonly maintenance?: readonly Maintenance[] | undefined };

const isOver = (notice: { readonly until?: number | undefined }, now: number) =>
  notice.until !== undefined && notice.until <= now;

/** The notices of the configuration that have not ended. */
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
