import type { Logger } from 'pino';
import type { RpcObserver } from '../chain/rpcObserver.ts';
import { SILENT_OBSERVER } from '../chain/rpcObserver.ts';
import { createKeySigner } from '../chain/signer.ts';
import { systemClock } from '../clock.ts';
import type { Environment } from '../config/config.ts';
import { requirePaths } from './environment.ts';
import { KeystoreRefused, readKeystore } from './keystore.ts';
import { lockKeystore } from './lockKeystore.ts';
import { readPassword } from './password.ts';
import { openPaymentLog, paymentLogPath } from './paymentLog.ts';
import { readPolicy } from './policyFile.ts';
import { connectProviders } from './providers.ts';
import { requireVaults } from './requireVaults.ts';
import { startSignerServer } from './server.ts';
import { openSpendingLog } from './spendingLog.ts';

export type RunningSigner = { stop(): Promise<void> };

function logSuspects(logger: Logger): RpcObserver {
  return { ...SILENT_OBSERVER, onSuspect: ({ chainId, rpc, detail }) => logger.error({ chainId, rpc }, detail) };
}

/**
 * Opens the keystore, then signs what the policy allows for every process that can open the socket.
 * @throws InvalidConfig, KeystoreRefused, PrivateFileRefused, SocketRefused, SignerLogBroken, DirectoryLocked
 */
export async function openSigner(env: Environment, logger: Logger): Promise<RunningSigner> {
  const paths = requirePaths(env, ['keystore', 'policy', 'socket']);
  const policy = await readPolicy(paths.policy);
  const signer = createKeySigner(await readKeystore(paths.keystore, await readPassword(env)));
  if (signer.address !== policy.hotWallet) {
    throw new KeystoreRefused(
      `The policy's hot wallet is ${policy.hotWallet}, but the keystore's key belongs to ${signer.address}. Use the keystore of the hot wallet, or correct "hotWallet" in the policy.`,
    );
  }
  const lock = await lockKeystore(paths.keystore);
  try {
    const spendingLog = await openSpendingLog(`${paths.keystore}.spending`, systemClock);
    const paymentLog = await openPaymentLog(paymentLogPath(paths.keystore));
    requireVaults(policy, paymentLog.vaults());
    const providers = new Map(
      policy.chains.map((chain) => [chain.id, connectProviders(chain, policy.hotWallet, logSuspects(logger))]),
    );
    const context = { signer, policy, providers, spendingLog, paymentLog, logger };
    const server = await startSignerServer(context, paths.socket);
    logger.info({ address: signer.address }, 'signer listening');
    return {
      stop: async () => {
        await server.stop();
        await spendingLog.close();
        await paymentLog.close();
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}
