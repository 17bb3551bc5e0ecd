import type { Address, Hash, Log } from 'viem';
import { numberToHex, toEventSelector } from 'viem';
import { getBlockNumber, getLogs } from 'viem/actions';
import { depositEvent } from '#shared/abi/depositAbi.ts';
import { isSameAddress } from '#shared/address.ts';
import type { ChainConfig } from '#shared/config/runtimeConfig.ts';
import { transferId } from '#shared/transferId.ts';
import type { ChainClient, ClientOf } from '../../chain/chainClients.ts';
import { cursorAt, readRanges } from '../../chain/readRanges.ts';

/** The transaction of a deposit. */
type FoundDeposit = { readonly chain: ChainConfig; readonly hash: Hash };

/** Deposit transactions by deposit id. A payment names only the id, which is a hash of the deposit. */
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

/** Finds the deposits of payments, on every chain. Never throws: an id can stay without a deposit. */
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

const inputs = [
  { name: 'txHash', type: 'bytes32', indexed: true },
  { name: 'payment', type: 'uint256', indexed: false },
] as const;

// Safe 1.4 indexes the hash. Earlier versions have it in the data, with the same selector.
const [SUCCESS, FAILURE] = (['ExecutionSuccess', 'ExecutionFailure'] as const).map((name) =>
  toEventSelector({ type: 'event', name, inputs }),
);

type RawLog = Pick<Log, 'address' | 'topics' | 'data'> & { readonly transactionHash: Hash };

/** viem's own method takes at most one event, and drops the data of an event that it cannot decode. */
type GetLogs = { Method: 'eth_getLogs'; Parameters: readonly unknown[]; ReturnType: readonly RawLog[] };

const hashIn = ({ topics, data }: RawLog) => (topics.length > 1 ? topics[1] : data.slice(0, 66))?.toLowerCase();

/** The transaction in which a Safe executed what its owners signed. */
export type SafeExecution = { readonly safe: Address; readonly transaction: Hash };

/**
 * Searches accounts' logs for the execution of a Safe transaction, newest first; null if none is found.
 * @throws if an endpoint stops the search
 */
export async function findExecution(
  client: ChainClient,
  { hash, accounts }: { readonly hash: Hash; readonly accounts: readonly Address[] },
): Promise<SafeExecution | null> {
  if (accounts.length === 0) return null;
  const head = await getBlockNumber(client, { cacheTime: 0 });
  let found: SafeExecution | null = null;
  const { problem } = await readRanges(
    cursorAt(head),
    (from, to) =>
      client.request<GetLogs>({
        method: 'eth_getLogs',
        params: [
          {
            address: [...accounts],
            topics: [[SUCCESS, FAILURE]],
            fromBlock: numberToHex(from),
            toBlock: numberToHex(to),
          },
        ],
      }),
    (logs) => {
      const log = logs.find((one) => hashIn(one) === hash && accounts.some((safe) => isSameAddress(safe, one.address)));
      if (log) found = { safe: log.address, transaction: log.transactionHash };
      return found === null;
    },
  );
  // Part of the history was not read.
  if (!found && problem !== null) throw new Error(problem);
  return found;
}

/** Pages look up every few seconds, and a search reads a chain's history. */
const KEPT_MS = 5 * 60_000;
const MAX_KEPT = 2_000;

/** Searches that found nothing. They are not repeated for some minutes. */
export function createFruitlessSearches(now: () => number) {
  const endedAt = new Map<string, number>();
  return {
    has: (key: string): boolean => now() - (endedAt.get(key) ?? Number.NEGATIVE_INFINITY) < KEPT_MS,
    add: (key: string): void => {
      endedAt.delete(key);
      endedAt.set(key, now());
      const [oldest] = endedAt.keys();
      if (endedAt.size > MAX_KEPT && oldest) endedAt.delete(oldest);
    },
  };
}

export type FruitlessSearches = ReturnType<typeof createFruitlessSearches>;
