import type { Hash } from 'viem';
import type { ChainClient } from '../../chain/chainClient.ts';
import { contradiction, readHeader } from '../../chain/chainClient.ts';
import type { DepositQuery } from '../../chain/depositLogs.ts';
import { findDeposits, readTransactionDeposits } from '../../chain/depositLogs.ts';
import type { DepositSighting } from '../../chain/depositSightings.ts';
import type { Header } from '../../chain/header.ts';
import { createLogReader } from '../../chain/logReader.ts';
import { mapLimited } from '../../chain/mapLimited.ts';
import { readPaidEvents } from '../../chain/paidEvents.ts';
import type { BlockFlow } from '../../db/breaker.ts';
import type { BlockRange } from '../../domain/blockRange.ts';
import type { Catalog } from '../../domain/catalog.ts';
import { findPinnedToken } from '../../domain/catalog.ts';

export type FoundFlows = {
  /** The first blocks of the range that the endpoint returned at once. */
  readonly range: BlockRange;
  readonly flows: readonly BlockFlow[];
};

/** @returns null when the endpoint refuses these blocks. The next call asks for fewer. */
type FindFlows = (query: Pick<DepositQuery, 'range' | 'head'>) => Promise<FoundFlows | null>;

const READS_AT_ONCE = 4;

/** Reads the headers of blocks by their hash. What one reading needs twice, it reads once. */
function createHeaderReader(client: ChainClient): (blockHash: Hash) => Promise<Header> {
  const asked = new Map<Hash, Promise<Header>>();
  return (blockHash) => {
    const known = client.headers.get(blockHash);
    const header = asked.get(blockHash) ?? (known ? Promise.resolve(known) : readHeader(client, { blockHash }));
    asked.set(blockHash, header);
    return header;
  };
}

/** Creates the search for the `Deposit` events to the vaults of a chain and the `Paid` events of these. */
export function createFlowFinder(catalog: Catalog, client: ChainClient): FindFlows {
  const { chain } = client;
  const logs = createLogReader(client);
  // Each reading has the blocks of the overlap again.
  let remembered: ReadonlyMap<string, readonly BlockFlow[]> = new Map();

  const isPinned = ({ token }: Pick<BlockFlow, 'token'>) => findPinnedToken(catalog, chain, token) !== undefined;

  /** The id of a deposit follows from its receipt alone, which also proves that the vault got the amount. */
  const readDeposits = async ({ transactionHash, blockHash, blockNumber, receipt }: DepositSighting) => {
    const readBlock = () => readHeader(client, { blockNumber });
    const deposits = receipt?.deposits ?? (await readTransactionDeposits(client, transactionHash, readBlock));
    if (!deposits || deposits.some((deposit) => deposit.blockHash !== blockHash)) {
      throw contradiction(client, 'a log of a transaction that is not in its block');
    }
    const counted = deposits.filter((deposit) => deposit.funded && isPinned(deposit));
    return counted.map(({ id, token, amount, blockTime }): BlockFlow => {
      return { blockNumber, blockHash, direction: 'in', id, token, amount, at: blockTime };
    });
  };

  const readInflows = async (sightings: readonly DepositSighting[]): Promise<readonly BlockFlow[]> => {
    // Anyone can deposit any token. What backs no payment is neither read nor stored.
    const pinned = sightings.filter((sighting) => sighting.logs.some(isPinned));
    const next = new Map<string, readonly BlockFlow[]>();
    await mapLimited(pinned, READS_AT_ONCE, async (sighting) => {
      const key = `${sighting.blockHash} ${sighting.transactionHash}`;
      next.set(key, remembered.get(key) ?? (await readDeposits(sighting)));
    });
    remembered = next;
    return [...next.values()].flat();
  };

  const readOutflows = async (range: BlockRange): Promise<readonly BlockFlow[]> => {
    const readTime = createHeaderReader(client);
    return mapLimited(await readPaidEvents(client, range), READS_AT_ONCE, async (event) => {
      const { time: at } = await readTime(event.blockHash);
      return { ...event, direction: 'out', at } as const;
    });
  };

  return async (query) => {
    const finding = await findDeposits(client, logs, { ...query, fresh: [] });
    if (!finding) return null;
    const { range, end, sightings } = finding;
    const inflows = await readInflows(sightings);
    const outflows = await readOutflows(range);
    // A node behind a load balancer can answer an empty list for blocks that it does not have.
    const endAgain = await readHeader(client, { blockNumber: range.to });
    if (endAgain.hash !== end.hash) throw contradiction(client, 'the chain changed during the read');
    return { range, flows: [...inflows, ...outflows] };
  };
}
