import type { Address, Hash } from 'viem';
import { paidEvent } from '#shared/abi/vaultAbi.ts';
import type { BlockRange } from '../domain/blockRange.ts';
import { vaultsOf } from '../domain/catalog.ts';
import type { ChainClient } from './chainClient.ts';
import { readInHalves, refuseOutside } from './readInHalves.ts';

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
export function readPaidEvents(client: ChainClient, range: BlockRange): Promise<readonly PaidEvent[]> {
  const { chain, reader } = client;
  const filter = { address: [...vaultsOf(chain)], event: paidEvent };
  return readInHalves(range, async ({ from, to }) => {
    const logs = await reader.getLogs({ ...filter, fromBlock: from, toBlock: to, strict: true });
    refuseOutside(client, logs, { from, to });
    return logs.map(({ blockNumber, blockHash, args: { id, token, amount } }) => ({
      ...{ blockNumber, blockHash, id, token, amount },
    }));
  });
}
