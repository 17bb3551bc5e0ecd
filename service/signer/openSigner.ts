import type { Logger } from 'pino';
import type { RpcObserver } from '../chain/rpcObserver.ts';
import { SILENT_OBSERVER } from '../chain/rpcObserver.ts';
import { createKeySigner } from '../chain/signer.ts';
import { systemClock } from '../clock.ts';
import type { Environment } from '../config/config.ts';
import { InvalidConfig } from '../config/invalidConfig.ts';
import { lockDirectory } from '../db/directoryLock.ts';
import { KeystoreRefused, readKeystore } from './keystore.ts';
import { readPassword } from './password.ts';
import { openPaymentLog } from './paymentLog.ts';
import { readPolicy } from './policyFile.ts';
import { connectProviders } from './providers.ts';
import { startSignerServer } from './server.ts';
import { openSpendingLog } from './spendingLog.ts';

export type RunningSigner = { stop(): Promise<void> };

type Paths = { readonly keystore: string; readonly policy: string; readonly socket: string };

function readPaths(env: Environment): Paths {
  const { CAUSEWAY_KEYSTORE: keystore, CAUSEWAY_SIGNER_POLICY: policy, CAUSEWAY_SIGNER_SOCKET: socket } = env;
  const problems: string[] = [];
  if (!keystore)
    problems.push('CAUSEWAY_KEYSTORE is not set. Set it to the file with the encrypted key of the hot wallet.');
  if (!policy) problems.push('CAUSEWAY_SIGNER_POLICY is not set. Set it to the file with the signing policy.');
  if (!socket) problems.push('CAUSEWAY_SIGNER_SOCKET is not set. Set it to the path of the socket to listen on.');
  if (!keystore || !policy || !socket) throw new InvalidConfig(problems);
  return { keystore, policy, socket };
}

function logSuspects(logger: Logger): RpcObserver {
  return { ...SILENT_OBSERVER, onSuspect: ({ chainId, rpc, detail }) => logger.error({ chainId, rpc }, detail) };
}

/**
 * Opens the keystore, then signs what the policy allows for every process that can open the socket.
 * @throws InvalidConfig, KeystoreRefused, PrivateFileRefused, SocketRefused, SignerLogBroken, DirectoryLocked
 */
export async function openSigner(env: Environment, logger: Logger): Promise<RunningSigner> {
  const paths = readPaths(env);
  const policy = await readPolicy(paths.policy);
  const signer = createKeySigner(await readKeystore(paths.keystore, await readPassword(env)));
  if (signer.address !== policy.hotWallet) {
    throw new KeystoreRefused(
      `The policy's hot wallet is ${policy.hotWallet}, but the keystore's key belongs to ${signer.address}. Use the keystore of the hot wallet, or correct "hotWallet" in the policy.`,
    );
  }
  const lock = await lockDirectory(
    `${paths.keystore}.lock`,
    (holder) =>
      `This keystore is in use by ${holder}. Stop that signer first: two signers would not share one hourly cap.`,
  );
  try {
    const spendingLog = await openSpendingLog(`${paths.keystore}.spending`, systemClock);
    const paymentLog = await openPaymentLog(`${paths.keystore}.payments`);
    const providers = new Map(policy.chains.map((chain) => [chain.id, connectProviders(chain, logSuspects(logger))]));
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
