import type { Hash } from 'viem';
import { vaultsOf } from '../boot/model/catalog.ts';
import type { Deposit } from '../deposits/model/deposit.ts';
import { readDeposits } from '../deposits/model/deposit.ts';
import type { ChainClient, Header, TransactionDeposits } from './chainClient.ts';
import { contradiction, readHeader } from './chainClient.ts';
import type { DepositTransaction } from './depositTransactions.ts';
import { depositFilter } from './depositTransactions.ts';
import type { LogReader } from './logReader.ts';
import { mayContain } from './logReader.ts';
import type { BlockRange } from './model/blockRange.ts';

export type DepositQuery = {
  readonly range: BlockRange;
  /** The blocks to read again by their hash. */
  readonly fresh: readonly bigint[];
  /** The newest block, if the caller has just read it. */
  readonly head?: Header;
};

export type DepositFinding = {
  /** The leading blocks of the range that the endpoint returned at once. The caller asks for the rest next. */
  readonly range: BlockRange;
  readonly end: Header;
  readonly transactions: readonly DepositTransaction[];
};

/**
 * Finds the transactions with deposits in the leading blocks of a range.
 *
 * Behind a load balancer, a node can answer an empty list for blocks it doesn't have. So this reads the last header
 * both before and after the logs. It also rereads each `fresh` block by its hash if its bloom filter admits a deposit:
 * a node without the block answers that request with an error.
 * @returns null if the endpoint refuses these blocks. The next call asks for fewer.
 * @throws InconsistentRpc
 */
export async function findDeposits(
  client: ChainClient,
  logs: LogReader,
  query: DepositQuery,
): Promise<DepositFinding | null> {
  const requests = logs.plan(query.range);
  const range = { from: query.range.from, to: requests.at(-1)?.to ?? query.range.to };
  const end = query.head?.number === range.to ? query.head : await readHeader(client, { blockNumber: range.to });
  const transactions = await logs.read(requests, end);
  return transactions && verifyFinding(client, logs, { fresh: query.fresh, finding: { range, end, transactions } });
}

async function verifyFinding(
  client: ChainClient,
  logs: LogReader,
  { fresh, finding }: { readonly fresh: readonly bigint[]; readonly finding: DepositFinding },
): Promise<DepositFinding> {
  const { range, end, transactions } = finding;
  if (transactions.some(({ blockNumber }) => blockNumber < range.from || blockNumber > range.to)) {
    throw contradiction(client, 'a log outside of the requested blocks');
  }
  const remembered = recallHeaders(client, end, range.from);
  const again = fresh.filter((number) => number >= range.from && number <= range.to);
  const missed = await Promise.all(
    again.map(async (number) => {
      const header = remembered.get(number) ?? (await readHeader(client, { blockNumber: number }));
      client.headers.note(header);
      return rereadBlock(client, logs, { header, transactions });
    }),
  );
  const endAgain = await readHeader(client, { blockNumber: range.to });
  if (endAgain.hash !== end.hash) throw contradiction(client, 'the chain changed during the read');
  return { range, end, transactions: distinct([...transactions, ...missed.flat()]) };
}

/** The remembered headers that lead to a block without a gap. */
function recallHeaders({ headers }: ChainClient, end: Header, from: bigint): ReadonlyMap<bigint, Header> {
  const found = new Map<bigint, Header>();
  for (let next: Header | undefined = end; next && next.number >= from; next = headers.get(next.parentHash)) {
    found.set(next.number, next);
  }
  return found;
}

/**
 * Whether a block's bloom filter admits a deposit. It only saves a read: some nodes report empty filters, so a log that
 * the filter excludes is not a contradiction.
 */
export function mayHaveDeposit(client: ChainClient, { logsBloom }: Header): boolean {
  if (logsBloom === null) return true;
  return depositFilter(client).every((values) => values.some((value) => mayContain(logsBloom, value)));
}

/** Reads a block's deposits by its hash if the range's answer or its bloom filter has any, and compares both. */
async function rereadBlock(
  client: ChainClient,
  logs: LogReader,
  { header, transactions }: { readonly header: Header; readonly transactions: readonly DepositTransaction[] },
): Promise<readonly DepositTransaction[]> {
  const seen = transactions.filter(({ blockNumber }) => blockNumber === header.number);
  const there = seen.length > 0 || mayHaveDeposit(client, header) ? await logs.readBlock(header) : [];
  const found = new Set(there.map(describeDepositTransaction));
  if (!seen.every((transaction) => found.has(describeDepositTransaction(transaction)))) {
    throw contradiction(client, 'a log that its block does not have');
  }
  return there;
}

function describeDepositTransaction({ transactionHash, blockHash, content }: DepositTransaction): string {
  return `${transactionHash} ${blockHash} ${content}`;
}

function distinct(transactions: readonly DepositTransaction[]): readonly DepositTransaction[] {
  return [...new Map(transactions.map((transaction) => [transaction.transactionHash, transaction])).values()];
}

export type ReadBlock = (blockNumber: bigint) => Promise<Header>;

async function readFromReceipt(
  client: ChainClient,
  transactionHash: Hash,
  readBlock: ReadBlock,
): Promise<TransactionDeposits | null> {
  const { chain, reader } = client;
  const receipt = await reader.getTransactionReceipt({ hash: transactionHash }).catch((error: unknown) => {
    if (error instanceof Error && error.name === 'TransactionReceiptNotFoundError') return null;
    throw error;
  });
  if (!receipt) return null;
  const { blockNumber, blockHash } = receipt;
  const header = await readBlock(blockNumber);
  if (header.hash !== blockHash) throw contradiction(client, 'a receipt of a block that is not in the chain');
  const source = { chainId: chain.id, contract: chain.depositContract, makers: vaultsOf(chain) };
  return { blockNumber, blockHash, deposits: readDeposits(receipt, { ...source, blockTime: header.time }) };
}

/**
 * Reads a transaction's deposits from its receipt. Concurrent readers share one read; later ones read again, so that
 * each stage of a transfer corrects a false answer in the previous one.
 * @param readBlock reads a block's header; a caller with many transactions reads each header once
 * @returns null if the RPC has no block with the transaction
 * @throws InconsistentRpc if the block isn't in the canonical chain
 */
export async function readTransactionDeposits(
  client: ChainClient,
  transactionHash: Hash,
  readBlock: ReadBlock = (blockNumber) => readHeader(client, { blockNumber }),
): Promise<readonly Deposit[] | null> {
  const found = await client.readings.share(transactionHash, () => readFromReceipt(client, transactionHash, readBlock));
  return found?.deposits ?? null;
}
