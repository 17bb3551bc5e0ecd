import type { ReadTransaction } from '../chain/blockReceipts.ts';
import { countCalls, createTransactionReader } from '../chain/blockReceipts.ts';
import type { ChainClient, Header } from '../chain/chainClient.ts';
import { contradiction, readHeader } from '../chain/chainClient.ts';
import { askOnce, mapLimited } from '../chain/concurrency.ts';
import type { DepositQuery } from '../chain/depositLogs.ts';
import { findDeposits, readTransactionDeposits } from '../chain/depositLogs.ts';
import type { DepositFields, DepositTransaction } from '../chain/depositTransactions.ts';
import type { LogReader } from '../chain/logReader.ts';
import { createLogReader } from '../chain/logReader.ts';
import type { BlockRange } from '../chain/model/blockRange.ts';
import type { EngineContext } from '../engineContext.ts';
import { readCanonicalDeposits } from './depositRows.ts';
import type { JudgeDust } from './dustJudge.ts';
import { createDustJudge } from './dustJudge.ts';
import type { Deposit } from './model/deposit.ts';
import { describeLogs } from './model/deposit.ts';

/** Orders due work so that every depositor's first item comes before anyone's second. */
export function inTurns<Due extends { readonly deposit: Pick<Deposit, 'depositor'> }>(
  due: readonly Due[],
): readonly Due[] {
  const counts = new Map<string, number>();
  const ranked = due.map((one) => {
    const { depositor } = one.deposit;
    const rank = counts.get(depositor) ?? 0;
    counts.set(depositor, rank + 1);
    return { one, rank };
  });
  return ranked.sort((first, second) => first.rank - second.rank).map(({ one }) => one);
}

const RECEIPT_TRIES = 3;
// How many receipts are in memory at once.
const RECEIPTS_AT_ONCE = 16;
// The calls and transactions between two looks at the time: many transactions in one block need only one call.
const CALLS_AT_ONCE = 16;
const NEWS_AT_ONCE = 64;

/** The deposits that reading a range adds and removes. */
export type DepositReading = {
  /** The blocks that were read: the first of the requested range. */
  readonly range: BlockRange;
  readonly found: readonly Deposit[];
  readonly gone: readonly Deposit[];
  readonly end: Header;
  /** Whether the blocks have more deposits. The caller stores these and reads the same blocks again. */
  readonly isPartial: boolean;
};

/** What a worker keeps between its reads of a chain. */
export type DepositReader = {
  readonly logs: LogReader;
  /** The receipts of a range whose read failed, so that the next turn repeats only the rest. */
  readonly receipts: Map<string, readonly Deposit[]>;
};

export function createDepositReader(client: ChainClient): DepositReader {
  return { logs: createLogReader(client), receipts: new Map() };
}

type ReadBlock = (blockNumber: bigint) => Promise<Header>;

/**
 * Creates the reader of a log's receipt. A node behind a load balancer may not have it yet, so this asks again: another
 * node may answer. Rereading the whole range for each such receipt would never finish a long queue of deposits.
 */
function createReceiptReader(client: ChainClient, { receipts }: DepositReader, readTransaction: ReadTransaction) {
  return async ({ transactionHash, blockHash, content, receipt }: DepositTransaction): Promise<readonly Deposit[]> => {
    if (receipt) return receipt.deposits;
    const key = `${transactionHash} ${blockHash}`;
    const isSame = (deposits: readonly Deposit[] | null | undefined): deposits is readonly Deposit[] =>
      deposits?.[0]?.blockHash === blockHash && describeLogs(deposits) === content;
    const kept = receipts.get(key);
    if (isSame(kept)) return kept;
    for (let tries = 0; tries < RECEIPT_TRIES; tries += 1) {
      const deposits = await (tries === 0
        ? readTransaction(transactionHash)
        : readTransactionDeposits(client, transactionHash));
      if (!isSame(deposits)) continue;
      receipts.set(key, deposits);
      return deposits;
    }
    throw contradiction(client, 'log and receipt contradict each other');
  };
}

async function refuseIfStillThere(client: ChainClient, deposit: Deposit): Promise<void> {
  const header = await readHeader(client, { blockNumber: deposit.blockNumber });
  if (header.hash === deposit.blockHash)
    throw contradiction(client, 'the logs lack a deposit, but its block is still in the chain');
}

type DustOptions = {
  readonly client: ChainClient;
  readonly isDust: JudgeDust;
  readonly known: readonly Deposit[];
  readonly readBlock: ReadBlock;
};

/**
 * Creates the filter that removes dust and ignored tokens. A deposit that is already stored stays, even if its minimum
 * has changed.
 */
function createDustFilter({ client, isDust, known, readBlock }: DustOptions) {
  const describe = (hash: string, log: DepositFields) => hash + describeLogs([{ ...log, logIndex: 0 }]);
  const ignored = new Set(client.chain.ignoredTokens);
  const stored = new Set(known.map((deposit) => describe(deposit.transactionHash, deposit)));
  return async (transaction: DepositTransaction): Promise<readonly DepositFields[]> => {
    const { transactionHash, blockNumber, logs, receipt } = transaction;
    const block = receipt?.header ?? (await readBlock(blockNumber));
    const dropped = new Set<DepositFields>();
    for (const log of logs) {
      if (ignored.has(log.token) || (await isDust(log, block))) dropped.add(log);
    }
    return logs.filter((log) => !dropped.has(log) || stored.has(describe(transactionHash, log)));
  };
}

