import type { Address, Hex } from 'viem';
import type { Catalog } from '../domain/catalog.ts';
import type { Environment } from './config.ts';
import { PrivateFileRefused, readPrivateFile } from './privateFile.ts';

/** What a process does: `api` serves requests and can sign nothing, `worker` moves money and serves nobody. */
export const ROLES = ['all', 'api', 'worker'] as const;
export type Role = (typeof ROLES)[number];

export type SignerConfig =
  | { readonly kind: 'socket'; readonly path: string; readonly maker: Address }
  | { readonly kind: 'key'; readonly key: Hex };

type Problems = string[];

const PRIVATE_KEY = /^0x[0-9a-fA-F]{64}$/;
const SIGNING_VARIABLES = ['CAUSEWAY_SIGNER_SOCKET', 'CAUSEWAY_MAKER_KEY_FILE', 'CAUSEWAY_MAKER_KEY'] as const;
const SECRET_VARIABLES = [...SIGNING_VARIABLES, 'CAUSEWAY_KEYSTORE', 'CAUSEWAY_KEYSTORE_PASSWORD_FILE'] as const;

export function isPrivateKey(text: string): text is Hex {
  return PRIVATE_KEY.test(text);
}

export function readRole({ CAUSEWAY_ROLE: text = 'all' }: Environment, problems: Problems): Role | null {
  const role = ROLES.find((known) => known === text);
  if (!role) problems.push(`CAUSEWAY_ROLE must be one of ${ROLES.join(', ')}.`);
  return role ?? null;
}

async function readKey({ CAUSEWAY_MAKER_KEY_FILE: path, CAUSEWAY_MAKER_KEY: inline = '' }: Environment) {
  return path ? (await readPrivateFile(path)).trim() : inline;
}

async function readMakerKey(env: Environment, problems: Problems): Promise<SignerConfig | null> {
  try {
    const key = await readKey(env);
    if (isPrivateKey(key)) return { kind: 'key', key };
    problems.push("The maker's key is not a private key: it must be 0x and 64 hex digits.");
  } catch (error) {
    if (!(error instanceof PrivateFileRefused)) throw error;
    problems.push(error.message);
  }
  return null;
}

/**
 * Where a process that moves money gets its signatures. A key in its own memory is for testnets: whoever takes over the
 * process would have it.
 */
export async function readSigner(
  env: Environment,
  catalog: Catalog | undefined,
  problems: Problems,
): Promise<SignerConfig | null> {
  const [variable, ...others] = SIGNING_VARIABLES.filter((name) => env[name]);
  if (others.length > 0) problems.push(`Set ${variable} or ${others.join(' or ')}, not more than one of them.`);
  else if (!variable) {
    problems.push(
      'CAUSEWAY_SIGNER_SOCKET is not set; it names the socket of the signer. Testnets can do with CAUSEWAY_MAKER_KEY_FILE.',
    );
  } else if (variable === 'CAUSEWAY_SIGNER_SOCKET') {
    const maker = catalog?.chains[0]?.maker;
    if (maker) return { kind: 'socket', path: env[variable] ?? '', maker };
    if (catalog) problems.push('chains: must list at least one chain to sign for');
  } else {
    const mainnets = catalog?.chains.filter(({ category }) => category === 'Mainnet') ?? [];
    for (const { name } of mainnets) {
      problems.push(
        `${name} is no testnet, so ${variable} is not for it: let a signer hold the key, CAUSEWAY_SIGNER_SOCKET.`,
      );
    }
    return readMakerKey(env, problems);
  }
  return null;
}

/** A process that serves requests has nothing to sign with, or it does not start. */
export function refuseSecrets(env: Environment, problems: Problems): void {
  for (const name of SECRET_VARIABLES.filter((variable) => env[variable])) {
    problems.push(`${name} is set, and a process with CAUSEWAY_ROLE=api must have nothing to sign with. Take it away.`);
  }
}
