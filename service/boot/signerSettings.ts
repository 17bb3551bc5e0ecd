import type { Address, Hex } from 'viem';
import type { Environment, Role, SignerConfig } from './config.ts';
import { ROLES } from './config.ts';
import type { Catalog } from './model/catalog.ts';
import { listMainnets } from './model/catalog.ts';
import { OperatorError } from './operatorError.ts';
import { PrivateFileRefused, readPrivateFile } from './privateFiles.ts';
import type { TlsFiles, TlsIdentity } from './tls.ts';
import { readTlsIdentity } from './tls.ts';

const VARIABLES = {
  cert: ['CAUSEWAY_SIGNER_TLS_CERT_FILE', 'the certificate of this side'],
  key: ['CAUSEWAY_SIGNER_TLS_KEY_FILE', "the certificate's private key"],
  ca: ['CAUSEWAY_SIGNER_TLS_CA_FILE', 'the certificate of the authority that the other side must have'],
} as const;

/** Reads the certificates for the connection between a worker and its signer, and reports each problem with them. */
export async function readTlsSettings(env: Environment, problems: string[]): Promise<TlsIdentity | null> {
  const files: Record<keyof TlsFiles, string> = { cert: '', key: '', ca: '' };
  let isComplete = true;
  for (const name of ['cert', 'key', 'ca'] as const) {
    const [variable, what] = VARIABLES[name];
    files[name] = env[variable] ?? '';
    if (files[name] !== '') continue;
    isComplete = false;
    problems.push(`${variable} is not set. Set it to the file with ${what}.`);
  }
  if (!isComplete) return null;
  try {
    return await readTlsIdentity(files);
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    problems.push(error.message);
    return null;
  }
}

const PRIVATE_KEY = /^0x[0-9a-fA-F]{64}$/;
const SIGNING_VARIABLES = [
  'CAUSEWAY_SOCKET',
  'CAUSEWAY_SIGNER_URL',
  'CAUSEWAY_MAKER_KEY_FILE',
  'CAUSEWAY_MAKER_KEY',
] as const;
const SECRET_VARIABLES = [
  ...SIGNING_VARIABLES,
  ...(['CAUSEWAY_SIGNER_TLS_KEY_FILE', 'CAUSEWAY_STATE'] as const),
] as const;

export function isPrivateKey(text: string): text is Hex {
  return PRIVATE_KEY.test(text);
}

export function readRole({ CAUSEWAY_ROLE: text = 'all' }: Environment, problems: string[]): Role | null {
  const role = ROLES.find((known) => known === text);
  if (!role) problems.push(`CAUSEWAY_ROLE must be one of ${ROLES.join(', ')}, not "${text}".`);
  return role ?? null;
}

type KeyVariable = 'CAUSEWAY_MAKER_KEY_FILE' | 'CAUSEWAY_MAKER_KEY';

async function readHotWalletKey(
  env: Environment,
  variable: KeyVariable,
  problems: string[],
): Promise<SignerConfig | null> {
  const value = env[variable] ?? '';
  try {
    const key = variable === 'CAUSEWAY_MAKER_KEY_FILE' ? (await readPrivateFile(value)).trim() : value;
    if (isPrivateKey(key)) return { kind: 'key', key };
    problems.push(`${variable} does not give a private key: it must be 0x and 64 hex digits.`);
  } catch (error) {
    if (!(error instanceof PrivateFileRefused)) throw error;
    problems.push(error.message);
  }
  return null;
}

/** The address of a signer on another machine: a host and a port, and nothing else. */
function parseSignerUrl(text: string, problems: string[]): URL | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol === 'https:' && `${url.origin}/` === url.href) return url;
  problems.push(
    `CAUSEWAY_SIGNER_URL must be https://, a host and a port, such as https://signer.internal:8790, not "${text}".`,
  );
  return null;
}

/** Reads how to reach the signer, which has the hot wallet's key. */
async function readRoute(env: Environment, hotWallet: Address, problems: string[]): Promise<SignerConfig | null> {
  const { CAUSEWAY_SOCKET: path, CAUSEWAY_SIGNER_URL: url = '' } = env;
  if (path) return { kind: 'socket', path, hotWallet };
  const origin = parseSignerUrl(url, problems);
  const identity = await readTlsSettings(env, problems);
  return origin && identity && { kind: 'tls', origin, identity, hotWallet };
}

/**
 * Reads how the process signs. A key in the worker's memory is for testnets only: a compromised worker would leak it. With
 * a signer the worker never has the key.
 */
export async function readSigner(
  env: Environment,
  catalog: Catalog | undefined,
  problems: string[],
): Promise<SignerConfig | null> {
  const [variable, ...others] = SIGNING_VARIABLES.filter((name) => env[name]);
  if (others.length > 0) {
    problems.push(`${[variable, ...others].join(' and ')} are set. Set only one of them.`);
  } else if (!variable) {
    problems.push(
      'CAUSEWAY_SOCKET is not set. Run the signer and set its socket here, or its address as CAUSEWAY_SIGNER_URL. For testnets, CAUSEWAY_MAKER_KEY_FILE works too.',
    );
  } else if (variable === 'CAUSEWAY_SOCKET' || variable === 'CAUSEWAY_SIGNER_URL') {
    const hotWallet = catalog?.chains[0]?.hotWallet;
    if (hotWallet) return readRoute(env, hotWallet, problems);
    if (catalog) problems.push('chains must list at least one chain.');
  } else {
    for (const { name } of listMainnets(catalog)) {
      problems.push(`${name} is a mainnet: ${variable} is for testnets only. Run the signer and set CAUSEWAY_SOCKET.`);
    }
    return readHotWalletKey(env, variable, problems);
  }
  return null;
}

/** Reports each secret in the environment of a process that only serves requests: it must not be able to sign. */
export function refuseSecrets(env: Environment, problems: string[]): void {
  for (const name of SECRET_VARIABLES.filter((variable) => env[variable])) {
    problems.push(`${name} is set, but a process with CAUSEWAY_ROLE=api must not be able to sign. Remove ${name}.`);
  }
}

/** @returns a sentence for each chain whose hot wallet is another account than the signing one */
export function findWalletMismatches({ chains }: Catalog, account: Address): readonly string[] {
  return chains
    .filter(({ hotWallet }) => hotWallet !== account)
    .map(
      ({ name, hotWallet }) =>
        `The hot wallet of ${name} is ${hotWallet}, but the signing key belongs to ${account}. Correct "hotWallet", or sign with the key of the hot wallet.`,
    );
}
