import { lchown, mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Address } from 'viem';
import { generatePrivateKey } from 'viem/accounts';
import { KEYSTORE_PASSWORD } from '../../boot/fields.ts';
import { readPrivateFile } from '../../boot/privateFiles.ts';
import { readKeyAddress } from '../../signer/process/keys.ts';
import { readKeystore, writeKeystore } from '../../signer/process/keystore.ts';
import { SetupRefused } from './conversation.ts';
import { exists } from './installationFile.ts';

/** A file with a hot wallet's key, or that names where the key is. */
export type StoredKey = { readonly path: string; readonly address: Address };

export const keysFolder = (folder: string) => join(folder, 'keys');
/** The password of every keystore in a folder of keys. */
export const keyPasswordPath = (keys: string) => join(keys, KEYSTORE_PASSWORD);
const INSTALLED_PASSWORD = `/etc/causeway/signer-secrets/${KEYSTORE_PASSWORD}`;

/** The keys in a folder. */
export async function listKeys(keys: string): Promise<readonly StoredKey[]> {
  const names = await readdir(keys).catch(() => []);
  const found = names
    .filter((name) => name.endsWith('.json'))
    .map(async (name) => {
      const path = join(keys, name);
      const address = await readKeyAddress(path).catch(() => null);
      return address === null ? [] : [{ path, address }];
    });
  return (await Promise.all(found)).flat();
}

/** Creates a key next to the earlier ones in a folder. */
export async function createKey(keys: string, password: string): Promise<StoredKey> {
  await mkdir(keys, { recursive: true, mode: 0o700 });
  let path = join(keys, 'maker.json');
  for (let number = 2; await exists(path); number += 1) path = join(keys, `maker-${number}.json`);
  return { path, address: await writeKeystore(path, { privateKey: generatePrivateKey(), password }) };
}

/** A folder with the hot wallet's key, and the password that opens it. */
export type KeyHome = { readonly keys: string; readonly password: string };

async function readOpeningPassword({ path }: StoredKey, keys: string): Promise<string> {
  for (const file of [keyPasswordPath(keys), INSTALLED_PASSWORD]) {
    if (!(await exists(file))) continue;
    const password = (await readPrivateFile(file)).trim();
    // The signer has one password file, even after a rotation.
    await readKeystore(path, password);
    return password;
  }
  throw new SetupRefused(`The password of ${path} is missing. Write it into ${keyPasswordPath(keys)}.`);
}

/**
 * Finds the folder that has the hot wallet's key.
 * @throws SetupRefused, KeystoreRefused
 */
export async function findKeyHome(hotWallet: string, folders: readonly string[]): Promise<KeyHome> {
  for (const keys of folders) {
    const key = (await listKeys(keys)).find(({ address }) => address === hotWallet);
    if (key) return { keys, password: await readOpeningPassword(key, keys) };
  }
  throw new SetupRefused(
    `None of ${folders.join(', ')} has the key of the hot wallet ${hotWallet}. Run the command where the key is, or name its folder with --state.`,
  );
}

/** Lets the account of a folder read what root has put there. */
export async function giveToOwner(folder: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(folder);
  for (const name of await readdir(folder, { recursive: true })) await lchown(join(folder, name), uid, gid);
}
