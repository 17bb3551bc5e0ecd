import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LabInstallation } from '../../tools/lab/installation/installationFile.ts';
import { createMainnetFile, createSampleFile } from '../../tools/lab/service/sampleCatalog.ts';
import { placeCertificates, remoteSettings } from '../../tools/lab/service/signerFiles.ts';
import { createTestAuthority } from '../../tools/lab/service/testCertificates.ts';
import type { WorkFolder } from '../../tools/lab/service/workFolder.ts';
import { createWorkFolder } from '../../tools/lab/service/workFolder.ts';
import { InvalidConfig } from './operatorError.ts';
import { readConfig } from './readConfig.ts';
import { KEY_FILE } from './signerSettings.ts';

// The second account of the well-known test mnemonic, which is the example's hot wallet.
const KEY = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d';
const CAUSEWAY_SOCKET = '/run/causeway/signer.sock';

let folder: WorkFolder;
let secrets: string;
let embedded: LabInstallation;
/** A folder with the key. */
let state: { readonly CAUSEWAY_STATE: string };
beforeAll(async () => {
  folder = await createWorkFolder();
  state = { CAUSEWAY_STATE: dirname(await folder.write(KEY_FILE, `${KEY}\n`)) };
  secrets = join(folder.path, 'secrets');
  for (const name of ['secrets', 'passwords']) await mkdir(join(folder.path, name));
  embedded = { ...example, database: `embedded:${join(folder.path, 'data')}` };
});
afterAll(() => folder?.remove());

const example = createSampleFile();
const mainnet = createMainnetFile();
const now = new Date(`${mainnet.prices.asOf}T12:00:00Z`);

async function read(environment: Record<string, string>, file: unknown = example) {
  const CAUSEWAY_INSTALLATION = await folder.write('installation.json', JSON.stringify(file));
  return readConfig({ CAUSEWAY_INSTALLATION, CAUSEWAY_SECRETS: secrets, ...environment }, now);
}

async function problemsOf(environment: Record<string, string>, file: unknown = example): Promise<string> {
  return read(environment, file).then(
    () => '',
    (error: unknown) => (error instanceof InvalidConfig ? error.problems.join('\n') : String(error)),
  );
}

describe('the environment', () => {
  test('gives the secrets for the URLs, and the password of the role of the process', async () => {
    await folder.write('secrets/one', 'secret-key\n');
    await folder.write('passwords/causeway_worker', 'a secret\n');
    const [first, ...others] = example.chains;
    const wsUrls = ['wss://rpc.example/{env:WS_KEY}'];
    const chains = [{ ...first, rpcUrls: ['https://rpc.example/{file:one}'], wsUrls }, ...others];
    const config = await read({ ...state, WS_KEY: 'other-key' }, { ...example, chains });
    expect(config.database).toEqual({ kind: 'postgresql', url: 'postgresql://causeway_worker:a%20secret@127.0.0.1/x' });
    expect(config.catalog.chains[0]).toMatchObject({
      rpcUrls: ['https://rpc.example/secret-key'],
      wsUrls: ['wss://rpc.example/other-key'],
    });
    const url = 'postgresql://causeway:secret@db/causeway';
    expect((await read({ ...state, WS_KEY: 'x', DATABASE_URL: url }, { ...example, chains })).database).toEqual({
      ...{ kind: 'postgresql', url },
    });
  });

  test('is refused if such a file is missing, open to others or empty, without quoting it', async () => {
    const [first, ...others] = example.chains;
    const problemsWith = async (name: string) => {
      const file = { ...example, chains: [{ ...first, rpcUrls: [`https://rpc.example/{file:${name}}`] }, ...others] };
      return problemsOf(state, file);
    };
    expect(await problemsWith('nowhere')).toMatch(/chains\.Northshore\.rpcUrls: .*\/secrets\/nowhere cannot be read/);
    await folder.write('secrets/open', 'secret-key', 0o644);
    const open = await problemsWith('open');
    expect(open).toContain('other accounts can read it');
    expect(open).not.toContain('secret-key');
    await folder.write('secrets/empty', '');
    expect(await problemsWith('empty')).toContain('but that file is empty');
  });

  test('accepts an embedded database and a key file that only its owner can read', async () => {
    expect(await read(state, embedded)).toMatchObject({
      signer: { kind: 'key', key: KEY },
      database: { kind: 'embedded', directory: join(folder.path, 'data') },
    });
  });

  test('lists every wrong variable at once', async () => {
    const path = join(folder.path, 'none.json');
    const problems = await problemsOf({ CAUSEWAY_INSTALLATION: path, LOG_LEVEL: 'loud' });
    expect(problems.split('\n')).toEqual([
      `CAUSEWAY_INSTALLATION is ${path}, but this process cannot read that file. Correct the path or its permissions.`,
      expect.stringMatching(/^CAUSEWAY_SOCKET is not set/),
      'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent, not "loud".',
    ]);
    expect(await problemsOf({ CAUSEWAY_INSTALLATION: '', ...state })).toBe(
      'CAUSEWAY_INSTALLATION is not set. Set it to the path of installation.json.',
    );
  });

  test.each([
    ['postgresql://service:hush@db1:5432,db2:5432/causeway', /^database names several hosts/],
    ['postgresql://service:hush/@db:port/causeway', /^database is not a URL/],
    ['mysql://service:hush@db/causeway', /^database must start with postgresql/],
  ])('rejects the database %s without its password', async (url, message) => {
    const problems = await problemsOf({ DATABASE_URL: url, CAUSEWAY_SOCKET });
    expect(problems).toMatch(message);
    expect(problems).not.toContain('hush');
    expect(await problemsOf({ CAUSEWAY_SOCKET }, { ...example, database: url })).toBe(problems);
  });

  test('rejects a file without a database', async () => {
    const { database: _, ...file } = example;
    expect(await problemsOf({ CAUSEWAY_SOCKET }, file)).toMatch(/^database is missing\. Set the URL/);
  });

  test('rejects an embedded database for a mainnet', async () => {
    const problems = (await problemsOf({ CAUSEWAY_SOCKET }, { ...mainnet, database: embedded.database })).split('\n');
    expect(problems).toHaveLength(2);
    for (const problem of problems) expect(problem).toMatch(/is a mainnet and needs PostgreSQL/);
  });
});

