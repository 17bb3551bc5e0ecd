import type { ChainClient, Header } from '../../chain/chainClient.ts';
import { contradiction, readHeader } from '../../chain/chainClient.ts';
import { findDeposits, readTransactionDeposits } from '../../chain/depositLogs.ts';
import type { DepositSighting } from '../../chain/depositSightings.ts';
import { readCanonicalDeposits } from '../../db/deposits.ts';
import type { BlockRange } from '../../domain/blockRange.ts';
import type { Deposit } from '../../domain/deposit.ts';
import { describeLogs } from '../../domain/deposit.ts';
import type { EngineContext } from '../engineContext.ts';

const RECEIPT_TRIES = 3;

/** The deposits that a reading of a range adds and removes. */
type DepositReading = {
  readonly found: readonly Deposit[];
  readonly gone: readonly Deposit[];
  readonly end: Header;
};

/**
 * Reads the receipt of a log. A node behind a load balancer may not have it yet, so this asks again: another node may answer.
 * Reading the whole range again for each such receipt would never finish a long queue of deposits.
 */
async function readSighting(client: ChainClient, sighting: DepositSighting): Promise<readonly Deposit[]> {
  for (let tries = 0; tries < RECEIPT_TRIES; tries += 1) {
    const deposits = await readTransactionDeposits(client, sighting.transactionHash);
    const isSame = deposits?.[0]?.blockHash === sighting.blockHash && describeLogs(deposits) === sighting.content;
    if (isSame) return deposits;
  }
  throw contradiction(client, 'log and receipt contradict each other');
}

async function refuseIfStillThere(client: ChainClient, deposit: Deposit): Promise<void> {
  const header = await readHeader(client, { blockNumber: deposit.blockNumber });
  if (header.hash === deposit.blockHash)
    throw contradiction(client, 'the logs lack a deposit, but its block is still in the chain');
}

/**
 * Reads a range of blocks and compares it with the stored deposits. It also reads each block in `fresh` separately.
 * @throws InconsistentRpc
 */
export async function readDepositRange(
  { database }: EngineContext,
  client: ChainClient,
  { range, fresh }: { readonly range: BlockRange; readonly fresh: readonly bigint[] },
): Promise<DepositReading> {
  const known = await readCanonicalDeposits(database, client.chain.id, range);
  const { end, sightings } = await findDeposits(client, range, fresh);
  const isAt = (deposit: Deposit, { transactionHash, blockHash }: DepositSighting) =>
    deposit.transactionHash === transactionHash && deposit.blockHash === blockHash;
  const missing = known.filter((deposit) => !sightings.some((sighting) => isAt(deposit, sighting)));
  await Promise.all(missing.map((deposit) => refuseIfStillThere(client, deposit)));
  // An RPC endpoint may have invented a stored deposit. A deposit counts as known only if its logs still have the same content.
  const news = sightings.filter(
    (sighting) => describeLogs(known.filter((deposit) => isAt(deposit, sighting))) !== sighting.content,
  );
  const found = (await Promise.all(news.map((sighting) => readSighting(client, sighting)))).flat();
  const doubted = known.filter(
    (deposit) => missing.includes(deposit) || news.some((sighting) => isAt(deposit, sighting)),
  );
  const gone = doubted.filter(({ id }) => !found.some((deposit) => deposit.id === id));
  return { found, gone, end };
}
