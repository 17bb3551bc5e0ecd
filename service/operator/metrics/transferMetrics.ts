import type { Figures } from '../../db/figures.ts';
import { INCIDENT_KINDS } from '../../db/incidents.ts';
import type { Catalog } from '../../domain/catalog.ts';
import type { Want } from '../../domain/transferRecord.ts';
import { WANTS } from '../../domain/transferRecord.ts';
import { FINAL_STATES, TRANSFER_STATES } from '../../domain/transferState.ts';
import type { DatabaseMetric, Sample } from './databaseMetric.ts';
import { findRow, perChain } from './databaseMetric.ts';

function perOpenState({ open }: Figures, read: (row: Figures['open'][number]) => number): readonly Sample[] {
  return TRANSFER_STATES.filter((state) => !FINAL_STATES.has(state)).map((state) => {
    const row = open.find((one) => one.state === state);
    return { labels: { state }, value: row ? read(row) : 0 };
  });
}

function perWant(read: (want: Want) => number): readonly Sample[] {
  return WANTS.map((want) => ({ labels: { for: want }, value: read(want) }));
}

/** Metrics of transfers, their payments, pauses and incidents. */
export function createTransferMetrics(catalog: Catalog): readonly DatabaseMetric[] {
  return [
    {
      name: 'causeway_transfers',
      help: 'Transfers that are not delivered, refunded or closed, by state',
      labelNames: ['state'],
      read: (figures) => perOpenState(figures, ({ count }) => count),
    },
    {
      name: 'causeway_transfer_oldest_age_seconds',
      help: 'Time since the deposit of the oldest transfer in the state was first seen; 0 without such a transfer',
      labelNames: ['state'],
      read: (figures) => perOpenState(figures, ({ oldestAge }) => oldestAge),
    },
    {
      name: 'causeway_transfers_waiting',
      help: 'Due payments that wait for funds of the bridge, a lower gas price, or the screening',
      labelNames: ['for'],
      read: ({ waits }) => perWant((want) => waits.find(({ waitsFor }) => waitsFor === want)?.count ?? 0),
    },
    {
      name: 'causeway_transfers_waiting_age_seconds',
      help: 'Time for which the oldest of these payments has waited; 0 without one',
      labelNames: ['for'],
      read: ({ waits }) => perWant((want) => waits.find(({ waitsFor }) => waitsFor === want)?.oldestAge ?? 0),
    },
    {
      name: 'causeway_unsettled_sends',
      help: 'Nonces that are signed and have no final transaction yet',
      labelNames: ['chain'],
      read: ({ unsettled }) => perChain(catalog, (chain) => findRow(unsettled, chain)?.count ?? 0),
    },
    {
      name: 'causeway_sender_halted',
      help: '1 when the service signs and sends nothing on the chain until an operator runs unhalt',
      labelNames: ['chain'],
      read: ({ halted }) => perChain(catalog, (chain) => (findRow(halted, chain)?.halted ? 1 : 0)),
    },
    {
      name: 'causeway_paused',
      help: 'Number of pauses in force',
      labelNames: [],
      read: ({ pauses }) => [{ labels: {}, value: pauses }],
    },
    {
      name: 'causeway_incidents_total',
      help: 'Incidents (events that must never happen) since the database was created',
      labelNames: ['kind'],
      kind: 'counter',
      read: ({ incidents }) =>
        INCIDENT_KINDS.map((kind) => ({
          labels: { kind },
          value: incidents.find((row) => row.kind === kind)?.count ?? 0,
        })),
    },
  ];
}