describe('a process that moves money', () => {
  test('signs for a mainnet through a socket', async () => {
    const config = await read({ CAUSEWAY_SOCKET }, mainnet);
    expect(config).toMatchObject({ role: 'all', signer: { kind: 'socket', path: CAUSEWAY_SOCKET } });
  });

  test('accepts a key in its memory only if every chain is a testnet', async () => {
    expect(await problemsOf(state)).toBe('');
    const path = join(folder.path, KEY_FILE);
    expect(await problemsOf({ ...state, CAUSEWAY_ROLE: 'worker' }, mainnet)).toBe(
      ['Northshore', 'Southshore']
        .map((name) => `${name} is a mainnet: ${path} is for testnets only. Run the signer and set CAUSEWAY_SOCKET.`)
        .join('\n'),
    );
  });

  test('signs for a mainnet through a signer on another machine, whatever socket its unit names', async () => {
    const authority = await createTestAuthority(folder.path);
    const files = await authority.issue('worker', { names: ['worker-1'], usage: 'clientAuth' });
    const signer = { ...mainnet.signer, ...remoteSettings(8790), url: 'https://signer.internal:8790' };
    const remote = { ...mainnet, signer };
    const unit = { ...state, CAUSEWAY_SOCKET, CAUSEWAY_ROLE: 'worker' };
    expect(await problemsOf(unit, remote)).toBe(
      `${folder.path}/tls/tls.key cannot be read. Correct the path or its permissions.`,
    );
    await placeCertificates(folder.path, files);
    const config = await read(unit, remote);
    expect(config.signer).toMatchObject({ kind: 'tls', origin: new URL('https://signer.internal:8790') });
    expect(await problemsOf({ CAUSEWAY_SOCKET }, remote)).toMatch(/^CAUSEWAY_STATE is not set\. With signer\.url/);
  });

  test('rejects no way of signing', async () => {
    expect(await problemsOf({ CAUSEWAY_ROLE: 'worker' })).toMatch(/^CAUSEWAY_SOCKET is not set/);
  });

  test('rejects the key of another account', async () => {
    await mkdir(join(folder.path, 'other'));
    const CAUSEWAY_STATE = dirname(await folder.write(`other/${KEY_FILE}`, `0x${'12'.repeat(32)}`));
    const problems = await problemsOf({ CAUSEWAY_STATE });
    expect(problems).toMatch(/^The hot wallet of Northshore is 0x\w{40}, but the signing key belongs to 0x\w{40}\./);
  });
});

describe('a process that serves requests', () => {
  test('starts without a signer', async () => {
    expect(await read({ CAUSEWAY_ROLE: 'api' }, mainnet)).toMatchObject({ role: 'api', signer: null });
  });

  test.each(['CAUSEWAY_SOCKET', 'CAUSEWAY_STATE'])('rejects %s', async (name) => {
    expect(await problemsOf({ CAUSEWAY_ROLE: 'api', [name]: '/run/x' })).toBe(
      `${name} is set, but a process with CAUSEWAY_ROLE=api must not be able to sign. Remove ${name}.`,
    );
  });
});

describe('the role', () => {
  test('must be "all" with an embedded database', async () => {
    expect(await problemsOf({ CAUSEWAY_ROLE: 'api' }, embedded)).toMatch(/^CAUSEWAY_ROLE is api and needs Postgre/);
    expect(await problemsOf({ CAUSEWAY_ROLE: 'worker', CAUSEWAY_SOCKET }, embedded)).toMatch(
      /^CAUSEWAY_ROLE is worker and needs PostgreSQL/,
    );
    expect(await problemsOf({ CAUSEWAY_SOCKET }, embedded)).toBe('');
  });

  test('must be a known one', async () => {
    expect(await problemsOf({ CAUSEWAY_ROLE: 'boss', CAUSEWAY_SOCKET })).toBe(
      'CAUSEWAY_ROLE must be one of all, api, worker, not "boss".',
    );
  });
});
