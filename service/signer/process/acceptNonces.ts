import type { Environment } from '../../boot/config.ts';
import { claimState, findKeystore } from './keys.ts';
import { requirePaths } from './openSigner.ts';
import { openPaymentLog, paymentLogPath } from './paymentLog.ts';
import { readPolicy } from './policyFile.ts';
import { connectProviders } from './providers.ts';

/**
 * Accepts that the payment log lacks nonces that the hot wallet has used: after a lost log, or for a key that was used
 * before.
 * @returns a sentence for each chain
 * @throws InvalidConfig, SignerLogBroken, DirectoryLocked, Unverified
 */
export async function acceptNonces(env: Environment): Promise<readonly string[]> {
  const paths = requirePaths(env, ['state', 'installation']);
  const { chains, hotWallet } = await readPolicy(paths.installation, env);
  await findKeystore(paths.state, hotWallet);
  const lock = await claimState(paths.state);
  try {
    const log = await openPaymentLog(paymentLogPath(paths.state));
    try {
      const sentences: string[] = [];
      for (const chain of chains) {
        const known = log.nextNonce({ chainId: chain.id, address: hotWallet }) ?? 0;
        const used = await connectProviders(chain, hotWallet).nonces.first();
        if (used > known) await log.accept({ chainId: chain.id, address: hotWallet, nonce: used });
        const result = used > known ? `Accepted nonces ${known} to ${used - 1} of` : 'No nonces are missing for';
        sentences.push(`${result} ${hotWallet} on ${chain.name}.`);
      }
      return sentences;
    } finally {
      await log.close();
    }
  } finally {
    await lock.release();
  }
}
