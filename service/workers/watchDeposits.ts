import type { ChainClient, Header } from '../chain/chainClient.ts';
import { contradiction, readHead, readHeader } from '../chain/chainClient.ts';
import type { DepositSighting } from '../chain/depositLogs.ts';
import { findDeposits, readTransactionDeposits } from '../chain/depositLogs.ts';
import type { Cursor } from '../db/chains.ts';
import { moveCursor, noteLook, readCursor } from '../db/chains.ts';
import type { Transaction } from '../db/database.ts';
import { insertDeposit, markDepositGone, readCanonicalDeposits, readDeposit, replaceDeposit } from '../db/deposits.ts';
import { recordIncident } from '../db/incidents.ts';
import { hasBindingObligation } from '../db/obligations.ts';
import type { TransferFields } from '../db/transfers.ts';
import { applyEvent, holdTransfer, insertTransfer } from '../db/transfers.ts';
import type { BlockRange } from '../domain/blockRange.ts';
import { nextRange } from '../domain/blockRange.ts';
import type { Deposit } from '../domain/deposit.ts';
import { isSameDeposit } from '../domain/deposit.ts';
import type { EngineContext } from './engineContext.ts';

// More blocks than this at once means catching up; the overlap reads the newest of them again anyway.
const MAX_RECHECKED_BLOCKS = 16;
// Whether a chain was lost for long is a matter of minutes: most turns need not write.
const NOTE_LOOK_MS = 30_000;

/** What one reading of a range changes. */
type Reading = {
  readonly found: readonly Deposit[];
  readonly gone: readonly Deposit[];
  readonly end: Header;
};

// What was decided about a deposit does not outlive it: in another block it is decided anew.
const UNDECIDED: TransferFields = {
  gasFee: null,
  bridgeFee: null,
  netAmount: null,
  receiveAmount: null,
  recipient: null,
  reason: null,
  note: null,
  failingSince: null,
  retryAt: null,
};

async function chooseRange(
  { logger }: EngineContext,
  client: ChainClient,
  { cursor, head }: { readonly cursor: Cursor; readonly head: Header },
): Promise<BlockRange | null> {
  const { chain } = client;
  const { scannedTo, scannedToHash } = cursor;
  let overlap = chain.reorgWindow;
  if (scannedTo !== null && head.number >= scannedTo) {
    const end = await readHeader(client, { blockNumber: scannedTo });
    if (end.hash !== scannedToHash) {
      logger.info({ chain: chain.name, block: Number(scannedTo) }, 'the chain was reorganised');
      overlap = Math.min(chain.reorgWindow * 2, chain.blockRange - 1);
    }
  }
  const { startBlock, blockRange: maxBlocks } = chain;
  return nextRange({ startBlock, scannedTo, head: head.number, overlap, maxBlocks });
}

function listFreshBlocks({ scannedTo }: Cursor, { from, to }: BlockRange): bigint[] {
  const first = scannedTo === null ? from : scannedTo + 1n;
  if (to - first >= BigInt(MAX_RECHECKED_BLOCKS)) return [];
  return Array.from({ length: Math.max(0, Number(to - first) + 1) }, (_, index) => first + BigInt(index));
}

async function readSighting(client: ChainClient, sighting: DepositSighting): Promise<readonly Deposit[]> {
  const deposits = await readTransactionDeposits(client, sighting.transactionHash);
  if (deposits?.[0]?.blockHash !== sighting.blockHash) throw contradiction(client, 'log and receipt do not agree');
  return deposits;
}

async function refuseIfStillThere(client: ChainClient, deposit: Deposit): Promise<void> {
  const header = await readHeader(client, { blockNumber: deposit.blockNumber });
  if (header.hash === deposit.blockHash) throw contradiction(client, 'logs lack a deposit whose block is still there');
}

async function readRange(
  { database }: EngineContext,
  client: ChainClient,
  { range, fresh }: { readonly range: BlockRange; readonly fresh: readonly bigint[] },
): Promise<Reading> {
  const known = await readCanonicalDeposits(database, client.chain.id, range);
  const { end, sightings } = await findDeposits(client, range, fresh);
  const isAt = (deposit: Deposit, { transactionHash, blockHash }: DepositSighting) =>
    deposit.transactionHash === transactionHash && deposit.blockHash === blockHash;
  const missing = known.filter((deposit) => !sightings.some((sighting) => isAt(deposit, sighting)));
  await Promise.all(missing.map((deposit) => refuseIfStillThere(client, deposit)));
  const news = sightings.filter((sighting) => !known.some((deposit) => isAt(deposit, sighting)));
  const found = (await Promise.all(news.map((sighting) => readSighting(client, sighting)))).flat();
  const gone = missing.filter(({ id }) => !found.some((deposit) => deposit.id === id));
  return { found, gone, end };
}

