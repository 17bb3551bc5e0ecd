import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMainnetFile, readExampleFile } from '../../lab/service/sampleCatalog.ts';
import { tlsEnvironment } from '../../lab/service/signerProcess.ts';
import { createTestAuthority } from '../../lab/service/testCertificates.ts';
import type { WorkFolder } from '../../lab/service/workFolder.ts';
import { createWorkFolder } from '../../lab/service/workFolder.ts';
import { InvalidConfig } from './operatorError.ts';
import { readConfig } from './readConfig.ts';

// The second account of the well-known test mnemonic, which is the hot wallet of the example.
const CAUSEWAY_MAKER_KEY = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d';
const CAUSEWAY_SIGNER_SOCKET = '/run/causeway/signer.sock';
const DATABASE_URL = 'postgresql://127.0.0.1/x';

let folder: WorkFolder;
let embedded: Record<string, string>;
beforeAll(async () => {
  folder = await createWorkFolder();
  embedded = { DATABASE_URL: '', CAUSEWAY_DATA_DIR: join(folder.path, 'data') };
});
afterAll(() => folder?.remove());

const example = readExampleFile();
const mainnet = createMainnetFile();
const now = new Date(`${mainnet.pricesAsOf}T12:00:00Z`);

async function read(environment: Record<string, string>, file: unknown = example) {
  const CAUSEWAY_CONFIG = await folder.write('config.json', JSON.stringify(file));
  return readConfig({ CAUSEWAY_CONFIG, DATABASE_URL, ...environment }, now);
}

async function problemsOf(environment: Record<string, string>, file: unknown = example): Promise<string> {
  return read(environment, file).then(
    () => '',
    (error: unknown) => (error instanceof InvalidConfig ? error.problems.join('\n') : String(error)),
  );
}

