import type { Keystore } from 'ox/Keystore';
import { decrypt, encrypt, scrypt, toKey } from 'ox/Keystore';
import * as v from 'valibot';
import type { Address, Hex } from 'viem';
import { getAddress, isAddress } from 'viem';
import { privateKeyToAddress } from 'viem/accounts';
import { readPrivateFile, writePrivateFile } from '../config/privateFile.ts';
import { OperatorError } from '../operatorError.ts';

/** A keystore file that gives no key. The message tells a person why. */
export class KeystoreRefused extends OperatorError {
  readonly code = 'KEYSTORE_REFUSED';
}

/** What others use too, geth first of all: a quarter of a gigabyte and about two seconds for every guess. */
const STANDARD_COST = 262_144;
const BLOCK_SIZE = 8;
const PARALLELISM = 1;
// 128 bytes * cost * block size; more than this is no keystore but an attempt to bring the machine down.
const MAX_MEMORY_BYTES = 1024 ** 3;

const hex = v.pipe(v.string(), v.regex(/^[0-9a-fA-F]+$/));
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(1));

const keystoreSchema = v.object({
  version: v.literal(3),
  id: v.string(),
  address: v.optional(v.string()),
  crypto: v.object({
    cipher: v.literal('aes-128-ctr'),
    ciphertext: hex,
    cipherparams: v.object({ iv: hex }),
    mac: hex,
    kdf: v.literal('scrypt'),
    kdfparams: v.object({ dklen: v.literal(32), n: count, p: count, r: count, salt: hex }),
  }),
});

export type KeystoreOptions = {
  readonly privateKey: Hex;
  readonly password: string;
  /** What a guess at the password costs (scrypt's n, a power of two). Only a key without worth gets less than the standard. */
  readonly cost?: number;
};

/**
 * Writes a key to a new file, encrypted (Web3 Secret Storage version 3), for its owner only.
 * @returns the key's account
 * @throws PrivateFileRefused where the file is there already
 */
export async function writeKeystore(
  path: string,
  { privateKey, password, cost = STANDARD_COST }: KeystoreOptions,
): Promise<Address> {
  if (password === '') throw new KeystoreRefused('The password of a keystore must not be empty.');
  const [key, derivation] = scrypt({ password, n: cost, r: BLOCK_SIZE, p: PARALLELISM });
  const address = privateKeyToAddress(privateKey);
  const keystore = { address: address.slice(2).toLowerCase(), ...encrypt(privateKey, key, derivation) };
  await writePrivateFile(path, `${JSON.stringify(keystore, null, 2)}\n`);
  return address;
}

async function readFile(path: string) {
  const text = await readPrivateFile(path);
  const file = v.safeParse(v.pipe(v.string(), v.parseJson(), keystoreSchema), text);
  if (!file.success) throw new KeystoreRefused(`${path} is not a keystore of version 3 with scrypt.`);
  const { n, r } = file.output.crypto.kdfparams;
  if (128 * n * r > MAX_MEMORY_BYTES) throw new KeystoreRefused(`${path} asks for more memory than any keystore does.`);
  return file.output;
}

/** The account that a keystore says it is for; its password is not needed, so nothing proves it. */
export async function readKeystoreAddress(path: string): Promise<Address> {
  const { address } = await readFile(path);
  const account = `0x${address}`;
  if (!isAddress(account, { strict: false })) throw new KeystoreRefused(`${path} does not name its account.`);
  return getAddress(account);
}

/**
 * Reads the key out of a keystore that only its owner can read.
 * @throws KeystoreRefused, PrivateFileRefused
 */
export async function readKeystore(path: string, password: string): Promise<Hex> {
  const { address, ...file } = await readFile(path);
  const keystore: Keystore = file;
  // Not the library's asynchronous form: it leaves two of scrypt's parameters at its own defaults.
  const key = toKey(keystore, { password });
  const privateKey = decryptOrNull(keystore, key);
  if (privateKey === null) throw new KeystoreRefused(`The password does not open ${path}.`);
  if (address !== undefined && `0x${address}`.toLowerCase() !== privateKeyToAddress(privateKey).toLowerCase()) {
    throw new KeystoreRefused(`${path} names another account than that of its key.`);
  }
  return privateKey;
}

function decryptOrNull(keystore: Keystore, key: ReturnType<typeof toKey>): Hex | null {
  try {
    return decrypt(keystore, key);
  } catch {
    return null;
  }
}