async function storeFound(context: EngineContext, transaction: Transaction, deposit: Deposit): Promise<void> {
  const { clients, clock, logger } = context;
  const log = logger.child({ transfer: deposit.id, deposit: deposit.transactionHash });
  const state = await holdTransfer(transaction, deposit.id);
  const stored = state && (await readDeposit(transaction, deposit.id));
  if (!state || !stored) {
    await insertDeposit(transaction, deposit, clock.now());
    const originChainName = clients.get(deposit.chainId)?.chain.name ?? String(deposit.chainId);
    await insertTransfer(transaction, { id: deposit.id, originChainName, amount: deposit.amount });
    log.info({ block: Number(deposit.blockNumber) }, 'deposit seen');
    return;
  }
  const isSettled = state === 'delivered' || state === 'refunded';
  if (isSettled || (await hasBindingObligation(transaction, deposit.id))) {
    // Paid once is paid for ever, whatever the deposit's transaction does on another branch of the chain.
    if (isSameDeposit(stored.deposit, deposit)) await replaceDeposit(transaction, deposit);
    else {
      const detail = 'a deposit changed after its payment was signed';
      await recordIncident(transaction, {
        kind: 'depositChanged',
        chainId: deposit.chainId,
        transferId: deposit.id,
        detail,
      });
      log.error(detail);
    }
    return;
  }
  if (state !== 'unseen') {
    await applyEvent(transaction, { id: deposit.id, event: 'depositGone', fields: UNDECIDED });
  }
  await replaceDeposit(transaction, deposit);
  await applyEvent(transaction, { id: deposit.id, event: 'depositSeen', fields: { amount: deposit.amount } });
  log.info({ block: Number(deposit.blockNumber) }, 'deposit seen in another block');
}

async function storeGone({ logger }: EngineContext, transaction: Transaction, { id, chainId }: Deposit): Promise<void> {
  const log = logger.child({ transfer: id });
  await holdTransfer(transaction, id);
  await markDepositGone(transaction, id);
  if (await hasBindingObligation(transaction, id)) {
    const detail = 'a reorganisation took a deposit away after its payment was signed';
    await recordIncident(transaction, { kind: 'depositLost', chainId, transferId: id, detail });
    log.error(detail);
    return;
  }
  await applyEvent(transaction, { id, event: 'depositGone', fields: UNDECIDED });
  log.warn('a reorganisation took a deposit away');
}

type Look = {
  /** Whether the chain was there, in full and up to where it was read before. */
  readonly isGood: boolean;
  readonly hasMore: boolean;
};

/** What was found and how far the reading got are one database transaction; a reading that was overtaken stores nothing. */
async function readNews(context: EngineContext, client: ChainClient, cursor: Cursor): Promise<Look> {
  const { database, reach } = context;
  const { chain } = client;
  const head = await readHead(client);
  if (cursor.scannedTo === head.number && cursor.scannedToHash === head.hash) return { isGood: true, hasMore: false };
  const range = await chooseRange(context, client, { cursor, head });
  if (!range) return { isGood: false, hasMore: false };
  const reading = await readRange(context, client, { range, fresh: listFreshBlocks(cursor, range) });
  await reach('watch.logsRead', { chainId: chain.id });
  const isCurrent = await database.transaction(async (transaction) => {
    const { number: scannedTo, hash: scannedToHash } = reading.end;
    const { version } = cursor;
    const move = { chainId: chain.id, version, scannedTo, scannedToHash, head: head.number };
    if (!(await moveCursor(transaction, move))) return false;
    await reach('watch.cursorMoved', { chainId: chain.id });
    for (const deposit of reading.found) {
      await storeFound(context, transaction, deposit);
      await reach('watch.depositInserted', { chainId: chain.id, transferId: deposit.id });
    }
    for (const deposit of reading.gone) await storeGone(context, transaction, deposit);
    return true;
  });
  await reach('watch.committed', { chainId: chain.id });
  return { isGood: true, hasMore: isCurrent && (reading.found.length > 0 || range.to < head.number) };
}

/**
 * Reads the next blocks of a chain and the last ones once more.
 * @returns whether it found deposits or has more to read
 */
export async function watchDeposits(context: EngineContext, client: ChainClient): Promise<boolean> {
  const { database, clock } = context;
  const cursor = await readCursor(database, client.chain.id);
  const { isGood, hasMore } = await readNews(context, client, cursor);
  const now = clock.now();
  const isNoted = cursor.lookedAt !== null && now.getTime() - cursor.lookedAt.getTime() < NOTE_LOOK_MS;
  if (isGood && !isNoted) await noteLook(database, client.chain.id, now);
  return hasMore;
}
