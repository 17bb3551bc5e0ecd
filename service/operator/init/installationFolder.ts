import { randomBytes } from 'node:crypto';
import { access, mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Address } from 'viem';
import { readPrivateFile, replaceFile, writePrivateFile } from '../../boot/privateFiles.ts';
import { readKeystoreAddress, writeKeystore } from '../../signer/process/keystore.ts';
import type { Deployed } from './deployChain.ts';
import { SetupRefused } from './deployChain.ts';
import type { RolePasswords } from './setUpDatabase.ts';
import { ALL_ROLES } from './setUpDatabase.ts';

const LINE = /^\s*(\w+)=(?:'([^']*)'|"([^"$`\\]*)"|([^\s'"$`\\&;|<>()#~]*))\s*$/;
const IGNORED = /^\s*(?:[#;].*)?$/;

/**
 * Writes URLs as an environment file. systemd, a shell and `parseEnvFile` read the same value from single quotes, whatever it
 * contains but a quote or a backslash. In a URL these can be written with percent signs.
 */
export function writeEnvFile(urls: Readonly<Record<string, string>>): string {
  return Object.entries(urls)
    .map(([name, url]) => `${name}='${url.replaceAll("'", '%27').replaceAll('\\', '%5C')}'\n`)
    .join('');
}

/**
 * Reads an environment file. It accepts only lines of which systemd and a shell take the same value. No message quotes a value,
 * which can be a secret.
 * @throws SetupRefused
 */
export function parseEnvFile(text: string): Readonly<Record<string, string>> {
  const entries = text.split('\n').flatMap((line, index) => {
    if (IGNORED.test(line)) return [];
    const [, name, single, double, bare] = LINE.exec(line) ?? [];
    if (name !== undefined) return [[name, single ?? double ?? bare ?? ''] as const];
    throw new SetupRefused(
      `Line ${index + 1} is not NAME='value'. Write the value in single quotes: systemd and a shell must read the same.`,
    );
  });
  return Object.fromEntries(entries);
}

/** The folder that `causeway init` fills. A repeated run keeps its keys, passwords and contracts. */
export type InstallationFolder = {
  readonly path: string;
  /** Creates the key of the hot wallet, once. */
  readonly hotWallet: (createKey: () => `0x${string}`) => Promise<Address>;
  /** Whether an earlier run has stored the passwords of the roles. */
  readonly hasPasswords: () => Promise<boolean>;
  readonly passwords: () => Promise<RolePasswords>;
  readonly deployed: () => Promise<Readonly<Record<string, Deployed>>>;
  readonly storeDeployed: (chainName: string, deployed: Deployed) => Promise<void>;
  /** The environment file of an operator; null before it exists, and after it was handed over. */
  readonly operatorEnv: (operator: string) => Promise<string | null>;
  /** Replaces a file, which can be in a folder: `operators/alice/operator.env`. */
  readonly write: (name: string, text: string) => Promise<void>;
};

const PASSWORDS = 'database-passwords.json';
const SECRET_BYTES = 24;
export const createSecret = () => randomBytes(SECRET_BYTES).toString('base64url');

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

export async function openInstallationFolder(path: string): Promise<InstallationFolder> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  const at = (name: string) => join(path, name);
  const readOrCreate = async (name: string, create: () => string): Promise<string> => {
    if (!(await exists(at(name)))) await writePrivateFile(at(name), create());
    return readPrivateFile(at(name));
  };
  const deployed = async () => {
    const text = await readFile(at('deployments.json'), 'utf8').catch(() => '{}');
    return JSON.parse(text) as Record<string, Deployed>;
  };
  return {
    path,
    hotWallet: async (createKey) => {
      const keystore = at('maker.json');
      if (await exists(keystore)) return readKeystoreAddress(keystore);
      // The payer of a vault is fixed when it is deployed. A new key could pay nothing from it.
      if (Object.values(await deployed()).some(({ vault }) => vault !== undefined)) {
        throw new SetupRefused(
          `deployments.json names a vault, but ${keystore} is missing: the key that pays from the vault. Copy it back, then run the command again.`,
        );
      }
      const password = (await readOrCreate('keystore-password', () => `${createSecret()}\n`)).trim();
      return writeKeystore(keystore, { privateKey: createKey(), password });
    },
    hasPasswords: () => exists(at(PASSWORDS)),
    passwords: async () => {
      const create = () => JSON.stringify(Object.fromEntries(ALL_ROLES.map((role) => [role, createSecret()])));
      return JSON.parse(await readOrCreate(PASSWORDS, create));
    },
    deployed,
    storeDeployed: async (chainName, one) => {
      const all = { ...(await deployed()), [chainName]: one };
      await replaceFile(at('deployments.json'), `${JSON.stringify(all, null, 2)}\n`);
    },
    operatorEnv: async (operator) => {
      const path = at(`operators/${operator}/operator.env`);
      return (await exists(path)) ? readPrivateFile(path) : null;
    },
    write: async (name, text) => {
      await mkdir(dirname(at(name)), { recursive: true, mode: 0o700 });
      await replaceFile(at(name), text);
    },
  };
}
