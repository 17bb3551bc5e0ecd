import { readIncidents } from '../../db/incidents.ts';
import type { Order } from '../../db/orders.ts';
import { readActions } from '../../db/orders.ts';
import type { Command } from '../command.ts';
import { describeChain } from '../findInCatalog.ts';
import { formatTable, formatTime } from '../format.ts';
import { expectArguments, parseCount, parseDuration } from '../parseArguments.ts';
import { nameSubjects } from './pauseSubject.ts';

const MAX_ROWS = 1000;

/** The typed name and the role that gave an order, and the role that approved it. */
export function describeAuthor({ who, role, approvedRole }: Order): string {
  return `${who} (${role})${approvedRole === null ? '' : `, approved by ${approvedRole}`}`;
}

export const incidentsCommand: Command = {
  name: 'incidents',
  usages: [''],
  summary: 'list incidents: events that must never happen',
  details: 'The runbook has the meaning of each kind, and the steps to take.',
  options: { since: { value: '<duration>', help: 'how far back, such as 30m, 24h or 7d (default: 24h)' } },
  isChange: false,
  parse: ({ args, options }) => {
    expectArguments(args, []);
    const since = options.since ?? '24h';
    const sinceMs = parseDuration('since', since);
    return async ({ catalog, database }) => {
      const incidents = await readIncidents(database, sinceMs);
      const rows = incidents.map(({ at, kind, chainId, transferId, detail }) => [
        formatTime(at),
        kind,
        chainId === null ? '' : describeChain(catalog, chainId),
        transferId ?? '',
        detail,
      ]);
      const headings = ['time', 'kind', 'chain', 'transfer', 'detail'];
      const lines = rows.length === 0 ? [`No incidents in the last ${since}.`] : formatTable(headings, rows);
      return { json: incidents, lines };
    };
  },
};

export const actionsCommand: Command = {
  name: 'actions',
  usages: [''],
  summary: "list operators' changes, newest first",
  details: '',
  options: { limit: { value: '<n>', help: `maximum number of rows, up to ${MAX_ROWS} (default: 50)` } },
  isChange: false,
  parse: ({ args, options }) => {
    expectArguments(args, []);
    const limit = parseCount('limit', options.limit ?? '50', MAX_ROWS);
    return async ({ catalog, database }) => {
      const actions = await readActions(database, limit);
      const rows = actions.map((order) => [
        formatTime(order.appliedAt ?? order.at),
        ...[describeAuthor(order), order.action],
        ...[nameSubjects(catalog, order.subject), nameSubjects(catalog, order.detail), order.why],
      ]);
      const headings = ['time', 'who', 'action', 'subject', 'detail', 'why'];
      const lines = rows.length === 0 ? ['No operator has made a change yet.'] : formatTable(headings, rows);
      return { json: actions, lines };
    };
  },
};
