import type { Clock } from '../../clock.ts';
import type { Catalog } from '../../domain/catalog.ts';
import type { DatabaseMetric } from './databaseMetric.ts';
import { findRow, perChain } from './databaseMetric.ts';

// An unread chain is infinitely old: an absent series would raise no alert.
function secondsSince(time: Date | null | undefined, now: Date): number {
  return time ? Math.max(0, now.getTime() - time.getTime()) / 1000 : Number.POSITIVE_INFINITY;
}

/** Metrics of how far and how recently each chain was read. */
export function createWatcherMetrics(catalog: Catalog, clock: Clock): readonly DatabaseMetric[] {
  return [
    {
      name: 'causeway_cursor_lag_blocks',
      help: 'Blocks that the watcher has seen and not read yet',
      labelNames: ['chain'],
      read: ({ chains }) => perChain(catalog, (chain) => findRow(chains, chain)?.lagBlocks ?? Number.POSITIVE_INFINITY),
    },
    {
      name: 'causeway_rescan_lag_blocks',
      help: 'Blocks that were read once and not yet a second time',
      labelNames: ['chain'],
      read: ({ chains }) => perChain(catalog, (chain) => findRow(chains, chain)?.rescanLagBlocks ?? 0),
    },
    {
      name: 'causeway_look_age_seconds',
      help: 'Time since the watcher last read the chain without an error; stored every 30 s',
      labelNames: ['chain'],
      read: ({ chains }) => {
        const now = clock.now();
        return perChain(catalog, (chain) => secondsSince(findRow(chains, chain)?.lookedAt, now));
      },
    },
  ];
}
