import type { Address, Hash } from 'viem';
import { paidEvent } from '#shared/abi/vaultAbi.ts';
import type { BlockRange } from '../domain/blockRange.ts';
import { vaultsOf } from '../domain/catalog.ts';
import type { ChainClient } from './chainClient.ts';
import { contradiction } from './chainClient.ts';
import { isRangeRefusal } from './rangeRefusal.ts';

/** A payment as the vault's event has it. */
export type PaidEvent = {
  readonly blockNumber: bigint;
  readonly blockHash: Hash;
  /** The id of the deposit that it pays. */
  readonly id: Hash;
  readonly token: Address;
  readonly amount: bigint;
};

/**
 * Reads the payments of a chain's vaults, retired ones included, in a range of blocks. Where the endpoint refuses so many, it
 * reads each half.
 * @throws InconsistentRpc when a log is outside of the range
 */
export async function readPaidEvents(client: ChainClient, { from, to }: BlockRange): Promise<readonly PaidEvent[]> {
  const { chain, reader } = client;
  const filter = { address: [...vaultsOf(chain)], event: paidEvent };
  const asked = reader.getLogs({ ...filter, fromBlock: from, toBlock: to, strict: true });
  const logs = await asked.catch((error: unknown) => {
    if (from < to && isRangeRefusal(error)) return null;
    throw error;
  });
  if (logs === null) {
    const middle = (from + to) / 2n;
    const first = await readPaidEvents(client, { from, to: middle });
    return [...first, ...(await readPaidEvents(client, { from: middle + 1n, to }))];
  }
  if (logs.some(({ blockNumber }) => blockNumber < from || blockNumber > to)) {
    throw contradiction(client, 'a log outside of the requested blocks');
  }
  return logs.map(({ blockNumber, blockHash, args: { id, token, amount } }) => ({
    ...{ blockNumber, blockHash, id, token, amount },
  }));
}
