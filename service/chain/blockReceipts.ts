import type { Hash, RpcTransactionReceipt } from 'viem';
import { BaseError, formatTransactionReceipt } from 'viem';
import { isSameAddress } from '#shared/address.ts';
import { vaultsOf } from '../boot/model/catalog.ts';
import type { Deposit } from '../deposits/model/deposit.ts';
import { readDeposits } from '../deposits/model/deposit.ts';
import type { BlockReceipts, ChainClient } from './chainClient.ts';
import type { ReadBlock } from './depositLogs.ts';
import { readTransactionDeposits } from './depositLogs.ts';
import { isOverloaded } from './rpc/callQueue.ts';

/** A transaction with deposits, and its block according to a log or the database. */
export type Place = Pick<Deposit, 'transactionHash' | 'blockHash' | 'blockNumber'>;

/** Reads a transaction's deposits, see `readTransactionDeposits`. */
export type ReadTransaction = (transactionHash: Hash) => Promise<readonly Deposit[] | null>;

type BlockDeposits = ReadonlyMap<Hash, readonly Deposit[]>;

// A whole block's receipts are larger than those of a few of its transactions.
const WORTH_TRANSACTIONS = 8;
const UNKNOWN_METHOD_CODES: readonly unknown[] = [-32_601, -32_004];

function groupByBlock(places: readonly Place[]): ReadonlyMap<Hash, readonly Place[]> {
  const groups = new Map<Hash, Place[]>();
  for (const place of places) {
    const group = groups.get(place.blockHash);
    if (group) group.push(place);
    else groups.set(place.blockHash, [place]);
  }
  return groups;
}

/** The receipts of a block's transactions that have logs of the deposit contract. */
async function readBlockReceipts({ chain, reader }: ChainClient, blockHash: Hash): Promise<BlockReceipts> {
  const receipts = (await reader.request({ method: 'eth_getBlockReceipts', params: [blockHash] })) ?? [];
  const hasDeposit = ({ logs }: RpcTransactionReceipt) =>
    logs.some(({ address }) => isSameAddress(address, chain.depositContract));
  const found = receipts.filter((receipt) => receipt.blockHash === blockHash && hasDeposit(receipt));
  return new Map(found.map((receipt) => [receipt.transactionHash, receipt]));
}

/** Reads the deposits of some of a block's transactions from the receipts of the whole block. */
async function readBlockDeposits(
  client: ChainClient,
  group: readonly Place[],
  readBlock: ReadBlock,
): Promise<BlockDeposits> {
  const { chain } = client;
  const [first] = group;
  if (!first) return new Map();
  const { blockHash, blockNumber } = first;
  const header = await readBlock(blockNumber);
  // After a reorg each transaction is in another block, so each is read on its own.
  if (header.hash !== blockHash) return new Map();
  const receipts = await client.blocks.read(blockHash, () => readBlockReceipts(client, blockHash));
  // The answer may be incomplete, so the next reader asks again.
  if (group.some(({ transactionHash }) => !receipts.has(transactionHash))) client.blocks.forget(blockHash);
  const contract = chain.depositContract;
  const source = { chainId: chain.id, contract, makers: vaultsOf(chain), blockTime: header.time };
  return new Map(
    group.flatMap(({ transactionHash }) => {
      const receipt = receipts.get(transactionHash);
      return receipt ? [[transactionHash, readDeposits(formatTransactionReceipt(receipt), source)] as const] : [];
    }),
  );
}

/** Whether a provider lacks the method (EIP-1474). */
function isUnknownMethod(error: unknown): boolean {
  const isUnknown = (cause: unknown) =>
    cause instanceof Error && 'code' in cause && UNKNOWN_METHOD_CODES.includes(cause.code);
  return error instanceof BaseError && error.walk(isUnknown) !== null;
}

function isTogether({ blockReceipts }: ChainClient, group: readonly Place[]): boolean {
  return group.length >= WORTH_TRANSACTIONS && blockReceipts.isExpected();
}

async function readGroup(client: ChainClient, group: readonly Place[], readBlock: ReadBlock): Promise<BlockDeposits> {
  const { blockReceipts } = client;
  if (!isTogether(client, group)) return new Map();
  try {
    const found = await readBlockDeposits(client, group, readBlock);
    blockReceipts.noteAnswer();
    return found;
  } catch (error) {
    if (isOverloaded(error)) throw error;
    if (isUnknownMethod(error)) blockReceipts.noteRefusal();
    else blockReceipts.noteFailure();
    return new Map();
  }
}

/** How many calls reading these transactions takes, at most. */
export function countCalls(client: ChainClient, places: readonly Place[]): number {
  const groups = [...groupByBlock(places).values()];
  return groups.reduce((calls, group) => calls + (isTogether(client, group) ? 1 : group.length), 0);
}

/**
 * Creates a reader of transactions from their receipts. The caller names all of them first, so that many in one block
 * take one call. A transaction missing from the answer is read on its own, and so are all of them if the node refuses
 * the call.
 */
export function createTransactionReader(
  client: ChainClient,
  places: readonly Place[],
  readBlock: ReadBlock,
): ReadTransaction {
  const readings = new Map<Hash, () => Promise<BlockDeposits>>();
  for (const group of groupByBlock(places).values()) {
    let reading: Promise<BlockDeposits> | null = null;
    const read = () => {
      reading ??= readGroup(client, group, readBlock);
      return reading;
    };
    for (const { transactionHash } of group) readings.set(transactionHash, read);
  }
  return async (transactionHash) => {
    const found = (await readings.get(transactionHash)?.())?.get(transactionHash);
    return found ?? readTransactionDeposits(client, transactionHash, readBlock);
  };
}
