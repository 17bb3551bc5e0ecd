import { join } from 'node:path';
import type { Address, Hex } from 'viem';
import type { Environment, FileConfig, Role, SignerConfig } from './config.ts';
import { ROLES } from './config.ts';
import type { Catalog } from './model/catalog.ts';
import { listMainnets } from './model/catalog.ts';
import { OperatorError } from './operatorError.ts';
import { PrivateFileRefused, readPrivateFile } from './privateFiles.ts';
import type { TlsIdentity } from './tls.ts';
import { readTlsIdentity, tlsFilesIn } from './tls.ts';

/** Reads the certificates for the connection between a worker and its signer, and reports a problem with them. */
export async function readTlsIn(state: string, problems: string[]): Promise<TlsIdentity | null> {
  try {
    return await readTlsIdentity(tlsFilesIn(state));
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    problems.push(error.message);
    return null;
  }
}

const PRIVATE_KEY = /^0x[0-9a-fA-F]{64}$/;
/** The file with the hot wallet's private key, in the folder of a service that signs for testnets by itself. */
export const KEY_FILE = 'hot-wallet.key';

export function isPrivateKey(text: string): text is Hex {
  return PRIVATE_KEY.test(text);
}

export function readRole({ CAUSEWAY_ROLE: text = 'all' }: Environment, problems: string[]): Role | null {
  const role = ROLES.find((known) => known === text);
  if (!role) problems.push(`CAUSEWAY_ROLE must be one of ${ROLES.join(', ')}, not "${text}".`);
  return role ?? null;
}

async function readHotWalletKey(path: string, problems: string[]): Promise<SignerConfig | null> {
  try {
    const key = (await readPrivateFile(path)).trim();
    if (isPrivateKey(key)) return { kind: 'key', key };
    problems.push(`${path} does not hold a private key: it must be 0x and 64 hex digits.`);
  } catch (error) {
    if (!(error instanceof PrivateFileRefused)) throw error;
    problems.push(error.message);
  }
  return null;
}

type Connecting = { readonly url: string; readonly hotWallet: Address | undefined };

/** Reads how to reach a signer on another machine. */
async function readRoute(env: Environment, { url, hotWallet }: Connecting, problems: string[]) {
  const { CAUSEWAY_STATE: state } = env;
  if (!state) {
    problems.push(
      'CAUSEWAY_STATE is not set. With signer.url, set it to the folder that has the certificates in "tls".',
    );
    return null;
  }
  const identity = await readTlsIn(state, problems);
  return identity && hotWallet ? ({ kind: 'tls', origin: new URL(url), identity, hotWallet } as const) : null;
}

/**
 * Reads how the process signs. A key in the worker's memory is for testnets only: a compromised worker would leak it.
 * With a signer, the worker never has the key.
 */
export async function readSigner(
  env: Environment,
  file: Pick<FileConfig, 'installation' | 'catalog'> | null,
  problems: string[],
): Promise<SignerConfig | null> {
  const { CAUSEWAY_SOCKET: path, CAUSEWAY_STATE: state } = env;
  const url = file?.installation.signer.url;
  const hotWallet = file?.catalog.chains[0]?.hotWallet;
  if (file && !hotWallet) problems.push('chains must list at least one chain.');
  if (url !== undefined) return readRoute(env, { url, hotWallet }, problems);
  if (path) return hotWallet ? { kind: 'socket', path, hotWallet } : null;
  if (!state) {
    problems.push(
      `CAUSEWAY_SOCKET is not set. Run the signer and set its socket here, or signer.url for one on another machine. For testnets, ${KEY_FILE} in the folder CAUSEWAY_STATE works too.`,
    );
    return null;
  }
  const keyFile = join(state, KEY_FILE);
  const mainnets = listMainnets(file?.catalog);
  for (const { name } of mainnets) {
    problems.push(`${name} is a mainnet: ${keyFile} is for testnets only. Run the signer and set CAUSEWAY_SOCKET.`);
  }
  return mainnets.length > 0 ? null : readHotWalletKey(keyFile, problems);
}

const SIGNING_VARIABLES = ['CAUSEWAY_SOCKET', 'CAUSEWAY_STATE'] as const;

/** Reports what a process that only serves requests could sign with. */
export function refuseSecrets(env: Environment, problems: string[]): void {
  for (const name of SIGNING_VARIABLES.filter((variable) => env[variable])) {
    problems.push(`${name} is set, but a process with CAUSEWAY_ROLE=api must not be able to sign. Remove ${name}.`);
  }
}

/** @returns a sentence for each chain whose hot wallet isn't the signing account */
export function findWalletMismatches({ chains }: Catalog, account: Address): readonly string[] {
  return chains
    .filter(({ hotWallet }) => hotWallet !== account)
    .map(
      ({ name, hotWallet }) =>
        `The hot wallet of ${name} is ${hotWallet}, but the signing key belongs to ${account}. Correct "hotWallet", or sign with the key of the hot wallet.`,
    );
}
