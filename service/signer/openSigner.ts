import type { Logger } from 'pino';
import type { RpcObserver } from '../chain/rpcObserver.ts';
import { SILENT_OBSERVER } from '../chain/rpcObserver.ts';
import type { Environment } from '../config/config.ts';
import { requirePaths } from './environment.ts';
import { openKey } from './keyProvider.ts';
import { KeystoreRefused } from './keystore.ts';
import { lockKeystore } from './lockKeystore.ts';
import { openPaymentLog, paymentLogPath } from './paymentLog.ts';
import { readPolicy } from './policyFile.ts';
import { connectProviders } from './providers.ts';
import type { RemoteAccess } from './remoteAccess.ts';
import { readRemoteAccess } from './remoteAccess.ts';
import { requireVaults } from './requireVaults.ts';
import type { SignerServer } from './server.ts';
import { startSignerServer } from './server.ts';
import type { SigningContext } from './signVerified.ts';
import { startTlsServer } from './tlsServer.ts';

export type RunningSigner = {
  stop(): Promise<void>;
};

/** What listens: the socket always, and an address where workers run on other machines. */
async function listen(context: SigningContext, socketPath: string, access: RemoteAccess | null) {
  const servers: SignerServer[] = [await startSignerServer(context, socketPath)];
  const stop = async () => {
    await Promise.all(servers.map((server) => server.stop()));
  };
  try {
    if (access) servers.push(await startTlsServer(context, access));
    return stop;
  } catch (error) {
    await stop();
    throw error;
  }
}

function logSuspects(logger: Logger): RpcObserver {
  return { ...SILENT_OBSERVER, onSuspect: ({ chainId, rpc, detail }) => logger.error({ chainId, rpc }, detail) };
}

/**
 * Opens the keystore, then signs what the policy allows for every process that can open the socket, and for every worker on
 * another machine that has an accepted certificate.
 * @throws InvalidConfig, KeystoreRefused, PrivateFileRefused, SocketRefused, AddressRefused, SignerLogBroken, DirectoryLocked
 */
export async function openSigner(env: Environment, logger: Logger): Promise<RunningSigner> {
  const paths = requirePaths(env, ['keystore', 'policy', 'socket']);
  const access = await readRemoteAccess(env);
  const policy = await readPolicy(paths.policy);
  const signer = await openKey(paths.keystore, env);
  if (signer.address !== policy.hotWallet) {
    throw new KeystoreRefused(
      `The policy's hot wallet is ${policy.hotWallet}, but the keystore's key belongs to ${signer.address}. Use the keystore of the hot wallet, or correct "hotWallet" in the policy.`,
    );
  }
  const lock = await lockKeystore(paths.keystore);
  try {
    const paymentLog = await openPaymentLog(paymentLogPath(paths.keystore));
    requireVaults(policy, paymentLog.vaults());
    const observer = logSuspects(logger);
    const providers = new Map(
      policy.chains.map((chain) => [chain.id, connectProviders(chain, policy.hotWallet, observer)]),
    );
    const context = { signer, policy, providers, paymentLog, logger };
    const stop = await listen(context, paths.socket, access);
    logger.info(
      { address: signer.address, ...(access && { port: access.port, clients: access.clients }) },
      'signer listening',
    );
    return {
      stop: async () => {
        await stop();
        await paymentLog.close();
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}
