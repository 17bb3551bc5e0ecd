import type { BookDifference, Explanation } from '../../books/readings.ts';
import { readDifferences } from '../../books/readings.ts';
import type { Catalog } from '../../boot/model/catalog.ts';
import { readRewrites } from '../../chain/chains.ts';
import type { RecordedIncident } from '../../db/incidents.ts';
import { readIncidents } from '../../db/incidents.ts';
import { TRANSFER_STATES } from '../../deposits/model/transfer.ts';
import type { Order } from '../../guards/orders.ts';
import { readActions, readSharedOrders } from '../../guards/orders.ts';
import { listPauses } from '../../guards/pauses.ts';
import { readHaltedSenders } from '../../payments/senders.ts';
import type { Command, CommandInput, CommandOption, RunCommand } from './command.ts';
import {
  expectArguments,
  formatTable,
  formatTime,
  formatTokenAmount,
  parseCount,
  parseDuration,
  UsageError,
} from './command.ts';
import { describeAccountToken, describeChain } from './findInCatalog.ts';
import { parseTransferList } from './listTransfers.ts';
import { formatSubject, nameSubjects } from './pauseSubject.ts';

const MAX_ROWS = 1000;

/** The typed name and the role that gave an order, and the role that approved it. */
export function describeAuthor({ who, role, approvedRole }: Order): string {
  return `${who} (${role})${approvedRole === null ? '' : `, approved by ${approvedRole}`}`;
}

const OPTIONS = {
  state: { value: '<state>', help: `transfers: ${TRANSFER_STATES.join(', ')}` },
  chain: { value: '<name>', help: 'transfers: only those from or to this chain' },
  'older-than': { value: '<duration>', help: 'transfers: only deposits older than this, such as 10m or 2h' },
  since: {
    value: '<duration>',
    help: 'incidents: how far back, in addition to the open ones, such as 30m, 24h or 7d (default: 24h)',
  },
  limit: { value: '<n>', help: `maximum number of rows, up to ${MAX_ROWS} (default: 50)` },
} as const satisfies Readonly<Record<string, CommandOption>>;

type Options = CommandInput['options'];

type Kind = {
  readonly options: readonly (keyof typeof OPTIONS)[];
  /** @throws UsageError */
  parse(options: Options): RunCommand;
};

function parseLimit({ limit = '50' }: Options): number {
  return parseCount('limit', limit, MAX_ROWS);
}

/** A table, or a sentence if it would be empty. */
function toLines(headings: readonly string[], rows: readonly (readonly string[])[], none: string): readonly string[] {
  return rows.length === 0 ? [none] : formatTable(headings, rows);
}

const pauses: Kind = {
  options: [],
  parse:
    () =>
    async ({ catalog, database }) => {
      const found = await listPauses(database);
      const rows = found.map(({ subject, since, who, why }) => [
        ...[formatSubject(catalog, subject), formatTime(since), who, why],
      ]);
      return { json: found, lines: toLines(['paused', 'since', 'who', 'why'], rows, 'Nothing is paused.') };
    },
};

const halts: Kind = {
  options: [],
  parse:
    () =>
    async ({ catalog, database }) => {
      const senders = await readHaltedSenders(database);
      const rewrites = await readRewrites(database);
      const rows = [
        ...senders.map(({ chainId, address, nextNonce, haltedReason }) => [
          ...[describeChain(catalog, chainId), `payments of ${address}, next nonce ${nextNonce}`, haltedReason],
        ]),
        ...rewrites.map(({ chainId, reason }) => [describeChain(catalog, chainId), 'the whole chain', reason]),
      ];
      const none = 'No sender is halted, and no chain is stopped.';
      return { json: { senders, chains: rewrites }, lines: toLines(['chain', 'halted', 'reason'], rows, none) };
    },
};

function describeState({ isExpired, approvedRole }: Order): string {
  if (approvedRole !== null) return `done, approved by ${approvedRole}`;
  return isExpired ? 'expired' : 'open';
}

const orders: Kind = {
  options: ['limit'],
  parse: (options) => {
    const limit = parseLimit(options);
    return async ({ catalog, database }) => {
      const found = await readSharedOrders(database, limit);
      const rows = found.map((order) => [
        ...[String(order.id), describeState(order), `${order.who} (${order.role})`],
        ...[order.expiresAt === null ? '' : formatTime(order.expiresAt)],
        ...[nameSubjects(catalog, order.detail), order.why],
      ]);
      const headings = ['order', 'state', 'from', 'expires', 'what', 'why'];
      return { json: found, lines: toLines(headings, rows, 'No order needed a second operator.') };
    };
  },
};

