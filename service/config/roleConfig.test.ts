import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readExampleFile } from '../../lab/service/sampleCatalog.ts';
import type { WorkFolder } from '../../lab/service/workFolder.ts';
import { createWorkFolder } from '../../lab/service/workFolder.ts';
import { InvalidConfig, readConfig } from './config.ts';

// The second account of the well-known test mnemonic, which the example has as its maker.
const CAUSEWAY_MAKER_KEY = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d';
const CAUSEWAY_SIGNER_SOCKET = '/run/causeway/signer.sock';
const DATABASE_URL = 'postgresql://127.0.0.1/x';

let folder: WorkFolder;
beforeAll(async () => {
  folder = await createWorkFolder();
});
afterAll(() => folder?.remove());

const example = readExampleFile();
const mainnet = { ...example, chains: example.chains.map((chain) => ({ ...chain, category: 'Mainnet' })) };

async function read(environment: Record<string, string>, file: unknown = example) {
  const CAUSEWAY_CONFIG = await folder.write('config.json', JSON.stringify(file));
  return readConfig({ CAUSEWAY_CONFIG, DATABASE_URL, CAUSEWAY_JOURNAL_DIR: 'off', ...environment });
}

async function problemsOf(environment: Record<string, string>, file: unknown = example): Promise<string> {
  return read(environment, file).then(
    () => '',
    (error: unknown) => (error instanceof InvalidConfig ? error.problems.join('\n') : String(error)),
  );
}

describe('a process that moves money', () => {
  test('signs through a socket, with a mainnet as well', async () => {
    const config = await read({ CAUSEWAY_SIGNER_SOCKET }, mainnet);
    expect(config).toMatchObject({ role: 'all', signer: { kind: 'socket', path: CAUSEWAY_SIGNER_SOCKET } });
  });

  test('has a key in its own memory only where all chains are testnets', async () => {
    expect(await problemsOf({ CAUSEWAY_MAKER_KEY })).toBe('');
    const CAUSEWAY_MAKER_KEY_FILE = await folder.write('maker.key', CAUSEWAY_MAKER_KEY);
    for (const environment of [{ CAUSEWAY_MAKER_KEY }, { CAUSEWAY_MAKER_KEY_FILE }]) {
      const problems = await problemsOf({ ...environment, CAUSEWAY_ROLE: 'worker' }, mainnet);
      expect(problems).toMatch(/Northshore is no testnet/);
      expect(problems).toMatch(/Southshore is no testnet/);
    }
  });

  test('signs in one way', async () => {
    expect(await problemsOf({ CAUSEWAY_SIGNER_SOCKET, CAUSEWAY_MAKER_KEY })).toMatch(/not more than one of them/);
    expect(await problemsOf({ CAUSEWAY_ROLE: 'worker' })).toMatch(/CAUSEWAY_SIGNER_SOCKET is not set/);
  });
});

describe('a process that serves requests', () => {
  test('needs nothing to sign with', async () => {
    expect(await read({ CAUSEWAY_ROLE: 'api' }, mainnet)).toMatchObject({ role: 'api', signer: null });
  });

  test.each([
    'CAUSEWAY_MAKER_KEY',
    'CAUSEWAY_MAKER_KEY_FILE',
    'CAUSEWAY_SIGNER_SOCKET',
    'CAUSEWAY_KEYSTORE',
    'CAUSEWAY_KEYSTORE_PASSWORD_FILE',
  ])('does not start with %s', async (name) => {
    expect(await problemsOf({ CAUSEWAY_ROLE: 'api', [name]: CAUSEWAY_MAKER_KEY })).toMatch(`${name} is set`);
  });
});

describe('roles', () => {
  test('other than all need PostgreSQL', async () => {
    const embedded = { DATABASE_URL: '', CAUSEWAY_DATA_DIR: join(folder.path, 'data') };
    expect(await problemsOf({ ...embedded, CAUSEWAY_ROLE: 'api' })).toMatch(/needs PostgreSQL/);
    expect(await problemsOf({ ...embedded, CAUSEWAY_ROLE: 'worker', CAUSEWAY_SIGNER_SOCKET })).toMatch(/PostgreSQL/);
    expect(await problemsOf({ ...embedded, CAUSEWAY_SIGNER_SOCKET })).toBe('');
  });

  test('are known ones', async () => {
    expect(await problemsOf({ CAUSEWAY_ROLE: 'boss', CAUSEWAY_SIGNER_SOCKET })).toMatch(/one of all, api, worker/);
  });
});
