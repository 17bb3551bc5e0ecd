import type { Address, Hash } from 'viem';
import { getBlock, getBlockNumber, getLogs, readContract } from 'viem/actions';
import { paidEvent, vaultAbi } from '#shared/abi/vaultAbi.ts';
import type { ChainConfig } from '#shared/config/runtimeConfig.ts';
import { vaultsOf } from '../config/registry.ts';
import type { ChainClient, ClientOf } from './chainClients.ts';
import type { HistoryCursor } from './readRanges.ts';
import { cursorAt, readRanges } from './readRanges.ts';

/** The clocks of two chains can differ by a few minutes. */
const MARGIN_SECONDS = 900n;

/** A block before a point in time, found by binary search. Throws viem's errors when the endpoint does not answer. */
export async function blockBefore(client: ChainClient, timeMs: number): Promise<bigint> {
  const wanted = BigInt(Math.floor(timeMs / 1000)) - MARGIN_SECONDS;
  let low = 0n;
  let high = (await getBlock(client, { blockTag: 'latest' })).number;
  while (low < high) {
    const middle = (low + high + 1n) / 2n;
    const { timestamp } = await getBlock(client, { blockNumber: middle });
    if (timestamp <= wanted) low = middle;
    else high = middle - 1n;
  }
  return low;
}

export type VaultRecord = { readonly isPaid: boolean; readonly hash: Hash | null };

/** Whether one of the vaults says that it paid a transfer. Throws viem's errors when no node answers. */
export async function isPaidBy(client: ChainClient, vaults: readonly Address[], id: Hash): Promise<boolean> {
  const answers = await Promise.all(
    vaults.map((address) => readContract(client, { address, abi: vaultAbi, functionName: 'isPaid', args: [id] })),
  );
  return answers.includes(true);
}

/** Payments of the pinned vaults of a chain. Throws viem's errors when no node answers. */
export function createPaymentReads(clientOf: ClientOf) {
  const isPaid = (chain: ChainConfig, id: Hash) => isPaidBy(clientOf(chain.id), vaultsOf(chain), id);

  /** The next call continues where the last search ended. */
  const cursors = new Map<string, HistoryCursor>();
  const firstBlocks = new Map<string, bigint>();

  async function firstBlock(chain: ChainConfig, sinceMs: number): Promise<bigint> {
    const key = `${chain.id}/${sinceMs}`;
    const block = firstBlocks.get(key) ?? (await blockBefore(clientOf(chain.id), sinceMs));
    firstBlocks.set(key, block);
    return block;
  }

  /** Forward in time: a payment follows soon after its deposit. */
  async function searchLogs(chain: ChainConfig, id: Hash, fromBlock: bigint): Promise<Hash | null> {
    const client = clientOf(chain.id);
    const head = await getBlockNumber(client, { cacheTime: 0 });
    const search = `${chain.id}/${id}`;
    const known = cursors.get(search);
    const isKnown = known && known.next > fromBlock && known.next <= head;
    const found: { readonly hash: Hash; readonly from: bigint }[] = [];
    const { cursor, problem } = await readRanges(
      isKnown ? { ...known, upTo: head } : cursorAt(fromBlock, head),
      (from, to) =>
        getLogs(client, {
          ...{ address: [...vaultsOf(chain)], event: paidEvent, args: { id }, strict: true },
          ...{ fromBlock: from, toBlock: to },
        }),
      ([payment], from) => {
        if (payment) found.push({ hash: payment.transactionHash, from });
        return !payment;
      },
    );
    if (problem !== null) throw new Error(problem);
    const [payment] = found;
    if (payment) cursors.set(search, { ...(cursor ?? cursorAt(head)), next: payment.from });
    else if (cursor) cursors.set(search, cursor);
    else cursors.delete(search);
    return payment?.hash ?? null;
  }

  return {
    heightOf: (chainId: number): Promise<bigint> => getBlockNumber(clientOf(chainId), { cacheTime: 0 }),

    /**
     * The transaction in which a pinned vault paid a transfer. Searches the logs only if a vault says that it paid. Also null
     * if the search needs another call.
     */
    findPayment: async (chain: ChainConfig, id: Hash, fromBlock: bigint): Promise<Hash | null> =>
      (await isPaid(chain, id)) ? searchLogs(chain, id, fromBlock) : null,

    /** The vaults' own record: whether they paid a transfer, and in which transaction once the search has found it. */
    vaultRecord: async (chain: ChainConfig, id: Hash, sinceMs: number): Promise<VaultRecord> => {
      if (!(await isPaid(chain, id))) return { isPaid: false, hash: null };
      return { isPaid: true, hash: await searchLogs(chain, id, await firstBlock(chain, sinceMs)) };
    },
  };
}

export type PaymentReads = ReturnType<typeof createPaymentReads>;
