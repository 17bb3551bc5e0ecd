import { readIncidents } from '../db/incidents.ts';
import { readActions } from '../db/operatorActions.ts';
import type { Command } from './command.ts';
import { readCount, readDuration, takeWords } from './readWords.ts';
import { alignTable, sayTime } from './words.ts';

const MAX_ROWS = 1000;

export const incidentsCommand: Command = {
  name: 'incidents',
  forms: [''],
  summary: 'list what must never happen and did',
  explanation: '',
  options: { since: { value: '<span>', help: 'how far back, such as 30m, 24h or 7d (24h)' } },
  changes: false,
  read: ({ words, options }) => {
    takeWords(words, []);
    const since = options.since ?? '24h';
    const sinceMs = readDuration('since', since);
    return async ({ catalog, database }) => {
      const incidents = await readIncidents(database, sinceMs);
      const nameChain = (id: bigint | null) =>
        id === null ? '' : (catalog.chains.find((chain) => BigInt(chain.id) === id)?.name ?? `chain ${id}`);
      const rows = incidents.map(({ at, kind, chainId, transferId, detail }) => [
        sayTime(at),
        kind,
        nameChain(chainId),
        transferId ?? '',
        detail,
      ]);
      const lines =
        rows.length === 0
          ? [`No incidents in the last ${since}.`]
          : alignTable(['at', 'incident', 'chain', 'transfer', 'what happened'], rows);
      return { json: incidents, lines };
    };
  },
};

export const actionsCommand: Command = {
  name: 'actions',
  forms: [''],
  summary: 'list what operators did, the newest first',
  explanation: '',
  options: { limit: { value: '<n>', help: `how many at most, up to ${MAX_ROWS} (50)` } },
  changes: false,
  read: ({ words, options }) => {
    takeWords(words, []);
    const limit = readCount('limit', options.limit ?? '50', MAX_ROWS);
    return async ({ database }) => {
      const actions = await readActions(database, limit);
      const rows = actions.map(({ at, who, action, subject, detail, why }) => [
        sayTime(at),
        who,
        action,
        subject,
        detail ?? '',
        why,
      ]);
      const headings = ['at', 'who', 'action', 'subject', 'what was done', 'why'];
      const lines = rows.length === 0 ? ['No operator has done anything yet.'] : alignTable(headings, rows);
      return { json: actions, lines };
    };
  },
};
