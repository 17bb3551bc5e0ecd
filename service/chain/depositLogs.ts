import type { Hash } from 'viem';
import { pad, toEventSelector } from 'viem';
import { depositEvent } from '#shared/abi/depositAbi.ts';
import type { BlockRange } from '../domain/blockRange.ts';
import type { Deposit } from '../domain/deposit.ts';
import { describeLogs, readDeposits } from '../domain/deposit.ts';
import { mayContain } from '../domain/logsBloom.ts';
import type { ChainClient, Header } from './chainClient.ts';
import { contradiction, readHeader } from './chainClient.ts';

/** Where a transaction with deposits for the maker was seen. */
export type DepositSighting = {
  readonly transactionHash: Hash;
  readonly blockHash: Hash;
  readonly blockNumber: bigint;
  /** What its logs say, see `describeLogs`. */
  readonly content: string;
};

const DEPOSIT_TOPIC = toEventSelector(depositEvent);

type Place = Omit<DepositSighting, 'content'>;

type LogQuery = { readonly fromBlock: bigint; readonly toBlock: bigint } | { readonly blockHash: Hash };

async function getSightings(client: ChainClient, query: LogQuery): Promise<DepositSighting[]> {
  const { chain, reader } = client;
  const logs = await reader.getLogs({
    address: chain.depositContract,
    event: depositEvent,
    args: { maker: chain.maker },
    strict: true,
    ...query,
  });
  const placed = logs.map(({ transactionHash, blockHash, blockNumber, logIndex, removed, args }) => {
    if (removed || transactionHash === null || blockHash === null || blockNumber === null || logIndex === null) {
      throw contradiction(client, 'a log that is in no block');
    }
    const { user: depositor, ...said } = args;
    return { place: { transactionHash, blockHash, blockNumber }, said: { ...said, depositor, logIndex } };
  });
  const isIn = ({ place }: (typeof placed)[number], { transactionHash, blockHash }: Place) =>
    place.transactionHash === transactionHash && place.blockHash === blockHash;
  return placed
    .filter((log, index) => placed.findIndex((other) => isIn(other, log.place)) === index)
    .map(({ place }) => ({
      ...place,
      content: describeLogs(placed.filter((log) => isIn(log, place)).map(({ said }) => said)),
    }));
}

/**
 * Finds the transactions with deposits in a range of blocks.
 *
 * A node behind a load balancer answers an empty list for blocks that it does not have. So the range's last header is read
 * before and after, and near the head every block whose bloom filter admits a deposit is asked for once more by its hash,
 * which a node that does not have it answers with an error.
 * @throws InconsistentRpc
 */
export async function findDeposits(
  client: ChainClient,
  range: BlockRange,
  fresh: readonly bigint[],
): Promise<{ readonly end: Header; readonly sightings: readonly DepositSighting[] }> {
  const end = await readHeader(client, { blockNumber: range.to });
  const sightings = await getSightings(client, { fromBlock: range.from, toBlock: range.to });
  if (sightings.some(({ blockNumber }) => blockNumber < range.from || blockNumber > range.to)) {
    throw contradiction(client, 'a log from outside the blocks asked for');
  }
  const missed = await Promise.all(fresh.map((number) => recheckBlock(client, number, sightings)));
  const endAgain = await readHeader(client, { blockNumber: range.to });
  if (endAgain.hash !== end.hash) throw contradiction(client, 'the chain changed while it was read');
  return { end, sightings: distinct([...sightings, ...missed.flat()]) };
}

/** Asks for one block by its hash, where its bloom filter admits deposits, and compares it with what the range answered. */
async function recheckBlock(
  client: ChainClient,
  number: bigint,
  sightings: readonly DepositSighting[],
): Promise<readonly DepositSighting[]> {
  const header = await readHeader(client, { blockNumber: number });
  const seen = sightings.filter(({ blockNumber }) => blockNumber === number);
  const { depositContract, maker } = client.chain;
  const admitted = [depositContract, DEPOSIT_TOPIC, pad(maker)].every((value) => mayContain(header.logsBloom, value));
  const there = admitted ? await getSightings(client, { blockHash: header.hash }) : [];
  const isThere = (sighting: DepositSighting) =>
    there.some(({ transactionHash, blockHash, content }) => {
      const isSame = transactionHash === sighting.transactionHash && blockHash === sighting.blockHash;
      return isSame && content === sighting.content;
    });
  if (!seen.every(isThere)) throw contradiction(client, 'a log that its own block does not have');
  return there;
}

function distinct(sightings: readonly DepositSighting[]): readonly DepositSighting[] {
  return [...new Map(sightings.map((sighting) => [sighting.transactionHash, sighting])).values()];
}

/**
 * Reads a transaction's deposits from its receipt, where it is in the canonical chain.
 * @returns null where the node knows no such transaction in a block
 */
export async function readTransactionDeposits(
  client: ChainClient,
  transactionHash: Hash,
): Promise<readonly Deposit[] | null> {
  const { chain, reader } = client;
  const receipt = await reader.getTransactionReceipt({ hash: transactionHash }).catch((error: unknown) => {
    if (error instanceof Error && error.name === 'TransactionReceiptNotFoundError') return null;
    throw error;
  });
  if (!receipt) return null;
  const header = await readHeader(client, { blockNumber: receipt.blockNumber });
  if (header.hash !== receipt.blockHash) throw contradiction(client, 'a receipt from a block that is not in the chain');
  return readDeposits(receipt, {
    chainId: chain.id,
    contract: chain.depositContract,
    maker: chain.maker,
    blockTime: header.time,
  });
}
