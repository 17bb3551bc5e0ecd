import type { ListedTransfer } from '../db/transferList.ts';
import { listTransfers } from '../db/transferList.ts';
import type { Catalog } from '../domain/catalog.ts';
import { findChainById, findPinnedToken } from '../domain/catalog.ts';
import type { TransferState } from '../domain/transferState.ts';
import { TRANSFER_STATES } from '../domain/transferState.ts';
import type { Command } from './command.ts';
import { BadInput } from './command.ts';
import { pickChain, readCount, readDuration, takeWords } from './readWords.ts';
import { alignTable, sayAge, sayAmount } from './words.ts';

const MAX_ROWS = 1000;

function readState(text: string): TransferState {
  const state = TRANSFER_STATES.find((candidate) => candidate === text);
  if (!state) throw new BadInput(`--state is one of ${TRANSFER_STATES.join(', ')}, not "${text}".`);
  return state;
}

/** An amount that was deposited, named by the configuration where the transfer is not decided yet. */
function sayDeposited(catalog: Catalog, transfer: ListedTransfer): string {
  const { originChainId, token, tokenName, originDecimals, amount } = transfer;
  if (tokenName !== null) return sayAmount(amount, { name: tokenName, decimals: originDecimals });
  const origin = findChainById(catalog, BigInt(originChainId));
  const pinned = origin && findPinnedToken(catalog, origin, token);
  return sayAmount(amount, { name: pinned?.token.name ?? token, decimals: pinned?.deployment.decimals ?? null });
}

function toRow(catalog: Catalog, transfer: ListedTransfer): readonly string[] {
  const destination = findChainById(catalog, transfer.destination)?.name ?? `chain ${transfer.destination}`;
  return [
    transfer.id,
    transfer.state,
    sayDeposited(catalog, transfer),
    `${transfer.originChainName} to ${destination}`,
    sayAge(transfer.ageMs),
    sayAge(transfer.unchangedMs),
    transfer.note ?? transfer.reason ?? '',
  ];
}

export const listCommand: Command = {
  name: 'list',
  forms: [''],
  summary: 'list transfers, the oldest first',
  explanation: 'Without --state, everything that is in progress or held.',
  options: {
    state: { value: '<state>', help: TRANSFER_STATES.join(', ') },
    chain: { value: '<name>', help: 'from, to or paid on this chain' },
    'older-than': { value: '<span>', help: 'deposited longer ago than this, such as 10m or 2h' },
    limit: { value: '<n>', help: `how many at most, up to ${MAX_ROWS} (50)` },
  },
  changes: false,
  read: ({ words, options }) => {
    takeWords(words, []);
    const { state, chain, 'older-than': olderThan, limit: limitText = '50' } = options;
    const limit = readCount('limit', limitText, MAX_ROWS);
    const olderThanMs = olderThan === undefined ? 0 : readDuration('older-than', olderThan);
    const wanted = state === undefined ? null : readState(state);
    return async ({ catalog, database }) => {
      const chainId = chain === undefined ? null : pickChain(catalog, chain).id;
      const transfers = await listTransfers(database, { state: wanted, chainId, olderThanMs, limit });
      const headings = ['transfer', 'state', 'deposited', 'way', 'age', 'unchanged for', 'waits for'];
      const rows = transfers.map((transfer) => toRow(catalog, transfer));
      const more = transfers.length === limit ? [`These are the oldest ${limit}; --limit shows more.`] : [];
      const lines = rows.length === 0 ? ['No transfer answers this.'] : [...alignTable(headings, rows), ...more];
      return { json: transfers, lines };
    };
  },
};
