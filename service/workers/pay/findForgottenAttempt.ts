import type { Hash } from 'viem';
import { readNonceUse } from '../../chain/nonceUse.ts';
import type { ForgottenAttempt } from '../../db/forgottenAttempts.ts';
import { readForgotten, removeForgotten } from '../../db/forgottenAttempts.ts';
import type { EngineContext } from '../engineContext.ts';

/** Whether no RPC of the chain can still mine the attempt. Without every RPC's answer it can. */
async function isFinal({ clients }: EngineContext, { chainId, address, nonce }: ForgottenAttempt): Promise<boolean> {
  const client = clients.get(chainId);
  const use = client ? await readNonceUse(client, address).catch(() => null) : null;
  return use !== null && nonce < use.finallyUsed;
}

/**
 * Finds an attempt at a payment of a transfer that only the journal has and that can still be mined. The chain cannot say
 * yet whether the transfer is paid.
 */
export async function findForgottenAttempt(context: EngineContext, transferId: Hash): Promise<ForgottenAttempt | null> {
  for (const attempt of await readForgotten(context.database, transferId)) {
    if (!(await isFinal(context, attempt))) return attempt;
    await removeForgotten(context.database, attempt);
  }
  return null;
}
