import type { Hash, Hex } from 'viem';
import { parseHash } from '#shared/hash.ts';
import type { RpcBlock, RpcHeader, RpcReceipt, RpcTransaction } from '#shared/proof/block.ts';
import { encodeTransaction } from '#shared/proof/encodeTransaction.ts';
import type { Endpoint } from '../../chain/chainClients.ts';

type Ask = Endpoint['ask'];

// A public endpoint allows a few requests at a time.
const PARALLEL = 6;
// No chain has blocks of more transactions. An endpoint could otherwise make the page ask forever.
const MAX_TRANSACTIONS = 20_000;

/** An endpoint has no such transaction, or answers with something that is no block. */
export class NoBlock extends Error {
  readonly code = 'no_block';
}

/** Does the work for each item, a few at a time, in order. */
async function mapBounded<A, B>(items: readonly A[], work: (item: A) => Promise<B>): Promise<readonly B[]> {
  const results: B[] = [];
  for (let at = 0; at < items.length; at += PARALLEL) {
    results.push(...(await Promise.all(items.slice(at, at + PARALLEL).map(work))));
  }
  return results;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** The receipts of a block in one answer, or one by one from an endpoint that does not offer it. */
async function receiptsOf(ask: Ask, blockHash: Hash, hashes: readonly Hash[]): Promise<readonly RpcReceipt[]> {
  const all = await ask('eth_getBlockReceipts', [blockHash]).catch(() => null);
  const isWhole = Array.isArray(all) && all.length === hashes.length;
  return (
    isWhole ? all : await mapBounded(hashes, (hash) => ask('eth_getTransactionReceipt', [hash]))
  ) as readonly RpcReceipt[];
}

/** The bytes of transactions that `encodeTransaction` does not know, from endpoints that offer them. */
async function rawTransactionsOf(ask: Ask, transactions: readonly RpcTransaction[]): Promise<ReadonlyMap<Hash, Hex>> {
  const unknown = transactions.filter((transaction) => encodeTransaction(transaction) === null);
  const raw = await mapBounded(unknown, async ({ hash }) => {
    const bytes = await ask('eth_getRawTransactionByHash', [hash]).catch(() => null);
    return typeof bytes === 'string' && bytes.startsWith('0x') ? ([[hash, bytes as Hex]] as const) : [];
  });
  return new Map(raw.flat());
}

/**
 * Reads the whole block of a mined transaction from one endpoint. Nothing of it is believed: the caller compares the hashes
 * of everything with the header.
 * @throws NoBlock, or the error of the endpoint
 */
export async function readBlock({ ask }: Endpoint, transactionHash: Hash): Promise<RpcBlock> {
  const receipt = await ask('eth_getTransactionReceipt', [transactionHash]);
  const blockHash = isObject(receipt) && typeof receipt.blockHash === 'string' ? parseHash(receipt.blockHash) : null;
  if (!blockHash) throw new NoBlock('the endpoint does not have the transaction in a block');
  const block = await ask('eth_getBlockByHash', [blockHash, true]);
  const list = isObject(block) ? block.transactions : null;
  if (!Array.isArray(list) || list.length > MAX_TRANSACTIONS || !list.every(isObject)) {
    throw new NoBlock('the endpoint does not have the block');
  }
  const transactions = list as unknown as readonly RpcTransaction[];
  const hashes = transactions.map(({ hash }) => hash);
  return {
    header: block as unknown as RpcHeader,
    transactions,
    receipts: await receiptsOf(ask, blockHash, hashes),
    rawTransactions: await rawTransactionsOf(ask, transactions),
  };
}

/** The hash of the block that an endpoint has at a height; null where it does not answer, or has none. */
export async function blockHashAt({ ask }: Endpoint, height: bigint): Promise<Hash | null> {
  const block = await ask('eth_getBlockByNumber', [`0x${height.toString(16)}`, false]).catch(() => null);
  return isObject(block) && typeof block.hash === 'string' ? parseHash(block.hash) : null;
}
