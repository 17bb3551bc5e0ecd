import { chmod, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { WorkFolder } from '../../../tools/lab/service/workFolder.ts';
import { createWorkFolder } from '../../../tools/lab/service/workFolder.ts';
import { findKeystore } from './keys.ts';
import { readKeystore, readKeystoreAddress, writeKeystore } from './keystore.ts';

// A low cost keeps the test fast; the key has no funds.
const cost = 1024;
const privateKey = generatePrivateKey();
const address = privateKeyToAddress(privateKey);

let folder: WorkFolder;
beforeAll(async () => {
  folder = await createWorkFolder();
});
afterAll(() => folder?.remove());

/** The example of the Web3 Secret Storage definition. */
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
  test('returns its key and account, in a file that only its owner can read', async () => {
    const path = join(folder.path, 'maker.json');
    expect(await writeKeystore(path, { privateKey, password: 'a long one', cost })).toBe(address);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readFile(path, 'utf8')).not.toContain(privateKey.slice(2));
    expect(await readKeystore(path, 'a long one')).toBe(privateKey);
    expect(await readKeystoreAddress(path)).toBe(address);
  });

  test('is never overwritten', async () => {
    const path = join(folder.path, 'once.json');
    await writeKeystore(path, { privateKey, password: 'x', cost });
    await expect(writeKeystore(path, { privateKey, password: 'y', cost })).rejects.toThrow(
      'already exists and was not overwritten',
    );
    expect(await readKeystore(path, 'x')).toBe(privateKey);
  });

  test('rejects a wrong password and a file that others can read', async () => {
    const path = join(folder.path, 'shut.json');
    await writeKeystore(path, { privateKey, password: 'right', cost });
    await expect(readKeystore(path, 'wrong')).rejects.toThrow('The password is wrong for');
    await chmod(path, 0o640);
    await expect(readKeystore(path, 'right')).rejects.toThrow(`chmod 600 ${path}`);
  });

  test('rejects a keystore that states another account, costs too much memory or has another format', async () => {
    const path = join(folder.path, 'altered.json');
    await writeKeystore(path, { privateKey, password: 'x', cost });
    const file = JSON.parse(await readFile(path, 'utf8'));
    const other = await folder.write('other.json', JSON.stringify({ ...file, address: '11'.repeat(20) }));
    await expect(readKeystore(other, 'x')).rejects.toThrow('states a different account');
    const kdfparams = { ...file.crypto.kdfparams, n: 2 ** 24 };
    const huge = await folder.write('huge.json', JSON.stringify({ ...file, crypto: { ...file.crypto, kdfparams } }));
    await expect(readKeystore(huge, 'x')).rejects.toThrow('bytes of memory to open, more than the limit');
    const none = await folder.write('none.json', '{}');
    await expect(readKeystore(none, 'x')).rejects.toThrow('is not a version 3 keystore');
  });

  test('requires a password', async () => {
    const writing = writeKeystore(join(folder.path, 'bare.json'), { privateKey, password: '', cost });
    await expect(writing).rejects.toThrow('must not be empty');
  });

  test('opens when another program wrote it', async () => {
    const path = await folder.write('example.json', JSON.stringify(EXAMPLE));
    const key = '0x7a28b5ba57c53603b0b07b56bba752f7784bf506fa95edc395f5cf6c7514fe9d';
    expect(await readKeystore(path, 'testpassword')).toBe(key);
  });
});

test('of a folder with several keys, the one of the hot wallet counts', async () => {
  const own = await createWorkFolder();
  onTestFinished(() => own.remove());
  await writeKeystore(join(own.path, 'a.json'), { privateKey: generatePrivateKey(), password: 'x', cost });
  await writeKeystore(join(own.path, 'b.json'), { privateKey, password: 'x', cost });
  await own.write('c.json', '{}');
  expect(await findKeystore(own.path, address)).toBe(join(own.path, 'b.json'));
  const missing = privateKeyToAddress(generatePrivateKey());
  await expect(findKeystore(own.path, missing)).rejects.toThrow(`None of the 3 key files in ${own.path}`);
});
