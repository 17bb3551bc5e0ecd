import { readTransfers } from '../../db/readTransfers.ts';
import type { Transfer } from '../../db/transfers.ts';
import type { Catalog } from '../../domain/catalog.ts';
import type { TransferState } from '../../domain/transferState.ts';
import { TRANSFER_STATES } from '../../domain/transferState.ts';
import type { Command } from '../command.ts';
import { UsageError } from '../command.ts';
import { describeChain, describeToken, requireChain } from '../findInCatalog.ts';
import { formatAge, formatTable, formatTokenAmount } from '../format.ts';
import { expectArguments, parseCount, parseDuration } from '../parseArguments.ts';

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
