import type { Hash, Transaction } from 'viem';
import { getBlock, getBlockNumber, getTransactionCount } from 'viem/actions';
import { isSameAddress } from '#shared/address.ts';
import type { Remembered } from '../../domain/desk/memory.ts';
import type { ChainClient } from '../chainClients.ts';

type Sender = Pick<Remembered, 'from'> & { readonly nonce: number };

const countAt = (client: ChainClient, { from: address }: Sender, blockNumber: bigint) =>
  getTransactionCount(client, { address, blockNumber });

/** The first block after which the nonce is used. Endpoints keep old state for a limited time, so this can throw. */
async function blockOfNonce(client: ChainClient, sender: Sender, head: bigint): Promise<bigint> {
  let low = 0n;
  let high = head;
  while (low < high) {
    const middle = (low + high) / 2n;
    if ((await countAt(client, sender, middle)) > sender.nonce) high = middle;
    else low = middle + 1n;
  }
  return low;
}

/** What happened to the nonce of a transaction that no endpoint shows. */
export type NonceFate =
  | { readonly kind: 'free' }
  | {
      readonly kind: 'used';
      readonly by: Pick<Transaction, 'hash' | 'from' | 'to' | 'input' | 'value'>;
      readonly confirmations: number;
    };

/** @throws viem's errors when the endpoint does not answer, or no longer has the state */
export async function readNonceFate(client: ChainClient, sender: Sender): Promise<NonceFate> {
  const head = await getBlockNumber(client, { cacheTime: 0 });
  if ((await countAt(client, sender, head)) <= sender.nonce) return { kind: 'free' };
  const blockNumber = await blockOfNonce(client, sender, head);
  const { transactions } = await getBlock(client, { blockNumber, includeTransactions: true });
  const by = transactions.find(({ from, nonce }) => isSameAddress(from, sender.from) && nonce === sender.nonce);
  if (!by) throw new Error(`block ${blockNumber} has no transaction with nonce ${sender.nonce}`);
  return { kind: 'used', by, confirmations: Number(head - blockNumber) + 1 };
}

/** Whether a transaction moves nothing: wallets cancel with an empty transaction to the own account. */
export function isCancellation({ from, to, input, value }: Extract<NonceFate, { kind: 'used' }>['by']): boolean {
  return to !== null && isSameAddress(from, to) && value === 0n && input === '0x';
}

/** Whether the chain still has a block. */
export async function hasBlock(client: ChainClient, block: { number: bigint; hash: Hash }): Promise<boolean> {
  return (await getBlock(client, { blockNumber: block.number })).hash === block.hash;
}
