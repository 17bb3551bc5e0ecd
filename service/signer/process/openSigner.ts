// SIGNER PROCESS. In come workers' requests; out come signatures, only for payments that this process verified with its
// own providers, policy and log. It has no access to the database, and trusts nothing a worker can write.

import type { Logger } from 'pino';
import { isSameAddress } from '#shared/address.ts';
import type { Environment } from '../../boot/config.ts';
import { vaultsOf } from '../../boot/model/catalog.ts';
import { InvalidConfig } from '../../boot/operatorError.ts';
import type { RpcObserver } from '../../chain/rpc/rpcObserver.ts';
import { SILENT_OBSERVER } from '../../chain/rpc/rpcObserver.ts';
import type { UsedVault } from './callIndex.ts';
import { claimState, findKeystore, openKey } from './keys.ts';
import { KeystoreRefused } from './keystore.ts';
import { openPaymentLog, paymentLogPath } from './paymentLog.ts';
import type { Policy } from './policy.ts';
import { readPolicy } from './policyFile.ts';
import { connectProviders } from './providers.ts';
import type { SignerServer } from './server.ts';
import { startSignerServer } from './server.ts';
import type { SigningContext } from './signVerified.ts';
import type { RemoteAccess } from './tlsServer.ts';
import { readRemoteAccess, startTlsServer } from './tlsServer.ts';

/**
 * Refuses a policy without a vault that this signer has paid from: it would not ask that vault what it has paid.
 * @throws InvalidConfig
 */
export function requireVaults({ chains }: Policy, used: readonly UsedVault[]): void {
  const problems = chains.flatMap((chain) => {
    const paid = new Set(used.filter(({ chainId }) => chainId === chain.id).map(({ vault }) => vault));
    const missing = [...paid].filter((vault) => !vaultsOf(chain).some((known) => isSameAddress(known, vault)));
    return missing.map(
      (vault) =>
        `The policy of ${chain.name} lacks the vault ${vault}, which has paid. Add it to "retiredVaults": otherwise what it has paid could be paid again.`,
    );
  });
  if (problems.length > 0) throw new InvalidConfig(problems);
}

const VARIABLES = {
  state: ['CAUSEWAY_STATE', 'the folder with the key files and the payment log'],
  installation: ['CAUSEWAY_INSTALLATION', "the signer's own copy of installation.json"],
  socket: ['CAUSEWAY_SOCKET', 'the path of the socket to listen on'],
} as const;

type PathName = keyof typeof VARIABLES;

/**
 * Reads the paths that a signer command needs.
 * @throws InvalidConfig with a sentence for each missing one
 */
export function requirePaths<Name extends PathName>(env: Environment, names: readonly Name[]): Record<Name, string> {
  const problems: string[] = [];
  const paths = names.map((name) => {
    const [variable, what] = VARIABLES[name];
    const path = env[variable];
    if (!path) problems.push(`${variable} is not set. Set it to ${what}.`);
    return [name, path ?? ''];
  });
  if (problems.length > 0) throw new InvalidConfig(problems);
  return Object.fromEntries(paths);
}

export type RunningSigner = {
  stop(): Promise<void>;
};

/** What listens: always the socket, and an address if workers run on other machines. */
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
 * Opens the keystore, then signs what the policy allows for every process that can open the socket, and for every
 * worker on another machine with an accepted certificate.
 * @throws InvalidConfig, KeystoreRefused, PrivateFileRefused, TlsFilesRefused, SocketRefused, AddressRefused,
 * SignerLogBroken, DirectoryLocked
 */
export async function openSigner(env: Environment, logger: Logger): Promise<RunningSigner> {
  const paths = requirePaths(env, ['state', 'installation', 'socket']);
  const policy = await readPolicy(paths.installation, env);
  const access = policy.remote && (await readRemoteAccess(policy.remote, paths.state));
  const keystore = await findKeystore(paths.state, policy.hotWallet);
  const signer = await openKey(keystore, env);
  if (signer.address !== policy.hotWallet) {
    throw new KeystoreRefused(
      `The policy's hot wallet is ${policy.hotWallet}, but the keystore's key belongs to ${signer.address}. Use the keystore of the hot wallet, or correct "hotWallet" in the policy.`,
    );
  }
  const lock = await claimState(paths.state);
  try {
    const paymentLog = await openPaymentLog(paymentLogPath(paths.state));
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
