import type { Catalog } from '../../boot/model/catalog.ts';
import { findChainById } from '../../boot/model/catalog.ts';
import { readRewrites } from '../../chain/chains.ts';
import type { Queryable } from '../../db/database.ts';
import type { TransferState } from '../../deposits/model/transfer.ts';
import { TRANSFER_STATES } from '../../deposits/model/transfer.ts';
import { readTransfers } from '../../deposits/readTransfers.ts';
import type { Transfer } from '../../deposits/transfers.ts';
import type { Pauses } from '../../guards/model/pauses.ts';
import { findPause, readPauseSubjects } from '../../guards/model/pauses.ts';
import type { Order } from '../../guards/orders.ts';
import { readWaitingOrders } from '../../guards/orders.ts';
import { listPauses } from '../../guards/pauses.ts';
import { readHaltedSenders } from '../../payments/senders.ts';
import type { CommandContext, CommandInput, CommandOutput } from './command.ts';
import { formatAge, formatTable, formatTokenAmount, parseCount, parseDuration, UsageError } from './command.ts';
import { describeChain, describeToken, requireChain } from './findInCatalog.ts';

/** What can keep transfers waiting, apart from the service's note on each of them. */
type Stops = {
  /** By chain id, with the reasons. */
  readonly halts: ReadonlyMap<number, string>;
  readonly rewrites: ReadonlyMap<number, string>;
  readonly pauses: Pauses;
  readonly orders: readonly Order[];
};

async function readStops(database: Queryable): Promise<Stops> {
  const halts = await readHaltedSenders(database);
  const rewrites = await readRewrites(database);
  return {
    halts: new Map(halts.map(({ chainId, haltedReason }) => [chainId, haltedReason])),
    rewrites: new Map(rewrites.map(({ chainId, reason }) => [chainId, reason])),
    pauses: readPauseSubjects((await listPauses(database)).map(({ subject }) => subject)),
    orders: await readWaitingOrders(database),
  };
}

const UNSIGNED: ReadonlySet<TransferState> = new Set(['seen', 'confirmed', 'rejected']);
const ENDED_OR_HELD: ReadonlySet<TransferState> = new Set(['delivered', 'refunded', 'closed', 'held', 'refundHeld']);

/** What each state waits for if nothing blocks it; empty if only a person can continue, or nothing more happens. */
const NEXT: Readonly<Record<TransferState, string>> = {
  unseen: 'its deposit is in no block now',
  seen: 'its deposit needs confirmations',
  confirmed: 'its payment is due next',
  signed: 'its payment is sent next',
  broadcast: 'its payment needs confirmations',
  rejected: 'its refund is due next',
  refunding: 'its refund needs confirmations',
  ...{ delivered: '', refunded: '', closed: '', held: '', refundHeld: '' },
};

function describePause(catalog: Catalog, { pauses }: Stops, transfer: Transfer): string | null {
  const { deposit, state, tokenName, noteCode } = transfer;
  const origin = findChainById(catalog, BigInt(deposit.chainId));
  if (!origin || !UNSIGNED.has(state) || noteCode === 'paused') return null;
  const destination = state === 'rejected' ? null : (findChainById(catalog, deposit.destination) ?? null);
  const paused = findPause(pauses, {
    origin,
    destination,
    tokenName: tokenName ?? describeToken(catalog, deposit).name,
  });
  return paused === null ? null : `${paused} is paused`;
}

/** Why a transfer waits: the stops, the orders that need an approval, and the service's note. */
function describeWait(catalog: Catalog, stops: Stops, transfer: Transfer): string {
  const { id, state, deposit, payingChainId, note, reason, holdRequested } = transfer;
  const isStopped = !ENDED_OR_HELD.has(state);
  const chains = [...new Set([deposit.chainId, payingChainId ?? deposit.chainId])];
  const halt = payingChainId === null ? undefined : stops.halts.get(payingChainId);
  const known = [
    ...(isStopped && halt !== undefined && payingChainId !== null
      ? [`payments on ${describeChain(catalog, payingChainId)} are halted: ${halt}`]
      : []),
    ...(isStopped ? chains : []).flatMap((chain) => {
      const rewrite = stops.rewrites.get(chain);
      return rewrite === undefined ? [] : [`${describeChain(catalog, chain)} is stopped: ${rewrite}`];
    }),
    describePause(catalog, stops, transfer),
    ...stops.orders
      .filter(({ transfers }) => transfers.includes(id))
      .map(({ id: order, action }) => `order ${order} (${action}) waits for another operator`),
    holdRequested ? 'it is held if its payment fails' : null,
    note ?? reason,
  ].filter((part) => part !== null);
  return known.length === 0 ? NEXT[state] : known.join('; ');
}

function parseState(text: string): TransferState {
  const state = TRANSFER_STATES.find((candidate) => candidate === text);
  if (!state) throw new UsageError(`--state must be one of ${TRANSFER_STATES.join(', ')}; got "${text}".`);
  return state;
}

function formatDeposited(catalog: Catalog, { deposit, tokenName, originDecimals, amount }: Transfer): string {
  // After its decision, a transfer has its token's name and decimals; before that, only the configuration has them.
  const described =
    tokenName === null ? describeToken(catalog, deposit) : { name: tokenName, decimals: originDecimals };
  return formatTokenAmount(amount, described);
}

function toRow(catalog: Catalog, transfer: Transfer & { readonly why: string }): readonly string[] {
  return [
    transfer.id,
    transfer.state,
    formatDeposited(catalog, transfer),
    `${transfer.originChainName} to ${describeChain(catalog, transfer.deposit.destination)}`,
    formatAge(Date.now() - transfer.createdAt.getTime()),
    formatAge(Date.now() - transfer.updatedAt.getTime()),
    transfer.why,
  ];
}

const HEADINGS = ['transfer', 'state', 'amount', 'route', 'age', 'time in state', 'why it waits'];

/** Parses the options of the list of transfers. @throws UsageError */
export function parseTransferList(
  { state, chain, 'older-than': olderThan, limit: limitText = '50' }: CommandInput['options'],
  maxRows: number,
): (context: CommandContext) => Promise<CommandOutput> {
  const limit = parseCount('limit', limitText, maxRows);
  const olderThanMs = olderThan === undefined ? 0 : parseDuration('older-than', olderThan);
  const wanted = state === undefined ? null : parseState(state);
  return async ({ catalog, database }) => {
    const chainId = chain === undefined ? null : requireChain(catalog, chain).id;
    const selection = { state: wanted, reason: null, chainId, tokens: null, olderThanMs, limit };
    const stops = await readStops(database);
    const transfers = (await readTransfers(database, { selection })).map((transfer) => ({
      ...transfer,
      why: describeWait(catalog, stops, transfer),
    }));
    const rows = transfers.map((transfer) => toRow(catalog, transfer));
    const more = transfers.length === limit ? [`Only the oldest ${limit} are listed. Use --limit to list more.`] : [];
    const lines = rows.length === 0 ? ['No matching transfers.'] : [...formatTable(HEADINGS, rows), ...more];
    return { json: transfers, lines };
  };
}