/** Whether an operator has announced or resolved an incident. */
export function describeIncidentStatus({
  announcedBy,
  resolvedAt,
  resolvedWho,
  resolvedRole,
  resolvedWhy,
}: RecordedIncident): string {
  if (resolvedAt !== null) return `resolved by ${resolvedWho} (${resolvedRole}): ${resolvedWhy}`;
  return announcedBy === null ? 'open' : `announced by order ${announcedBy}`;
}

const incidents: Kind = {
  options: ['since'],
  parse: ({ since = '24h' }) => {
    const sinceMs = parseDuration('since', since);
    return async ({ catalog, database }) => {
      const found = await readIncidents(database, sinceMs);
      const rows = found.map((incident) => [
        ...[String(incident.id), formatTime(incident.at), incident.kind],
        ...[incident.chainId === null ? '' : describeChain(catalog, incident.chainId), incident.transferId ?? ''],
        ...[describeIncidentStatus(incident), incident.detail],
      ]);
      const headings = ['incident', 'time', 'kind', 'chain', 'transfer', 'state', 'detail'];
      return {
        json: found,
        lines: toLines(headings, rows, `No open incidents, and none in the last ${since}.`),
      };
    };
  },
};

function formatDifference(catalog: Catalog, one: BookDifference): string {
  const amount = formatTokenAmount(one.difference, describeAccountToken(catalog, one));
  return one.mismatchCount === 0 ? amount : `${amount}, in ${one.mismatchCount} transactions`;
}

function describeExplanation({ who, role, approvedBy, why }: Explanation): string {
  return `${who} (${role})${approvedBy === null ? '' : `, approved by ${approvedBy}`}: ${why}`;
}

const differences: Kind = {
  options: ['limit'],
  parse: (options) => {
    const limit = parseLimit(options);
    return async ({ catalog, database }) => {
      const newest = [...(await readDifferences(database))].reverse().slice(0, limit);
      const rows = newest.map((one) => [
        ...[String(one.id), formatTime(one.at), describeChain(catalog, one.chainId), one.account],
        ...[formatDifference(catalog, one), `${one.fromBlock + 1n} to ${one.toBlock}`],
        one.explanation ? describeExplanation(one.explanation) : 'no',
      ]);
      const headings = ['difference', 'time', 'chain', 'account', 'amount', 'blocks', 'resolved'];
      return { json: newest, lines: toLines(headings, rows, 'No comparison has found a difference.') };
    };
  },
};

const actions: Kind = {
  options: ['limit'],
  parse: (options) => {
    const limit = parseLimit(options);
    return async ({ catalog, database }) => {
      const found = await readActions(database, limit);
      const rows = found.map((order) => [
        formatTime(order.appliedAt ?? order.at),
        ...[describeAuthor(order), order.action],
        ...[nameSubjects(catalog, order.subject), nameSubjects(catalog, order.detail), order.why],
      ]);
      const headings = ['time', 'who', 'action', 'subject', 'detail', 'why'];
      return { json: found, lines: toLines(headings, rows, 'No operator has made a change yet.') };
    };
  },
};

const KINDS: Readonly<Record<string, Kind>> = {
  transfers: {
    options: ['state', 'chain', 'older-than', 'limit'],
    parse: (options) => parseTransferList(options, MAX_ROWS),
  },
  ...{ pauses, halts, orders, incidents, differences, actions },
};

export const listCommand: Command = {
  name: 'list',
  usages: ['', `<${Object.keys(KINDS).join(' | ')}>`],
  summary: 'list transfers and why each waits, or pauses, halts, orders, incidents, differences, actions',
  details:
    'Transfers: oldest first; without --state, every one in progress or held. Halts: what the service has stopped by itself; "unhalt" ends them. Orders: those for a second operator, newest first; "approve" carries them out. Incidents: events that must never happen, including open ones of any age; the runbook has the steps for each kind, and "resolve" ends one. Differences: what a comparison of the books found, newest first. A positive amount is what a balance exceeds the books by; a negative one is what it lacks. Actions: every change by an operator, newest first.',
  options: OPTIONS,
  isChange: false,
  parse: ({ args, options }) => {
    const [name = 'transfers'] = args;
    expectArguments(args.slice(1), []);
    const kind = Object.hasOwn(KINDS, name) ? KINDS[name] : undefined;
    if (!kind) throw new UsageError(`"${name}" cannot be listed. Use one of ${Object.keys(KINDS).join(', ')}.`);
    const surplus = Object.keys(options).find(
      (option) => options[option] !== undefined && !kind.options.some((known) => known === option),
    );
    if (surplus !== undefined) throw new UsageError(`A list of ${name} has no --${surplus}.`);
    return kind.parse(options);
  },
};
