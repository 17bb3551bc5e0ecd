import type { Hash, RpcTransactionReceipt } from 'viem';
import { BaseError, formatTransactionReceipt } from 'viem';
import { isSameAddress } from '#shared/address.ts';
import type { Chain } from '../boot/model/catalog.ts';
import { vaultsOf } from '../boot/model/catalog.ts';
import type { Deposit } from '../deposits/model/deposit.ts';
import { readDeposits } from '../deposits/model/deposit.ts';
import type { BlockReceipts, ChainClient, Header, TransactionDeposits } from './chainClient.ts';
import type { ReadBlock } from './depositLogs.ts';
import { readTransactionDeposits } from './depositLogs.ts';
import { isOverloaded } from './rpc/callQueue.ts';

/** A transaction with deposits, and its block according to a log, the database or a worker. */
export type Place = Pick<Deposit, 'transactionHash' | 'blockNumber'>;

/** What reads a chain's blocks: a worker's client, or the signer with its own providers. */
export type BlockSource = Pick<ChainClient, 'reader' | 'blocks' | 'blockReceipts'> & {
  readonly chain: Pick<Chain, 'id' | 'depositContract' | 'vault' | 'retiredVaults'>;
};

/** Reads a transaction from the receipts of its block; null if it has to be read on its own. */
export type ReadFromBlock = (transactionHash: Hash) => Promise<TransactionDeposits | null>;

/** Reads a transaction's deposits, see `readTransactionDeposits`. */
export type ReadTransaction = (transactionHash: Hash) => Promise<readonly Deposit[] | null>;

type BlockDeposits = ReadonlyMap<Hash, TransactionDeposits>;

// A whole block's receipts are larger than those of a few of its transactions.
const WORTH_TRANSACTIONS = 8;
const UNKNOWN_METHOD_CODES: readonly unknown[] = [-32_601, -32_004];

function groupByBlock(places: readonly Place[]): readonly (readonly Place[])[] {
  const groups = new Map<bigint, Place[]>();
  for (const place of places) {
    const group = groups.get(place.blockNumber);
    if (group) group.push(place);
    else groups.set(place.blockNumber, [place]);
  }
  return [...groups.values()];
}

/** Whether a provider lacks the method (EIP-1474). */
function isUnknownMethod(error: unknown): boolean {
  const isUnknown = (cause: unknown) =>
    cause instanceof Error && 'code' in cause && UNKNOWN_METHOD_CODES.includes(cause.code);
  return error instanceof BaseError && error.walk(isUnknown) !== null;
}

/** The receipts of a block's transactions that have logs of the deposit contract. */
async function readBlockReceipts(source: BlockSource, blockHash: Hash): Promise<BlockReceipts> {
  const { chain, reader, blockReceipts } = source;
  const ask = async () => (await reader.request({ method: 'eth_getBlockReceipts', params: [blockHash] })) ?? [];
  const receipts = await ask().catch((error: unknown) => {
    // An overload counts too: some providers answer so to a method that they don't offer.
    if (isUnknownMethod(error)) blockReceipts.noteRefusal();
    else blockReceipts.noteFailure();
    throw error;
  });
  blockReceipts.noteAnswer();
  const hasDeposit = ({ logs }: RpcTransactionReceipt) =>
    logs.some(({ address }) => isSameAddress(address, chain.depositContract));
  const found = receipts.filter((receipt) => receipt.blockHash === blockHash && hasDeposit(receipt));
  return new Map(found.map((receipt) => [receipt.transactionHash, receipt]));
}

type BlockHeader = Pick<Header, 'number' | 'hash' | 'time'>;

/** Reads the deposits of some of a block's transactions from the receipts of the whole block. */
async function readBlockDeposits(
  source: BlockSource,
  group: readonly Place[],
  { number: blockNumber, hash: blockHash, time: blockTime }: BlockHeader,
): Promise<BlockDeposits> {
  const { chain, blocks } = source;
  const receipts = await blocks.read(blockHash, () => readBlockReceipts(source, blockHash));
  // The answer may be incomplete, so the next reader asks again.
  if (group.some(({ transactionHash }) => !receipts.has(transactionHash))) blocks.forget(blockHash);
  const origin = { chainId: chain.id, contract: chain.depositContract, makers: vaultsOf(chain), blockTime };
  return new Map(
    group.flatMap(({ transactionHash }) => {
      const receipt = receipts.get(transactionHash);
      if (!receipt || BigInt(receipt.blockNumber) !== blockNumber) return [];
      const deposits = readDeposits(formatTransactionReceipt(receipt), origin);
      return [[transactionHash, { blockNumber, blockHash, deposits }] as const];
    }),
  );
}

function isTogether({ blockReceipts }: BlockSource, group: readonly Place[]): boolean {
  return group.length >= WORTH_TRANSACTIONS && blockReceipts.isExpected();
}

type ReadHeader = (blockNumber: bigint) => Promise<BlockHeader | null>;

async function readGroup(source: BlockSource, group: readonly Place[], readBlock: ReadHeader): Promise<BlockDeposits> {
  const [first] = group;
  if (!(first && isTogether(source, group))) return new Map();
  try {
    const block = await readBlock(first.blockNumber);
    if (!block) return new Map();
    return await readBlockDeposits(source, group, block);
  } catch (error) {
    if (isOverloaded(error)) throw error;
    return new Map();
  }
}

/** How many calls reading these transactions takes, at most. */
export function countCalls(source: BlockSource, places: readonly Place[]): number {
  return groupByBlock(places).reduce((calls, group) => calls + (isTogether(source, group) ? 1 : group.length), 0);
}

/**
 * Creates a reader of transactions of which many share a block: it reads the receipts of the whole block with one call.
 * A place is only a hint: the block that `readBlock` has at this height decides, and a transaction outside it is not
 * found.
 */
export function createBlockReader(source: BlockSource, places: readonly Place[], readBlock: ReadHeader): ReadFromBlock {
  const readings = new Map<Hash, () => Promise<BlockDeposits>>();
  for (const group of groupByBlock(places)) {
    let reading: Promise<BlockDeposits> | null = null;
    const read = () => {
      reading ??= readGroup(source, group, readBlock);
      return reading;
    };
    for (const { transactionHash } of group) readings.set(transactionHash, read);
  }
  return async (transactionHash) => (await readings.get(transactionHash)?.())?.get(transactionHash) ?? null;
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
  const readFromBlock = createBlockReader(client, places, readBlock);
  return async (transactionHash) => {
    const found = await readFromBlock(transactionHash);
    return found?.deposits ?? readTransactionDeposits(client, transactionHash, readBlock);
  };
}
