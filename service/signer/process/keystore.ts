import type { Keystore } from 'ox/Keystore';
import { decrypt, encrypt, scrypt, toKey } from 'ox/Keystore';
import * as v from 'valibot';
import type { Address, Hex } from 'viem';
import { getAddress, isAddress } from 'viem';
import { privateKeyToAddress } from 'viem/accounts';
import { OperatorError } from '../../boot/operatorError.ts';
import { readPrivateFile, writePrivateFile } from '../../boot/privateFiles.ts';

/** Thrown when a keystore cannot be read or written. */
export class KeystoreRefused extends OperatorError {
  readonly code = 'KEYSTORE_REFUSED';
}

/** The cost that geth uses: each guess at the password takes 256 MiB and about two seconds. */
const STANDARD_COST = 262_144;
const BLOCK_SIZE = 8;
const PARALLELISM = 1;
// 128 bytes * cost * block size. A file that asks for more would exhaust the machine's memory.
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
  /** The cost of guessing the password: scrypt's n, a power of two. Lower it only for a key without funds. */
  readonly cost?: number;
};

/**
 * Encrypts a key (Web3 Secret Storage version 3) into a new file that only its owner can read.
 * @returns the key's account
 * @throws PrivateFileRefused if the file exists
 */
export async function writeKeystore(
  path: string,
  { privateKey, password, cost = STANDARD_COST }: KeystoreOptions,
): Promise<Address> {
  if (password === '') throw new KeystoreRefused('The password must not be empty. No keystore was written.');
  const [key, derivation] = scrypt({ password, n: cost, r: BLOCK_SIZE, p: PARALLELISM });
  const address = privateKeyToAddress(privateKey);
  const keystore = { address: address.slice(2).toLowerCase(), ...encrypt(privateKey, key, derivation) };
  await writePrivateFile(path, `${JSON.stringify(keystore, null, 2)}\n`);
  return address;
}

async function readFile(path: string) {
  const text = await readPrivateFile(path);
  const file = v.safeParse(v.pipe(v.string(), v.parseJson(), keystoreSchema), text);
  if (!file.success) throw new KeystoreRefused(`${path} is not a version 3 keystore with scrypt.`);
  const { n, r } = file.output.crypto.kdfparams;
  if (128 * n * r > MAX_MEMORY_BYTES)
    throw new KeystoreRefused(
      `${path} needs ${128 * n * r} bytes of memory to open, more than the limit of ${MAX_MEMORY_BYTES}.`,
    );
  return file.output;
}

/** Reads the account that a keystore states. Without the password, nothing proves that it has that account's key. */
export async function readKeystoreAddress(path: string): Promise<Address> {
  const { address } = await readFile(path);
  const account = `0x${address}`;
  if (!isAddress(account, { strict: false })) throw new KeystoreRefused(`${path} does not state its account.`);
  return getAddress(account);
}

/**
 * Decrypts the key of a keystore that only its owner can read.
 * @throws KeystoreRefused, PrivateFileRefused
 */
export async function readKeystore(path: string, password: string): Promise<Hex> {
  const { address, ...file } = await readFile(path);
  const keystore: Keystore = file;
  // The library's asynchronous version ignores two of scrypt's parameters.
  const key = toKey(keystore, { password });
  const privateKey = decryptOrNull(keystore, key);
  if (privateKey === null) throw new KeystoreRefused(`The password is wrong for ${path}.`);
  if (address !== undefined && `0x${address}`.toLowerCase() !== privateKeyToAddress(privateKey).toLowerCase()) {
    throw new KeystoreRefused(`${path} states a different account from its key's.`);
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