describe('the environment', () => {
  test('can name files for the URLs of the database and of the providers', async () => {
    const rpc = await folder.write('rpc', 'https://rpc.example/secret-key\n');
    const url = await folder.write('url', 'postgresql://causeway:secret@db/causeway\n');
    const [first, ...others] = example.chains;
    const file = { ...example, chains: [{ ...first, rpcUrls: [{ file: rpc }], wsUrls: [] }, ...others] };
    const config = await read({ DATABASE_URL: '', DATABASE_URL_FILE: url, CAUSEWAY_MAKER_KEY }, file);
    expect(config.database).toEqual({ kind: 'postgresql', url: 'postgresql://causeway:secret@db/causeway' });
    expect(config.catalog.chains[0]?.rpcUrls).toEqual(['https://rpc.example/secret-key']);
  });

  test('is refused when such a file is missing, open to others, empty or no URL, without quoting it', async () => {
    const [first, ...others] = example.chains;
    const problemsWith = async (rpcUrl: string) => {
      const file = { ...example, chains: [{ ...first, rpcUrls: [{ file: rpcUrl }] }, ...others] };
      return problemsOf({ CAUSEWAY_MAKER_KEY }, file);
    };
    expect(await problemsWith('/nowhere/rpc')).toContain('chains.0.rpcUrls.0: /nowhere/rpc cannot be read');
    const open = await folder.write('open', 'https://rpc.example/secret-key', 0o644);
    expect(await problemsWith(open)).toContain('other accounts can read it');
    expect(await problemsWith(await folder.write('empty', ''))).toContain('but that file is empty');
    const wrong = await problemsWith(await folder.write('wrong', 'secret-key'));
    expect(wrong).toContain('chains.0.rpcUrls.0 must be a URL');
    expect(wrong).not.toContain('secret-key');
    const both = { DATABASE_URL_FILE: open, CAUSEWAY_MAKER_KEY };
    expect(await problemsOf(both)).toContain('DATABASE_URL and DATABASE_URL_FILE are both set');
    expect(await problemsOf({ ...both, DATABASE_URL: '' })).toContain('DATABASE_URL_FILE: ');
  });

  test('accepts a data directory and a key file that only its owner can read', async () => {
    const CAUSEWAY_MAKER_KEY_FILE = await folder.write('maker.key', `${CAUSEWAY_MAKER_KEY}\n`);
    expect(await read({ ...embedded, CAUSEWAY_MAKER_KEY_FILE })).toMatchObject({
      signer: { kind: 'key', key: CAUSEWAY_MAKER_KEY },
      database: { kind: 'embedded', directory: embedded.CAUSEWAY_DATA_DIR },
    });
  });

  test('lists every wrong variable at once', async () => {
    const path = join(folder.path, 'none.json');
    const problems = await problemsOf({ CAUSEWAY_CONFIG: path, DATABASE_URL: '', LOG_LEVEL: 'loud' });
    expect(problems.split('\n')).toEqual([
      `CAUSEWAY_CONFIG is ${path}, but this process cannot read that file. Correct the path or its permissions.`,
      expect.stringMatching(/^No database is configured\. Set DATABASE_URL/),
      expect.stringMatching(/^CAUSEWAY_SIGNER_SOCKET is not set/),
      'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent, not "loud".',
    ]);
  });

  test.each([
    ['postgresql://service:hush@db1:5432,db2:5432/causeway', /^DATABASE_URL names several hosts/],
    ['postgresql://service:hush/@db:port/causeway', /^DATABASE_URL is not a URL/],
    ['mysql://service:hush@db/causeway', /^DATABASE_URL must start with postgresql/],
  ])('rejects the database %s without its password', async (url, message) => {
    const problems = await problemsOf({ DATABASE_URL: url, CAUSEWAY_SIGNER_SOCKET });
    expect(problems).toMatch(message);
    expect(problems).not.toContain('hush');
  });

  test('rejects two databases', async () => {
    const CAUSEWAY_DATA_DIR = folder.path;
    expect(await problemsOf({ CAUSEWAY_DATA_DIR, CAUSEWAY_MAKER_KEY })).toBe(
      'DATABASE_URL and CAUSEWAY_DATA_DIR are both set. Remove one of them.',
    );
  });

  test('rejects an embedded database for a mainnet', async () => {
    const problems = (await problemsOf({ ...embedded, CAUSEWAY_SIGNER_SOCKET }, mainnet)).split('\n');
    expect(problems).toHaveLength(2);
    for (const problem of problems) expect(problem).toMatch(/is a mainnet and needs PostgreSQL/);
  });
});

