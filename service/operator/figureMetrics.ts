import type { Registry } from 'prom-client';
import { Counter, Gauge } from 'prom-client';
import type { Clock } from '../clock.ts';
import type { Figures } from '../db/figures.ts';
import { INCIDENT_KINDS } from '../db/incidents.ts';
import type { Catalog, Chain } from '../domain/catalog.ts';
import { TRANSFER_STATES } from '../domain/transferState.ts';
import type { Description, Labelled } from './description.ts';
import { perChain } from './description.ts';
import { describeFunds } from './fundsMetrics.ts';

/** Sets every metric that comes from the database, or takes them all away where it could not be asked. */
export type FigureMetrics = (figures: Figures | null) => void;

function describeTransfers({ open, tallies }: Figures): readonly Labelled[] {
  return TRANSFER_STATES.map((state) => {
    const finished = tallies.filter(({ kind, label }) => kind === 'transfer' && label === state);
    const value = open.find((row) => row.state === state)?.count ?? finished.reduce((sum, { count }) => sum + count, 0);
    return { labels: { state }, value };
  });
}

function describeAges({ open }: Figures): readonly Labelled[] {
  const states = TRANSFER_STATES.filter((state) => state !== 'delivered' && state !== 'refunded');
  return states.map((state) => ({
    labels: { state },
    value: open.find((row) => row.state === state)?.oldestAge ?? 0,
  }));
}

// What was never read is infinitely far behind: a missing value would not be noticed.
function ageOf(lookedAt: Date | null | undefined, now: Date): number {
  return lookedAt ? Math.max(0, now.getTime() - lookedAt.getTime()) / 1000 : Number.POSITIVE_INFINITY;
}

function describeAll(catalog: Catalog, clock: Clock): readonly Description[] {
  const ofChain = <Row extends { readonly chainId: number }>(rows: readonly Row[], { id }: Chain) =>
    rows.find(({ chainId }) => chainId === id);
  return [
    {
      name: 'causeway_transfers',
      help: 'Transfers by state; those that are final are counted over the life of the database',
      labelNames: ['state'],
      read: describeTransfers,
    },
    {
      name: 'causeway_transfer_oldest_age_seconds',
      help: 'Age of the oldest transfer in a state that is not final, since its deposit was first seen',
      labelNames: ['state'],
      read: describeAges,
    },
    {
      name: 'causeway_payment_attempts_total',
      help: 'Transactions ever signed for payments, replacements included',
      labelNames: ['chain'],
      kind: 'counter',
      read: ({ tallies }) =>
        perChain(catalog, ({ id }) =>
          tallies
            .filter(({ kind, label }) => kind === 'attempt' && label === String(id))
            .reduce((sum, { count }) => sum + count, 0),
        ),
    },
    {
      name: 'causeway_unsettled_sends',
      help: 'Nonces whose transaction is not final yet',
      labelNames: ['chain'],
      read: ({ unsettled }) => perChain(catalog, (chain) => ofChain(unsettled, chain)?.count ?? 0),
    },
    {
      name: 'causeway_sender_halted',
      help: '1 where payments on a chain are halted until a person has looked',
      labelNames: ['chain'],
      read: ({ halted }) => perChain(catalog, (chain) => (ofChain(halted, chain)?.halted ? 1 : 0)),
    },
    {
      name: 'causeway_paused',
      help: 'How many pauses of chains, pairs or everything are in force',
      labelNames: [],
      read: ({ pauses }) => [{ labels: {}, value: pauses }],
    },
    {
      name: 'causeway_incidents_total',
      help: 'What must never happen, over the life of the database',
      labelNames: ['kind'],
      kind: 'counter',
      read: ({ incidents }) =>
        INCIDENT_KINDS.map((kind) => ({
          labels: { kind },
          value: incidents.find((row) => row.kind === kind)?.count ?? 0,
        })),
    },
    {
      name: 'causeway_cursor_lag_blocks',
      help: 'Blocks between the newest that a watcher saw and the newest that was read in full',
      labelNames: ['chain'],
      read: ({ chains }) => perChain(catalog, (chain) => ofChain(chains, chain)?.lagBlocks ?? Number.POSITIVE_INFINITY),
    },
    {
      name: 'causeway_rescan_lag_blocks',
      help: 'Blocks between the newest that was read and the newest that was read a second time, far behind',
      labelNames: ['chain'],
      read: ({ chains }) => perChain(catalog, (chain) => ofChain(chains, chain)?.rescanLagBlocks ?? 0),
    },
    {
      name: 'causeway_look_age_seconds',
      help: 'How long ago a chain was last read without fault; noted every 30 s',
      labelNames: ['chain'],
      read: ({ chains }) => {
        const now = clock.now();
        return perChain(catalog, (chain) => ageOf(ofChain(chains, chain)?.lookedAt, now));
      },
    },
    ...describeFunds(catalog),
  ];
}

function register(registry: Registry, { name, help, labelNames, kind, read }: Description): FigureMetrics {
  const configuration = { name, help, labelNames: [...labelNames], registers: [registry] };
  const metric = kind === 'counter' ? new Counter(configuration) : new Gauge(configuration);
  return (figures) => {
    metric.reset();
    for (const { labels, value } of figures ? read(figures) : []) metric.inc({ ...labels }, value);
  };
}

/** Registers the metrics that come from the database. */
export function createFigureMetrics(registry: Registry, catalog: Catalog, clock: Clock): FigureMetrics {
  const metrics = describeAll(catalog, clock).map((description) => register(registry, description));
  return (figures) => {
    for (const set of metrics) set(figures);
  };
}
