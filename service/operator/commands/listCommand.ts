import type { Catalog } from '../../boot/model/catalog.ts';
import { readIncidents } from '../../db/incidents.ts';
import type { TransferState } from '../../deposits/model/transfer.ts';
import { TRANSFER_STATES } from '../../deposits/model/transfer.ts';
import { readTransfers } from '../../deposits/readTransfers.ts';
import type { Transfer } from '../../deposits/transfers.ts';
import type { Order } from '../../guards/orders.ts';
import { readActions } from '../../guards/orders.ts';
import type { Command } from './command.ts';
import {
  expectArguments,
  formatAge,
  formatTable,
  formatTime,
  formatTokenAmount,
  parseCount,
  parseDuration,
  UsageError,
} from './command.ts';
import { describeChain, describeToken, requireChain } from './findInCatalog.ts';
import { nameSubjects } from './pauseSubject.ts';

const MAX_RECORDS = 1000;

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
  options: {
    limit: {
      value: '<n>',
      help: `maximum number of rows, up to ${MAX_RECORDS} (default: 50)`,
    },
  },
  isChange: false,
  parse: ({ args, options }) => {
    expectArguments(args, []);
    const limit = parseCount('limit', options.limit ?? '50', MAX_RECORDS);
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

const MAX_ROWS = 1000;

function parseState(text: string): TransferState {
  const state = TRANSFER_STATES.find((candidate) => candidate === text);
  if (!state) throw new UsageError(`--state must be one of ${TRANSFER_STATES.join(', ')}; got "${text}".`);
  return state;
}

function formatDeposited(catalog: Catalog, { deposit, tokenName, originDecimals, amount }: Transfer): string {
  // A transfer has its token's name and decimals from the decision on; before that only the configuration has them.
  const described =
    tokenName === null ? describeToken(catalog, deposit) : { name: tokenName, decimals: originDecimals };
  return formatTokenAmount(amount, described);
}

function toRow(catalog: Catalog, transfer: Transfer): readonly string[] {
  return [
    transfer.id,
    transfer.state,
    formatDeposited(catalog, transfer),
    `${transfer.originChainName} to ${describeChain(catalog, transfer.deposit.destination)}`,
    formatAge(Date.now() - transfer.createdAt.getTime()),
    formatAge(Date.now() - transfer.updatedAt.getTime()),
    transfer.note ?? transfer.reason ?? '',
  ];
}

export const listCommand: Command = {
  name: 'list',
  usages: [''],
  summary: 'list transfers, oldest first',
  details: 'Without --state, it lists every transfer in progress or held.',
  options: {
    state: { value: '<state>', help: TRANSFER_STATES.join(', ') },
    chain: { value: '<name>', help: 'only transfers from or to this chain' },
    'older-than': { value: '<duration>', help: 'only deposits older than this, such as 10m or 2h' },
    limit: { value: '<n>', help: `maximum number of rows, up to ${MAX_ROWS} (default: 50)` },
  },
  isChange: false,
  parse: ({ args, options }) => {
    expectArguments(args, []);
    const { state, chain, 'older-than': olderThan, limit: limitText = '50' } = options;
    const limit = parseCount('limit', limitText, MAX_ROWS);
    const olderThanMs = olderThan === undefined ? 0 : parseDuration('older-than', olderThan);
    const wanted = state === undefined ? null : parseState(state);
    return async ({ catalog, database }) => {
      const chainId = chain === undefined ? null : requireChain(catalog, chain).id;
      const selection = { state: wanted, reason: null, chainId, tokens: null, olderThanMs, limit };
      const transfers = await readTransfers(database, { selection });
      const headings = ['transfer', 'state', 'amount', 'route', 'age', 'time in state', 'reason'];
      const rows = transfers.map((transfer) => toRow(catalog, transfer));
      const more = transfers.length === limit ? [`Only the oldest ${limit} are listed. Use --limit to list more.`] : [];
      const lines = rows.length === 0 ? ['No matching transfers.'] : [...formatTable(headings, rows), ...more];
      return { json: transfers, lines };
    };
  },
};
