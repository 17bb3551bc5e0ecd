import type { Hash } from 'viem';
import { readNonceUse } from '../../chain/nonceUse.ts';
import { readPayerRight } from '../../chain/payerRight.ts';
import type { ForgottenAttempt } from '../../db/forgottenAttempts.ts';
import { removeForgotten } from '../../db/forgottenAttempts.ts';
import type { EngineContext } from '../engineContext.ts';
import type { BatchReads } from './batchReads.ts';

/**
 * Whether the attempt can pay nothing more: no RPC of the chain can still mine it, or its sender is a former hot wallet that is
 * no payer any more. Without every RPC's answer, or a quorum's for the second, it can.
 */
async function isFinal({ clients }: EngineContext, { chainId, address, nonce }: ForgottenAttempt): Promise<boolean> {
  const client = clients.get(chainId);
  if (!client) return false;
  const use = await readNonceUse(client, address).catch(() => null);
  if (use !== null && nonce < use.finallyUsed) return true;
  if (address === client.chain.hotWallet) return false;
  const right = await readPayerRight(client, address).catch(() => null);
  return right?.kind === 'gone';
}

/**
 * Finds an attempt at a payment of a transfer that only the journal has and that can still be mined. The chain cannot say
 * yet whether the transfer is paid.
 */
export async function findForgottenAttempt(
  context: EngineContext,
  reads: Pick<BatchReads, 'forgotten'>,
  transferId: Hash,
): Promise<ForgottenAttempt | null> {
  for (const attempt of await reads.forgotten(transferId)) {
    if (!(await isFinal(context, attempt))) return attempt;
    await removeForgotten(context.database, attempt);
  }
  return null;
}