/** The deposits by transaction and block. */
function groupDeposits(deposits: readonly Deposit[]): ReadonlyMap<string, readonly Deposit[]> {
  const groups = new Map<string, Deposit[]>();
  for (const deposit of deposits) {
    const key = placeOf(deposit);
    const group = groups.get(key);
    if (group) group.push(deposit);
    else groups.set(key, [deposit]);
  }
  return groups;
}

function placeOf({ transactionHash, blockHash }: Pick<Deposit, 'transactionHash' | 'blockHash'>): string {
  return `${transactionHash} ${blockHash}`;
}

type News = { readonly transaction: DepositTransaction; readonly logs: readonly DepositFields[] };

/** The new transactions, in reading order. */
function orderNews(news: readonly News[]): readonly News[] {
  const due = news.flatMap((one) => one.logs.slice(0, 1).map((deposit) => ({ deposit, one })));
  return inTurns(due).map(({ one }) => one);
}

function listUnknown(news: readonly News[]): readonly DepositTransaction[] {
  return news.map(({ transaction }) => transaction).filter(({ receipt }) => !receipt);
}

/** Takes the transactions to read before the next look at the time. */
function takeNews(client: ChainClient, unread: News[]): readonly News[] {
  const calls = countCalls(client, listUnknown(unread.slice(0, NEWS_AT_ONCE)));
  return unread.splice(0, calls <= CALLS_AT_ONCE ? NEWS_AT_ONCE : CALLS_AT_ONCE);
}

/**
 * Reads the first blocks of a range and compares them with the stored deposits. It also reads each block in `fresh`
 * separately.
 * @param untilMs of `performance.now`; if anything is unread by then, the result is partial
 * @returns null if the endpoint refuses these blocks. The next call asks for fewer.
 * @throws InconsistentRpc
 */
export async function readDepositRange(
  { catalog, database }: EngineContext,
  client: ChainClient,
  {
    reader,
    untilMs = Number.POSITIVE_INFINITY,
    ...query
  }: DepositQuery & { readonly reader: DepositReader; readonly untilMs?: number },
): Promise<DepositReading | null> {
  const finding = await findDeposits(client, reader.logs, query);
  if (!finding) return null;
  const { range, end, transactions } = finding;
  const known = await readCanonicalDeposits(database, client.chain.id, range);
  const places = new Set(transactions.map(placeOf));
  const missing = known.filter((deposit) => !places.has(placeOf(deposit)));
  await mapLimited(missing, RECEIPTS_AT_ONCE, (deposit) => refuseIfStillThere(client, deposit));
  // An RPC endpoint may have invented a stored deposit. A deposit counts as known only if its logs still have the same
  // content.
  const knownAt = groupDeposits(known);
  const isNew = (transaction: DepositTransaction, content: string) =>
    describeLogs(knownAt.get(placeOf(transaction)) ?? []) !== content;
  const readBlock = askOnce((blockNumber: bigint) => readHeader(client, { blockNumber }));
  const isDust = createDustJudge({ catalog, database }, client.chain);
  const keepDeposits = createDustFilter({ client, isDust, known, readBlock });
  const changed = transactions.filter((transaction) => isNew(transaction, transaction.content));
  const kept = await mapLimited(changed, RECEIPTS_AT_ONCE, async (transaction) => ({
    transaction,
    logs: await keepDeposits(transaction),
  }));
  const news = kept.filter(({ transaction, logs }) => isNew(transaction, describeLogs(logs)));
  const unread = [...orderNews(news)];
  const found: Deposit[] = [];
  const readPlaces = new Set<string>();
  while (unread.length > 0 && (readPlaces.size === 0 || performance.now() < untilMs)) {
    const next = takeNews(client, unread);
    const readTransaction = createTransactionReader(client, listUnknown(next), readBlock);
    const readReceipt = createReceiptReader(client, reader, readTransaction);
    const readings = await mapLimited(next, RECEIPTS_AT_ONCE, async ({ transaction, logs }) => {
      const places = new Set(logs.map(({ logIndex }) => logIndex));
      return (await readReceipt(transaction)).filter(({ logIndex }) => places.has(logIndex));
    });
    found.push(...readings.flat());
    for (const { transaction } of next) readPlaces.add(placeOf(transaction));
  }
  reader.receipts.clear();
  const isPartial = unread.length > 0;
  const foundIds = new Set(found.map(({ id }) => id));
  const gone = known.filter((deposit) => {
    // A missing deposit may now be in another block, which a partial read may not have reached.
    const isMissing = !isPartial && !places.has(placeOf(deposit));
    const isDoubted = isMissing || readPlaces.has(placeOf(deposit));
    return isDoubted && !foundIds.has(deposit.id);
  });
  return { range, found, gone, end, isPartial };
}
