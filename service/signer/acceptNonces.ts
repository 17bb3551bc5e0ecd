import type { Environment } from '../config/config.ts';
import { requirePaths } from './environment.ts';
import { lockKeystore } from './lockKeystore.ts';
import { openPaymentLog, paymentLogPath } from './paymentLog.ts';
import { readPolicy } from './policyFile.ts';
import { connectProviders } from './providers.ts';

/**
 * Accepts that the payment log lacks nonces that the hot wallet has used: after a lost log, or for a key that was used before.
 * @returns a sentence for each chain
 * @throws InvalidConfig, SignerLogBroken, DirectoryLocked, Unverified
 */
export async function acceptNonces(env: Environment): Promise<readonly string[]> {
  const { keystore, policy: policyPath } = requirePaths(env, ['keystore', 'policy']);
  const { chains, hotWallet } = await readPolicy(policyPath);
  const lock = await lockKeystore(keystore);
  try {
    const log = await openPaymentLog(paymentLogPath(keystore));
    const sentences: string[] = [];
    for (const chain of chains) {
      const known = log.nextNonce({ chainId: chain.id, address: hotWallet }) ?? 0;
      const used = await connectProviders(chain, hotWallet).nonces.first();
      if (used > known) await log.accept({ chainId: chain.id, address: hotWallet, nonce: used });
      const nonces = used > known ? `Accepted the nonces ${known} to ${used - 1}` : 'No nonce is missing';
      sentences.push(`${nonces} of ${hotWallet} on ${chain.name}.`);
    }
    await log.close();
    return sentences;
  } finally {
    await lock.release();
  }
}
