import type { Hash, Log } from 'viem';
import { encodeEventTopics, formatLog, numberToHex, pad } from 'viem';
import { depositAbi, depositEvent } from '#shared/abi/depositAbi.ts';
import { isSameAddress } from '#shared/address.ts';
import { vaultsOf } from '../boot/model/catalog.ts';
import type { Deposit } from '../deposits/model/deposit.ts';
import { DEPOSIT_TOPIC, describeLogs, readDeposits } from '../deposits/model/deposit.ts';
import type { ChainClient, Header } from './chainClient.ts';
import { contradiction } from './chainClient.ts';
import { mapInChunks } from './concurrency.ts';
import { decodeLog } from './model/decodeLog.ts';

export type DepositFields = Parameters<typeof describeLogs>[0][number];

/** A transaction with deposits to the bridge's vaults, and its block. */
export type DepositTransaction = {
  readonly transactionHash: Hash;
  readonly blockHash: Hash;
  readonly blockNumber: bigint;
  /** The content of its logs, see `describeLogs`. */
  readonly content: string;
  readonly logs: readonly DepositFields[];
  /** Its block and deposits, if its receipt was read and not only its logs. */
  readonly receipt?: { readonly header: Header; readonly deposits: readonly Deposit[] };
};

/** A block may have a deposit if its bloom filter admits one value from each list. */
export function depositFilter({ chain }: ChainClient) {
  return [[chain.depositContract], [DEPOSIT_TOPIC], vaultsOf(chain).map((vault) => pad(vault))] as const;
}

// One batch. If its answer is too large, the receipts are requested one by one. The block's gas limits their size.
const RECEIPTS_AT_ONCE = 16;

type DepositLog = {
  readonly place: Pick<DepositTransaction, 'transactionHash' | 'blockHash' | 'blockNumber'>;
  readonly fields: DepositFields;
};

/** The fields of a deposit's log; null for a log of another event. */
function readFields(log: Log) {
  if (log.topics[0] !== DEPOSIT_TOPIC) return null;
  try {
    return decodeLog(depositEvent, log);
  } catch {
    return null;
  }
}

function toDepositLogs(client: ChainClient, logs: readonly Log[]): readonly DepositLog[] {
  const { depositContract } = client.chain;
  const makers = vaultsOf(client.chain);
  const ofContract = logs.filter(({ address }) => isSameAddress(address, depositContract));
  return ofContract.flatMap((log) => {
    const args = readFields(log);
    if (!args || !makers.some((maker) => isSameAddress(maker, args.maker))) return [];
    const { transactionHash, blockHash, blockNumber, logIndex, removed } = log;
    if (removed || transactionHash === null || blockHash === null || blockNumber === null || logIndex === null) {
      throw contradiction(client, 'a log without a block');
    }
    const { user: depositor, ...rest } = args;
    return [{ place: { transactionHash, blockHash, blockNumber }, fields: { ...rest, depositor, logIndex } }];
  });
}

/** A map, because an attacker can put thousands of deposits into one block. */
function groupByTransaction(logs: readonly DepositLog[]): DepositTransaction[] {
  const groups = new Map<string, DepositLog[]>();
  for (const log of logs) {
    const key = log.place.transactionHash + log.place.blockHash;
    const group = groups.get(key);
    if (group) group.push(log);
    else groups.set(key, [log]);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    const all = group.map(({ fields }) => fields);
    return first ? [{ ...first.place, content: describeLogs(all), logs: all }] : [];
  });
}

export async function readLogs(
  client: ChainClient,
  query: { readonly fromBlock: bigint; readonly toBlock: bigint } | { readonly blockHash: Hash },
): Promise<readonly DepositTransaction[]> {
  const { chain, reader } = client;
  const { depositContract } = chain;
  const maker = [...vaultsOf(chain)];
  const topics = encodeEventTopics({ abi: depositAbi, eventName: 'Deposit', args: { maker } });
  const blocks =
    'blockHash' in query ? query : { fromBlock: numberToHex(query.fromBlock), toBlock: numberToHex(query.toBlock) };
  const filter = { address: depositContract, topics, ...blocks };
  // viem's getLogs decodes all logs at once, which blocks the event loop for seconds if there are thousands.
  const logs = (await reader.request({ method: 'eth_getLogs', params: [filter] })).map((log) => formatLog(log));
  return groupByTransaction(await mapInChunks(logs, (chunk) => toDepositLogs(client, chunk)));
}

/**
 * Reads a block's receipts, for an endpoint that doesn't return its logs: the deposit contract limits a log's size, and
 * a transaction's gas limits their number.
 */
export async function readReceipts(client: ChainClient, header: Header): Promise<readonly DepositTransaction[]> {
  const { chain, reader } = client;
  const { hash: blockHash, number: blockNumber } = header;
  const source = {
    chainId: chain.id,
    contract: chain.depositContract,
    makers: vaultsOf(chain),
    blockTime: header.time,
  };
  const { transactions } = await reader.getBlock({ blockHash });
  const found: DepositTransaction[] = [];
  for (let from = 0; from < transactions.length; from += RECEIPTS_AT_ONCE) {
    const hashes = transactions.slice(from, from + RECEIPTS_AT_ONCE);
    const receipts = await Promise.all(hashes.map((hash) => reader.getTransactionReceipt({ hash })));
    for (const receipt of receipts) {
      const { transactionHash } = receipt;
      if (receipt.blockHash !== blockHash) throw contradiction(client, 'a receipt of another block');
      const deposits = readDeposits(receipt, source);
      const content = describeLogs(deposits);
      const transaction = { transactionHash, blockHash, blockNumber, content, logs: deposits };
      if (deposits.length > 0) found.push({ ...transaction, receipt: { header, deposits } });
    }
  }
  return found;
}
