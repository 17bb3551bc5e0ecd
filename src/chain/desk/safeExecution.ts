import type { Address, Hash, Log } from 'viem';
import { numberToHex, toEventSelector } from 'viem';
import { getBlockNumber } from 'viem/actions';
import { isSameAddress } from '#shared/address.ts';
import type { ChainClient } from '../chainClients.ts';
import { cursorAt, readRanges } from '../readRanges.ts';

const inputs = [
  { name: 'txHash', type: 'bytes32', indexed: true },
  { name: 'payment', type: 'uint256', indexed: false },
] as const;

// Safe 1.4 indexes the hash. Earlier versions have it in the data, with the same selector.
const [SUCCESS, FAILURE] = (['ExecutionSuccess', 'ExecutionFailure'] as const).map((name) =>
  toEventSelector({ type: 'event', name, inputs }),
);

type RawLog = Pick<Log, 'address' | 'topics' | 'data'> & { readonly transactionHash: Hash };

/** viem's own method takes either one event or none, and the data of an event that it cannot decode is lost. */
type GetLogs = { Method: 'eth_getLogs'; Parameters: readonly unknown[]; ReturnType: readonly RawLog[] };

const hashIn = ({ topics, data }: RawLog) => (topics.length > 1 ? topics[1] : data.slice(0, 66))?.toLowerCase();

/** The transaction in which a Safe executed what its owners signed. */
export type SafeExecution = { readonly safe: Address; readonly transaction: Hash };

/** Searches the logs of accounts for the execution of a Safe's transaction, newest first; null if none is found. @throws if an endpoint stops the search */
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
  // Part of the history is unread.
  if (!found && problem !== null) throw new Error(problem);
  return found;
}
