import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WorkFolder } from '../../tools/lab/service/workFolder.ts';
import { createWorkFolder } from '../../tools/lab/service/workFolder.ts';
import { fillSecrets } from './privateFiles.ts';

const FILLED = 'https://rpc.example/secret-key';

let folder: WorkFolder;
let secrets: string;
beforeAll(async () => {
  folder = await createWorkFolder();
  secrets = join(folder.path, 'secrets');
  await mkdir(secrets);
  await folder.write('secrets/sepolia-1', 'secret-key\n');
  await folder.write('secrets/empty', '\n');
  await folder.write('secrets/open', 'secret-key', 0o644);
  // systemd 252 gives a folder's files this name and, from version 254 on, this mode.
  await folder.write('secrets_sepolia-1', 'secret-key');
  await chmod(join(folder.path, 'secrets_sepolia-1'), 0o440);
});
afterAll(() => folder?.remove());

async function fill(reference: string, env: NodeJS.ProcessEnv) {
  const problems: string[] = [];
  const urls = [`https://rpc.example/${reference}`, 'https://other.example'];
  const [url] = await fillSecrets(urls, { path: 'rpcUrls', problems, env });
  return { url, problems };
}

const inFolder = (reference: string) => fill(reference, { CAUSEWAY_SECRETS: secrets });

test('a bare name is a file in the folder of secrets', async () => {
  expect(await inFolder('{file:sepolia-1}')).toEqual({ url: FILLED, problems: [] });
});

test('a bare name is the copy that systemd gives a process, which cannot enter that folder', async () => {
  const credentials = folder.path;
  process.env.CREDENTIALS_DIRECTORY = credentials;
  try {
    const env = { CREDENTIALS_DIRECTORY: credentials, CAUSEWAY_SECRETS: '/nowhere' };
    expect(await fill('{file:sepolia-1}', env)).toEqual({ url: FILLED, problems: [] });
  } finally {
    delete process.env.CREDENTIALS_DIRECTORY;
  }
});

test('a path is used as it is', async () => {
  const path = join(secrets, 'sepolia-1');
  expect(await fill(`{file:${path}}`, { CAUSEWAY_SECRETS: '/nowhere' })).toEqual({ url: FILLED, problems: [] });
});

test('a variable can contain the secret, and a URL can have several', async () => {
  expect((await fill('{env:KEY}', { KEY: 'secret-key' })).url).toBe(FILLED);
  const env = { A: 'one', B: '$& two' };
  expect((await fill('{env:A}/{env:B}/{env:A}', env)).url).toBe('https://rpc.example/one/$& two/one');
});

test('a URL without a reference stays the same', async () => {
  expect(await inFolder('secret-key')).toEqual({ url: FILLED, problems: [] });
});

test.each([
  ['{file:none}', /^rpcUrls\.0: .*\/secrets\/none cannot be read\. Correct the path or its permissions\.$/],
  ['{file:open}', /^rpcUrls\.0: .* other accounts can read it\. Run: chmod 600/],
  ['{file:empty}', /^rpcUrls\.0 names .*\/secrets\/empty, but that file is empty\.$/],
  ['{env:NONE}', /^rpcUrls\.0 names the variable NONE, but it is not set\.$/],
])('%s is refused, without quoting a secret', async (reference, words) => {
  const { problems } = await inFolder(reference);
  expect(problems).toEqual([expect.stringMatching(words)]);
  expect(problems.join()).not.toContain('secret-key');
});
