import type { Hash } from 'viem';
import { readBurntGas } from '../../chain/burntGas.ts';
import { readFailedSends } from '../../db/failedSends.ts';
import { burntValue } from '../../domain/failedPayment.ts';
import type { EngineContext } from '../engineContext.ts';

/**
 * The value of the gas that a transfer's failed payments burnt, scaled like every price. It is read from the chains at each
 * signing, because anyone who can write to the database can change the stored value, and so the refund.
 */
export async function readBurntValue({ clients, database }: EngineContext, id: Hash): Promise<bigint> {
  const sends = await readFailedSends(database, id);
  const values = await Promise.all(
    sends.map(async ({ chainId, ...send }) => {
      const client = clients.get(chainId);
      const burnt = client && (await readBurntGas(client, { id, ...send }));
      return burnt ? burntValue({ ...burnt, nativePrice: client.chain.nativePrice }) : 0n;
    }),
  );
  return values.reduce((sum, value) => sum + value, 0n);
}
