import type { Hash } from 'viem';
import type { BlockRange } from '../domain/blockRange.ts';
import { vaultsOf } from '../domain/catalog.ts';
import type { Deposit } from '../domain/deposit.ts';
import { readDeposits } from '../domain/deposit.ts';
import { mayContain } from '../domain/logsBloom.ts';
import type { ChainClient, Header } from './chainClient.ts';
import { contradiction, readHeader } from './chainClient.ts';
import type { DepositSighting } from './depositSightings.ts';
import { depositFilter, readBlockSightings, readRangeSightings } from './depositSightings.ts';

/**
 * Finds the transactions with deposits in a range of blocks.
 *
 * A node behind a load balancer can answer an empty list for blocks that it does not have. So this reads the range's last
 * header before and after the logs. It also reads each block of `fresh` again by its hash, when the block's bloom filter
 * admits a deposit: a node without the block answers that request with an error.
 * @throws InconsistentRpc
 */
export async function findDeposits(
  client: ChainClient,
  range: BlockRange,
  fresh: readonly bigint[],
): Promise<{ readonly end: Header; readonly sightings: readonly DepositSighting[] }> {
  const end = await readHeader(client, { blockNumber: range.to });
  const sightings = await readRangeSightings(client, range);
  if (sightings.some(({ blockNumber }) => blockNumber < range.from || blockNumber > range.to)) {
    throw contradiction(client, 'a log outside of the requested blocks');
  }
  const missed = await Promise.all(fresh.map((number) => rereadBlock(client, number, sightings)));
  const endAgain = await readHeader(client, { blockNumber: range.to });
  if (endAgain.hash !== end.hash) throw contradiction(client, 'the chain changed during the read');
  return { end, sightings: distinct([...sightings, ...missed.flat()]) };
}

/**
 * Whether a block's bloom filter admits a deposit. It is only a hint that saves a read: some nodes report empty filters, so a
 * log that the filter excludes is no contradiction.
 */
function mayHaveDeposit(client: ChainClient, { logsBloom }: Header): boolean {
  if (logsBloom === null) return true;
  return depositFilter(client).every((values) => values.some((value) => mayContain(logsBloom, value)));
}

/** Reads a block's deposits by its hash, when the range's answer or its bloom filter has any, and compares both. */
async function rereadBlock(
  client: ChainClient,
  number: bigint,
  sightings: readonly DepositSighting[],
): Promise<readonly DepositSighting[]> {
  const header = await readHeader(client, { blockNumber: number });
  const seen = sightings.filter(({ blockNumber }) => blockNumber === number);
  const there = seen.length > 0 || mayHaveDeposit(client, header) ? await readBlockSightings(client, header.hash) : [];
  const isThere = (sighting: DepositSighting) =>
    there.some(({ transactionHash, blockHash, content }) => {
      const isSame = transactionHash === sighting.transactionHash && blockHash === sighting.blockHash;
      return isSame && content === sighting.content;
    });
  if (!seen.every(isThere)) throw contradiction(client, 'a log that its block does not have');
  return there;
}

function distinct(sightings: readonly DepositSighting[]): readonly DepositSighting[] {
  return [...new Map(sightings.map((sighting) => [sighting.transactionHash, sighting])).values()];
}

/**
 * Reads a transaction's deposits from its receipt.
 * @returns null when the RPC has no block with the transaction
 * @throws InconsistentRpc when the block is not in the canonical chain
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
  if (header.hash !== receipt.blockHash) throw contradiction(client, 'a receipt of a block that is not in the chain');
  return readDeposits(receipt, {
    chainId: chain.id,
    contract: chain.depositContract,
    makers: vaultsOf(chain),
    blockTime: header.time,
  });
}
