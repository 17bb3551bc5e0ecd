import type { Hash } from 'viem';
import { findPinnedToken } from '../boot/model/catalog.ts';
import { createTransactionReader } from '../chain/blockReceipts.ts';
import type { ChainClient, Header } from '../chain/chainClient.ts';
import { contradiction, readHeader } from '../chain/chainClient.ts';
import { askOnce, mapLimited } from '../chain/concurrency.ts';
import type { DepositQuery } from '../chain/depositLogs.ts';
import { findDeposits } from '../chain/depositLogs.ts';
import type { DepositTransaction } from '../chain/depositTransactions.ts';
import { createLogReader } from '../chain/logReader.ts';
import type { BlockRange } from '../chain/model/blockRange.ts';
import { readPaidEvents } from '../chain/paymentRecords.ts';
import type { DustSource } from '../deposits/dustJudge.ts';
import { createDustJudge } from '../deposits/dustJudge.ts';
import type { Deposit } from '../deposits/model/deposit.ts';
import type { BlockFlow } from './breakerRows.ts';

export type FoundFlows = {
  /** The first blocks of the range that the endpoint returned at once. */
  readonly range: BlockRange;
  readonly flows: readonly BlockFlow[];
};

/** @returns null if the endpoint refuses these blocks. The next call asks for fewer. */
type FindFlows = (query: Pick<DepositQuery, 'range' | 'head'>) => Promise<FoundFlows | null>;

const READS_AT_ONCE = 4;

/** Reads block headers by hash, each one once. */
function createHeaderReader(client: ChainClient): (blockHash: Hash) => Promise<Header> {
  const asked = new Map<Hash, Promise<Header>>();
  return (blockHash) => {
    const known = client.headers.get(blockHash);
    const header = asked.get(blockHash) ?? (known ? Promise.resolve(known) : readHeader(client, { blockHash }));
    asked.set(blockHash, header);
    return header;
  };
}

type Deposits = ReadonlyMap<string, readonly Deposit[]>;

function placeOf({ blockHash, transactionHash }: DepositTransaction): string {
  return `${blockHash} ${transactionHash}`;
}

/** Creates the search for `Deposit` events to a chain's vaults and their `Paid` events. */
export function createFlowFinder(source: DustSource, client: ChainClient): FindFlows {
  const { catalog } = source;
  const { chain } = client;
  const logs = createLogReader(client);
  // Each read has the overlapping blocks again. Whether a deposit is dust is checked again: that can depend on a
  // schedule from the last minute, and a deposit that the watcher then stores must cover its payment.
  let remembered: { readonly deposits: Deposits; readonly blocks: ReadonlyMap<Hash, Header> } = {
    ...{ deposits: new Map(), blocks: new Map() },
  };

  const isPinned = ({ token }: Pick<BlockFlow, 'token'>) => findPinnedToken(catalog, chain, token) !== undefined;

  const readInflows = async (transactions: readonly DepositTransaction[]): Promise<readonly BlockFlow[]> => {
    // Anyone can deposit any token. A deposit that backs no payment is neither read nor stored.
    const pinned = transactions.filter((transaction) => transaction.logs.some(isPinned));
    const isDust = createDustJudge(source, chain);
    const readBlock = askOnce((blockNumber: bigint) => readHeader(client, { blockNumber }));
    const judged = await mapLimited(pinned, READS_AT_ONCE, async (transaction) => {
      const { blockHash, blockNumber, receipt } = transaction;
      const block = receipt?.header ?? remembered.blocks.get(blockHash) ?? (await readBlock(blockNumber));
      if (block.hash !== blockHash) throw contradiction(client, 'a log of a block that is not in the chain');
      const places = new Set<number>();
      for (const log of transaction.logs) if (isPinned(log) && !(await isDust(log, block))) places.add(log.logIndex);
      return { transaction, block, places };
    });
    const kept = judged.filter(({ places }) => places.size > 0);
    const isUnread = (one: DepositTransaction) => !one.receipt && !remembered.deposits.has(placeOf(one));
    const unread = kept.map(({ transaction }) => transaction).filter(isUnread);
    const readTransaction = createTransactionReader(client, unread, readBlock);
    /** A deposit's id follows from its receipt alone, which also proves that the vault got the amount. */
    const readDeposits = async (transaction: DepositTransaction): Promise<readonly Deposit[]> => {
      const known = transaction.receipt?.deposits ?? remembered.deposits.get(placeOf(transaction));
      const deposits = known ?? (await readTransaction(transaction.transactionHash));
      if (!deposits || deposits.some((deposit) => deposit.blockHash !== transaction.blockHash)) {
        throw contradiction(client, 'a log of a transaction that is not in its block');
      }
      return deposits;
    };
    const read = await mapLimited(kept, READS_AT_ONCE, async (one) => {
      return { ...one, deposits: await readDeposits(one.transaction) };
    });
    remembered = {
      deposits: new Map(read.map(({ transaction, deposits }) => [placeOf(transaction), deposits])),
      blocks: new Map(judged.map(({ block }) => [block.hash, block])),
    };
    return read.flatMap(({ places, deposits }) => {
      const counted = deposits.filter(({ funded, logIndex }) => funded && places.has(logIndex));
      return counted.map(({ id, token, amount, blockTime: at, blockNumber, blockHash }): BlockFlow => {
        return { blockNumber, blockHash, direction: 'in', id, token, amount, at };
      });
    });
  };

  const readOutflows = async (range: BlockRange): Promise<readonly BlockFlow[]> => {
    const readTime = createHeaderReader(client);
    return mapLimited(await readPaidEvents(client, range), READS_AT_ONCE, async (event) => {
      const { time: at } = await readTime(event.blockHash);
      return { ...event, direction: 'out', at } as const;
    });
  };

  return async (query) => {
    const finding = await findDeposits(client, logs, { ...query, fresh: [] });
    if (!finding) return null;
    const { range, end, transactions } = finding;
    const inflows = await readInflows(transactions);
    const outflows = await readOutflows(range);
    // A node behind a load balancer can answer an empty list for blocks it doesn't have.
    const endAgain = await readHeader(client, { blockNumber: range.to });
    if (endAgain.hash !== end.hash) throw contradiction(client, 'the chain changed during the read');
    return { range, flows: [...inflows, ...outflows] };
  };
}
