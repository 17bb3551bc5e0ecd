import { chmod, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { WorkFolder } from '../../lab/service/workFolder.ts';
import { createWorkFolder } from '../../lab/service/workFolder.ts';
import { readKeystore, readKeystoreAddress, writeKeystore } from './keystore.ts';

// Cheap to guess, for a key without worth.
const cost = 1024;
const privateKey = generatePrivateKey();
const address = privateKeyToAddress(privateKey);

let folder: WorkFolder;
beforeAll(async () => {
  folder = await createWorkFolder();
});
afterAll(() => folder?.remove());

/** The example of the Web3 Secret Storage definition, made by another program. */
const EXAMPLE = {
  crypto: {
    cipher: 'aes-128-ctr',
    cipherparams: { iv: '83dbcc02d8ccb40e466191a123791e0e' },
    ciphertext: 'd172bf743a674da9cdad04534d56926ef8358534d458fffccd4e6ad2fbde479c',
    kdf: 'scrypt',
    kdfparams: {
      dklen: 32,
      n: 262144,
      p: 8,
      r: 1,
      salt: 'ab0c7876052600dd703518d6fc3fe8984592145b591fc8fb5c6d43190334ba19',
    },
    mac: '2103ac29920d71da29f15d75b4a16dbe95cfd7ff8faea1056c33131d846e3097',
  },
  id: '3198bc9c-6672-5ab3-d995-4942343ae5b6',
  version: 3,
};

describe('a keystore', () => {
  test('gives back the key that was put into it, and says whose it is, for its owner only', async () => {
    const path = join(folder.path, 'maker.json');
    expect(await writeKeystore(path, { privateKey, password: 'a long one', cost })).toBe(address);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readFile(path, 'utf8')).not.toContain(privateKey.slice(2));
    expect(await readKeystore(path, 'a long one')).toBe(privateKey);
    expect(await readKeystoreAddress(path)).toBe(address);
  });

  test('is never written over', async () => {
    const path = join(folder.path, 'once.json');
    await writeKeystore(path, { privateKey, password: 'x', cost });
    await expect(writeKeystore(path, { privateKey, password: 'y', cost })).rejects.toThrow('is there already');
    expect(await readKeystore(path, 'x')).toBe(privateKey);
  });

  test('does not open with another password, nor where others can read it', async () => {
    const path = join(folder.path, 'shut.json');
    await writeKeystore(path, { privateKey, password: 'right', cost });
    await expect(readKeystore(path, 'wrong')).rejects.toThrow('The password does not open');
    await chmod(path, 0o640);
    await expect(readKeystore(path, 'right')).rejects.toThrow(`chmod 600 ${path}`);
  });

  test('does not open where it names another account, asks for too much memory or is none', async () => {
    const path = join(folder.path, 'altered.json');
    await writeKeystore(path, { privateKey, password: 'x', cost });
    const file = JSON.parse(await readFile(path, 'utf8'));
    const other = await folder.write('other.json', JSON.stringify({ ...file, address: '11'.repeat(20) }));
    await expect(readKeystore(other, 'x')).rejects.toThrow('names another account');
    const kdfparams = { ...file.crypto.kdfparams, n: 2 ** 24 };
    const huge = await folder.write('huge.json', JSON.stringify({ ...file, crypto: { ...file.crypto, kdfparams } }));
    await expect(readKeystore(huge, 'x')).rejects.toThrow('more memory');
    const none = await folder.write('none.json', '{}');
    await expect(readKeystore(none, 'x')).rejects.toThrow('is not a keystore');
  });

  test('must have a password', async () => {
    const writing = writeKeystore(join(folder.path, 'bare.json'), { privateKey, password: '', cost });
    await expect(writing).rejects.toThrow('must not be empty');
  });

  test('of another program is read as well', async () => {
    const path = await folder.write('example.json', JSON.stringify(EXAMPLE));
    const key = '0x7a28b5ba57c53603b0b07b56bba752f7784bf506fa95edc395f5cf6c7514fe9d';
    expect(await readKeystore(path, 'testpassword')).toBe(key);
  }, 60_000);
});
