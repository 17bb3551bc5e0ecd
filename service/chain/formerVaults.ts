import type { Address, Hash } from 'viem';
import { getAddress } from 'viem';
import { paidEvent } from '#shared/abi/vaultAbi.ts';
import { isSameAddress } from '#shared/address.ts';
import { vaultsOf } from '../domain/catalog.ts';
import type { ChainClient } from './chainClient.ts';

/** A contract that the hot wallet has paid from, and one of its payments. */
export type FormerVault = { readonly address: Address; readonly transactionHash: Hash };

/**
 * Searches a chain, from its start block on, for a payment of the hot wallet from a contract that is no vault of the
 * configuration. Anyone can emit an event that names the hot wallet, so the transaction must be its own.
 */
export async function findFormerVault({ chain, reader }: ChainClient): Promise<FormerVault | null> {
  const known = new Set(vaultsOf(chain).map((vault) => getAddress(vault)));
  const head = await reader.getBlockNumber();
  const step = BigInt(chain.blockRange);
  for (let from = chain.startBlock; from <= head; from += step) {
    const toBlock = from + step - 1n < head ? from + step - 1n : head;
    const range = {
      event: paidEvent,
      args: { payer: chain.hotWallet },
      fromBlock: from,
      toBlock,
      strict: true,
    } as const;
    for (const { address, transactionHash } of await reader.getLogs(range)) {
      if (known.has(getAddress(address))) continue;
      const transaction = await reader.getTransaction({ hash: transactionHash });
      if (isSameAddress(transaction.from, chain.hotWallet)) return { address: getAddress(address), transactionHash };
    }
  }
  return null;
}
