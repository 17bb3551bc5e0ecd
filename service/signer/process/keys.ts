import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import * as v from 'valibot';
import type { Address, Hex } from 'viem';
import { parseUrl } from '#shared/parseUrl.ts';
import type { Environment } from '../../boot/config.ts';
import { KEYSTORE_PASSWORD } from '../../boot/fields.ts';
import { locateSecret, readPrivateFile } from '../../boot/privateFiles.ts';
import type { DirectoryLock } from '../../db/directoryLock.ts';
import { lockDirectory } from '../../db/directoryLock.ts';
import type { KeySigner } from '../client/signer.ts';
import { createKeySigner } from '../client/signer.ts';
import { KeystoreRefused, readKeystore, readKeystoreAddress } from './keystore.ts';
import { refuseMovedState } from './moveState.ts';
import type { Web3SignerKey } from './web3signer.ts';
import { addressOfKey, createWeb3Signer } from './web3signer.ts';

/**
 * Makes this process the only one that uses a signer's folder.
 * @throws DirectoryLocked
 */
export async function lockState(folder: string): Promise<DirectoryLock> {
  return lockDirectory(
    join(folder, 'signer.lock'),
    (holder) =>
      `The folder of this keystore is in use by ${holder}. Stop that signer first: two signers would not remember each other's payments. Another installation needs its own folder.`,
  );
}

/**
 * Makes this process the only one that signs with a folder's keys and payment log.
 * @throws DirectoryLocked, MoveRefused
 */
export async function claimState(folder: string): Promise<DirectoryLock> {
  refuseMovedState(folder);
  return lockState(folder);
}

/** Asks on the terminal without echoing the answer. */
async function ask(question: string): Promise<string> {
  process.stderr.write(`${question}: `);
  const silence = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silence, terminal: true });
  try {
    return await terminal.question('');
  } finally {
    terminal.close();
    process.stderr.write('\n');
  }
}

/** Reads the keystore's password from its file among the secrets, or asks for it on the terminal. */
export async function readPassword(env: Environment, { isNew = false } = {}): Promise<string> {
  const path = locateSecret(KEYSTORE_PASSWORD, env);
  if (existsSync(path) || !process.stdin.isTTY) return (await readPrivateFile(path)).replace(/\r?\n$/, '');
  const password = await ask('Password of the keystore');
  if (isNew && (await ask('Repeat the password')) !== password)
    throw new KeystoreRefused('The two passwords differ. No keystore was written.');
  return password;
}

/** Reads a private key from the terminal or a pipe, not from an argument: every account can read arguments. */
export async function readTypedKey(): Promise<string> {
  return (process.stdin.isTTY ? await ask('Private key') : await text(process.stdin)).trim();
}

const LOOPBACK = ['127.0.0.1', '[::1]', 'localhost'];

const path = v.pipe(v.string(), v.minLength(1));
const web3SignerFile = v.strictObject({
  web3signer: v.string(),
  publicKey: v.pipe(
    v.string(),
    v.regex(/^0x[0-9a-fA-F]{128}$/, 'publicKey must be 0x and 128 hex digits'),
    v.transform((text): Hex => `0x${text.slice(2).toLowerCase()}`),
  ),
  tls: v.optional(v.strictObject({ certFile: path, keyFile: path, caFile: path })),
});
const withWeb3Signer = v.pipe(v.string(), v.parseJson(), v.looseObject({ web3signer: v.unknown() }));

function parseOrigin(file: string, text: string, hasTls: boolean): URL {
  const url = parseUrl(text);
  if (url && `${url.origin}/` === url.href) {
    if (url.protocol === 'https:' && hasTls) return url;
    if (url.protocol === 'http:' && !hasTls && LOOPBACK.includes(url.hostname)) return url;
  }
  // Everyone who reaches Web3Signer can make it sign anything.
  throw new KeystoreRefused(
    `"web3signer" in ${file} must be https://, a host and a port, with "tls" beside it. Without "tls" it can be http:// and an address of this machine.`,
  );
}

/** @returns null if the file is a keystore with the key itself */
async function readWeb3SignerFile(file: string): Promise<Web3SignerKey | null> {
  const text = await readPrivateFile(file);
  const found = v.safeParse(withWeb3Signer, text);
  if (!found.success) return null;
  const parsed = v.safeParse(web3SignerFile, found.output);
  if (!parsed.success) {
    throw new KeystoreRefused(`${file} names a Web3Signer, but ${parsed.issues[0].message}.`);
  }
  const { web3signer, publicKey, tls } = parsed.output;
  const origin = parseOrigin(file, web3signer, tls !== undefined);
  return { origin, publicKey, tls: tls ? { cert: tls.certFile, key: tls.keyFile, ca: tls.caFile } : null };
}

/**
 * Opens the hot wallet's signer: a keystore's key, or a key that Web3Signer has.
 * @throws KeystoreRefused, PrivateFileRefused
 */
export async function openKey(keystore: string, env: Environment): Promise<KeySigner> {
  const key = await readWeb3SignerFile(keystore);
  if (key) return createWeb3Signer(key);
  return createKeySigner(await readKeystore(keystore, await readPassword(env)));
}

/**
 * Finds an account's key file in a folder. After a rotation the folder has both keys, and the installation file
 * decides.
 * @throws KeystoreRefused
 */
export async function findKeystore(folder: string, account: Address): Promise<string> {
  const names = await readdir(folder).catch(() => []);
  const files = names.filter((name) => name.endsWith('.json')).map((name) => join(folder, name));
  for (const file of files) {
    const address = await readKeyAddress(file).catch(() => null);
    if (address === account) return file;
  }
  throw new KeystoreRefused(
    `None of the ${files.length} key files in ${folder} has the key of the hot wallet ${account}. Copy its keystore there, or correct "hotWallet".`,
  );
}

/** Reads the account of a keystore, or of a key that Web3Signer has, without using the key. */
export async function readKeyAddress(keystore: string): Promise<Address> {
  const key = await readWeb3SignerFile(keystore);
  return key ? addressOfKey(key.publicKey) : readKeystoreAddress(keystore);
}
