import { randomBytes } from 'node:crypto';
import { access, mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Address } from 'viem';
import { readPrivateFile, writePrivateFile } from '../privateFile.ts';
import { replaceFile } from '../replaceFile.ts';
import { readKeystoreAddress, writeKeystore } from '../signer/keystore.ts';
import { SetupRefused } from './contractFiles.ts';
import type { Deployed } from './deployChain.ts';
import type { RolePasswords } from './setUpDatabase.ts';
import { ALL_ROLES } from './setUpDatabase.ts';

/** The folder that `operator init` fills. A repeated run keeps its keys, passwords and contracts. */
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
