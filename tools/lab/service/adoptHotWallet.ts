import { rememberChain } from '../../../service/chain/chains.ts';
import type { Database } from '../../../service/db/database.ts';
import { migrate } from '../../../service/db/migrate.ts';
import { rememberSender } from '../../../service/payments/senders.ts';
import type { TestBridge } from '../chains/testBridge.ts';

/**
 * Stores the hot wallet's nonces in an empty database, so that the service does not halt. The wallet's earlier payments belong
 * to other tests, whose deposits the service does not read.
 */
export async function adoptHotWallet(
  database: Database,
  { origin, destination, hotWallet }: TestBridge,
): Promise<void> {
  await migrate(database);
  const { address } = hotWallet;
  for (const { chain, deployment } of [origin, destination]) {
    const { id: chainId, client } = chain;
    const { hash: genesisHash } = await client.getBlock({ blockNumber: 0n });
    const nextNonce = await client.getTransactionCount({ address });
    await rememberChain(database, { chainId, genesisHash, depositContract: deployment.depositContract });
    await rememberSender(database, { chainId, address, nextNonce, haltedReason: null });
  }
}
