import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { WorkFolder } from '../../lab/service/workFolder.ts';
import { createWorkFolder } from '../../lab/service/workFolder.ts';
import { readDatabaseUrl } from './databaseSettings.ts';
import { resolveSecretFiles } from './privateFiles.ts';

const URL = 'https://rpc.example/secret-key';

let folder: WorkFolder;
beforeAll(async () => {
  folder = await createWorkFolder();
  await mkdir(join(folder.path, 'secrets'));
  await folder.write('secrets/sepolia-1', `${URL}\n`);
  // systemd 252 gives the files of a folder this name and, from version 254 on, this mode.
  await folder.write('secrets_sepolia-1', URL);
  await chmod(join(folder.path, 'secrets_sepolia-1'), 0o440);
});
afterEach(() => vi.unstubAllEnvs());
afterAll(() => folder?.remove());

async function resolve(file: string, secrets?: string) {
  const problems: string[] = [];
  const text = await resolveSecretFiles(JSON.stringify({ chains: [{ rpcUrls: [{ file }] }] }), problems, secrets);
  return { urls: JSON.parse(text).chains[0].rpcUrls, problems };
}

test('a bare name is a file in the folder of the installation', async () => {
  vi.stubEnv('CREDENTIALS_DIRECTORY', '');
  vi.stubEnv('CAUSEWAY_INSTALLATION', folder.path);
  expect(await resolve('sepolia-1')).toEqual({ urls: [URL], problems: [] });
  expect((await resolve('none')).problems).toEqual([
    `chains.0.rpcUrls.0: ${folder.path}/secrets/none cannot be read. Correct the path or its permissions.`,
  ]);
});

test('a bare name is the copy that systemd gives to a process, which cannot enter that folder', async () => {
  vi.stubEnv('CREDENTIALS_DIRECTORY', folder.path);
  vi.stubEnv('CAUSEWAY_INSTALLATION', '/nowhere');
  expect(await resolve('sepolia-1')).toEqual({ urls: [URL], problems: [] });
});

test('a path is taken as it is, and another folder can be named', async () => {
  vi.stubEnv('CREDENTIALS_DIRECTORY', '');
  vi.stubEnv('CAUSEWAY_INSTALLATION', '/nowhere');
  expect((await resolve(join(folder.path, 'secrets/sepolia-1'))).urls).toEqual([URL]);
  expect((await resolve('sepolia-1', `${folder.path}/secrets/`)).urls).toEqual([URL]);
});

test('the file with the URL of the database can have a bare name too', async () => {
  vi.stubEnv('CREDENTIALS_DIRECTORY', '');
  vi.stubEnv('CAUSEWAY_INSTALLATION', folder.path);
  expect(await readDatabaseUrl({ DATABASE_URL_FILE: 'sepolia-1' }, [])).toBe(URL);
});