describe('a process that moves money', () => {
  test('signs for a mainnet through a socket', async () => {
    const config = await read({ CAUSEWAY_SIGNER_SOCKET }, mainnet);
    expect(config).toMatchObject({ role: 'all', signer: { kind: 'socket', path: CAUSEWAY_SIGNER_SOCKET } });
  });

  test('accepts a key in its memory only when every chain is a testnet', async () => {
    expect(await problemsOf({ CAUSEWAY_MAKER_KEY })).toBe('');
    const CAUSEWAY_MAKER_KEY_FILE = await folder.write('maker.key', CAUSEWAY_MAKER_KEY);
    for (const environment of [{ CAUSEWAY_MAKER_KEY }, { CAUSEWAY_MAKER_KEY_FILE }]) {
      const [variable] = Object.keys(environment);
      expect(await problemsOf({ ...environment, CAUSEWAY_ROLE: 'worker' }, mainnet)).toBe(
        ['Northshore', 'Southshore']
          .map(
            (name) =>
              `${name} is a mainnet: ${variable} is for testnets only. Run the signer and set CAUSEWAY_SIGNER_SOCKET.`,
          )
          .join('\n'),
      );
    }
  });

  test('signs for a mainnet through a signer on another machine', async () => {
    const authority = await createTestAuthority(folder.path);
    const files = await authority.issue('worker', { names: ['worker-1'], usage: 'clientAuth' });
    const CAUSEWAY_SIGNER_URL = 'https://signer.internal:8790';
    const tls = { CAUSEWAY_SIGNER_URL, ...tlsEnvironment(files) };
    const config = await read({ ...tls, CAUSEWAY_SIGNER_SOCKET: '' }, mainnet);
    expect(config.signer).toMatchObject({ kind: 'tls', origin: new URL(CAUSEWAY_SIGNER_URL) });
    for (const url of ['http://signer:1', 'https://signer/sign', 'https://me:secret@signer', 'signer:8790']) {
      expect(await problemsOf({ ...tls, CAUSEWAY_SIGNER_URL: url })).toMatch(/^CAUSEWAY_SIGNER_URL must be https:/);
    }
    expect((await problemsOf({ CAUSEWAY_SIGNER_URL }, mainnet)).split('\n')).toEqual(
      ['CERT', 'KEY', 'CA'].map((file) => expect.stringContaining(`CAUSEWAY_SIGNER_TLS_${file}_FILE is not set`)),
    );
    expect(await problemsOf({ ...tls, CAUSEWAY_ROLE: 'api' })).toMatch(
      /^CAUSEWAY_SIGNER_URL is set, but .*\nCAUSEWAY_SIGNER_TLS_KEY_FILE is set/,
    );
  });

  test('rejects two ways of signing, and none', async () => {
    expect(await problemsOf({ CAUSEWAY_SIGNER_SOCKET, CAUSEWAY_MAKER_KEY })).toBe(
      'CAUSEWAY_SIGNER_SOCKET and CAUSEWAY_MAKER_KEY are set. Set only one of them.',
    );
    expect(await problemsOf({ CAUSEWAY_ROLE: 'worker' })).toMatch(/^CAUSEWAY_SIGNER_SOCKET is not set/);
  });

  test('rejects the key of another account', async () => {
    const problems = await problemsOf({ CAUSEWAY_MAKER_KEY: `0x${'12'.repeat(32)}` });
    expect(problems).toMatch(/^The hot wallet of Northshore is 0x\w{40}, but the signing key belongs to 0x\w{40}\./);
  });
});

describe('a process that serves requests', () => {
  test('starts without a signer', async () => {
    expect(await read({ CAUSEWAY_ROLE: 'api' }, mainnet)).toMatchObject({ role: 'api', signer: null });
  });

  test.each([
    'CAUSEWAY_MAKER_KEY',
    'CAUSEWAY_MAKER_KEY_FILE',
    'CAUSEWAY_SIGNER_SOCKET',
    'CAUSEWAY_KEYSTORE',
    'CAUSEWAY_KEYSTORE_PASSWORD_FILE',
  ])('rejects %s', async (name) => {
    expect(await problemsOf({ CAUSEWAY_ROLE: 'api', [name]: CAUSEWAY_MAKER_KEY })).toBe(
      `${name} is set, but a process with CAUSEWAY_ROLE=api must not be able to sign. Remove ${name}.`,
    );
  });
});

describe('the role', () => {
  test('must be "all" with an embedded database', async () => {
    expect(await problemsOf({ ...embedded, CAUSEWAY_ROLE: 'api' })).toMatch(/^CAUSEWAY_ROLE is api and needs Postgre/);
    expect(await problemsOf({ ...embedded, CAUSEWAY_ROLE: 'worker', CAUSEWAY_SIGNER_SOCKET })).toMatch(
      /^CAUSEWAY_ROLE is worker and needs PostgreSQL/,
    );
    expect(await problemsOf({ ...embedded, CAUSEWAY_SIGNER_SOCKET })).toBe('');
  });

  test('must be a known one', async () => {
    expect(await problemsOf({ CAUSEWAY_ROLE: 'boss', CAUSEWAY_SIGNER_SOCKET })).toBe(
      'CAUSEWAY_ROLE must be one of all, api, worker, not "boss".',
    );
  });
});
