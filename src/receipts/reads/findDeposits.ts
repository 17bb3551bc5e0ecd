import type { Hash } from 'viem';
import { getBlockNumber, getLogs } from 'viem/actions';
import { depositEvent } from '#shared/abi/depositAbi.ts';
import { isSameAddress } from '#shared/address.ts';
import { transferId } from '#shared/transferId.ts';
import type { ClientOf } from '../../chain/chainClients.ts';
import { cursorAt, readRanges } from '../../chain/readRanges.ts';
import type { ChainConfig } from '../../config/runtimeConfig.ts';
import type { FruitlessSearches } from './fruitlessSearches.ts';

/** The transaction of a deposit. */
export type FoundDeposit = { readonly chain: ChainConfig; readonly hash: Hash };

/** The transactions of the deposits by their ids. A payment names only the id, which is a hash of the deposit. */
async function readIds(chain: ChainConfig, clientOf: ClientOf, range: { fromBlock: bigint; toBlock: bigint }) {
  const { id: chainId, depositContract: contract } = chain;
  const logs = await getLogs(clientOf(chainId), { address: contract, event: depositEvent, ...range, strict: true });
  const ours = logs
    .filter(({ address }) => isSameAddress(address, contract))
    .sort((a, b) => Number(a.blockNumber - b.blockNumber) || a.logIndex - b.logIndex);
  const counts = new Map<Hash, number>();
  return ours.map(({ transactionHash }) => {
    const ordinal = counts.get(transactionHash) ?? 0;
    counts.set(transactionHash, ordinal + 1);
    return { hash: transactionHash, id: transferId({ chainId, contract, transactionHash, ordinal }) };
  });
}

/**
 * Searches the Deposit logs of a chain for ids, newest first. It stops after a bounded number of requests.
 * @param seek the ids; the function removes each that it finds
 * @returns whether no endpoint stopped the search early
 */
async function searchOn(
  chain: ChainConfig,
  { clientOf, seek, found }: { clientOf: ClientOf; seek: Set<Hash>; found: Map<Hash, FoundDeposit> },
): Promise<boolean> {
  const head = await getBlockNumber(clientOf(chain.id), { cacheTime: 0 });
  const { problem } = await readRanges(
    cursorAt(head),
    (fromBlock, toBlock) => readIds(chain, clientOf, { fromBlock, toBlock }),
    (part) => {
      for (const { hash, id } of part) {
        if (seek.delete(id)) found.set(id, { chain, hash });
      }
      return seek.size > 0;
    },
  );
  return problem === null;
}

type Search = {
  readonly chains: readonly ChainConfig[];
  readonly clientOf: ClientOf;
  readonly fruitless: FruitlessSearches;
};

const searchFor = (id: Hash) => `deposit/${id}`;

/** Finds the deposits that payments belong to, on every chain. Never throws: an id can stay without a deposit. */
export async function findDeposits(
  ids: readonly Hash[],
  { chains, clientOf, fruitless }: Search,
): Promise<ReadonlyMap<Hash, FoundDeposit>> {
  const seek = new Set(ids.filter((id) => !fruitless.has(searchFor(id))));
  const found = new Map<Hash, FoundDeposit>();
  if (seek.size === 0) return found;
  const areWhole = await Promise.all(
    chains.map((chain) => searchOn(chain, { clientOf, seek, found }).catch(() => false)),
  );
  if (!areWhole.includes(false)) for (const id of seek) fruitless.add(searchFor(id));
  return found;
}
