import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { PreparedSetup } from '../../../lab/installation/prepareSetup.ts';
import { DATABASE_QUERY, PRICES_AS_OF, prepareSetup } from '../../../lab/installation/prepareSetup.ts';
import type { Database } from '../../db/database.ts';
import { openPostgres } from '../../db/postgres.ts';
import { runInit } from './command.ts';
import { parseEnvFile } from './installationFolder.ts';

// A busy machine must not fail a test.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const said: string[] = [];
let setup: PreparedSetup;
let admin: Database;
const at = (name: string) => join(setup.out, name);
const read = (name: string) => readFileSync(at(name), 'utf8');
const urlIn = (name: string) => parseEnvFile(read(name)).DATABASE_URL ?? '';
/** The stored form of a role's password, which each new password changes. */
const verifierOf = async (role: string) =>
  (await admin.query('select rolpassword from pg_authid where rolname = $1', [role]))[0];

beforeAll(async () => {
  vi.spyOn(console, 'log').mockImplementation((line: string) => void said.push(line));
  setup = await prepareSetup(48_100);
  await runInit(setup.args);
  admin = await openPostgres({ url: setup.database, poolSize: 1 }, () => {});
});
afterAll(async () => {
  await admin?.close();
  await setup?.stop();
});

describe('causeway init', () => {
  test('writes every file for its owner only', () => {
    const files = readdirSync(setup.out);
    expect(files).toEqual(expect.arrayContaining(['api.json', 'worker.json', 'policy.json', 'web.json', 'maker.json']));
    for (const file of files) expect(statSync(at(file)).mode & 0o077).toBe(0);
  });

  test('keeps contracts, keys and passwords when it runs again', async () => {
    const kept = ['deployments.json', 'maker.json', 'keystore-password', 'worker.env', 'worker.json', 'policy.json'];
    const before = kept.map((name) => readFileSync(at(name), 'utf8'));
    said.length = 0;
    await runInit(setup.args);
    expect(kept.map((name) => readFileSync(at(name), 'utf8'))).toEqual(before);
    expect(said.join('\n')).toContain('0 schema files applied');
    expect(said.join('\n')).not.toContain('vault');
  });

  test('keeps the day of the prices, and lets the service measure the gas of a payout', () => {
    const { pricesAsOf, routes } = JSON.parse(readFileSync(at('worker.json'), 'utf8'));
    expect(pricesAsOf).toBe(PRICES_AS_OF);
    for (const route of routes) expect(route).not.toHaveProperty('payoutGas');
  });

  test('writes environment files of which a shell reads the same URL as the doctor', () => {
    for (const role of ['api', 'worker', 'operator', 'migrate']) {
      const script = `set -aeu; . '${at(`${role}.env`)}'; printenv DATABASE_URL`;
      const sourced = execFileSync('sh', ['-c', script], { encoding: 'utf8' }).trim();
      expect(sourced).toContain(DATABASE_QUERY);
      expect(parseEnvFile(readFileSync(at(`${role}.env`), 'utf8'))).toEqual({ DATABASE_URL: sourced });
    }
  });

  test('prints no secret', () => {
    const secrets = [
      readFileSync(at('keystore-password'), 'utf8').trim(),
      readFileSync(join(setup.dir, 'deployer.key'), 'utf8'),
    ];
    for (const secret of secrets) expect(said.join('\n')).not.toContain(secret);
  });
});

describe('secret URLs', () => {
  const [answersFile, secretFile] = [() => setup.args[0] ?? '', () => join(setup.dir, 'rpc-url')];
  const runWith = async (change: Readonly<Record<string, unknown>>) => {
    const text = readFileSync(answersFile(), 'utf8');
    const { chains, ...others } = JSON.parse(text);
    const [first, ...rest] = chains;
    const [url, ...urls] = first.rpcUrls;
    writeFileSync(secretFile(), `${url}\n`, { mode: 0o600 });
    const changed = { ...first, rpcUrls: [{ file: secretFile() }, ...urls], ...change };
    writeFileSync(answersFile(), JSON.stringify({ ...others, chains: [changed, ...rest] }));
    await runInit(setup.args).finally(() => writeFileSync(answersFile(), text));
    return { id: first.id, url, urls };
  };

  test('stay in files of the installation, and out of every configuration', async () => {
    const { id, url, urls } = await runWith({ publicRpcUrls: ['https://public.example'] });
    const entries = [{ file: `chain-${id}-1` }, ...urls];
    for (const name of ['api', 'worker', 'policy']) {
      expect(JSON.parse(read(`${name}.json`)).chains[0].rpcUrls, name).toEqual(entries);
    }
    expect(JSON.parse(read('web.json')).chains[0].rpcUrls).toEqual(['https://public.example']);
    for (const folder of ['secrets', 'signer-secrets', 'operators/alice/secrets']) {
      expect(read(`${folder}/chain-${id}-1`)).toBe(`${url}\n`);
      expect(statSync(at(`${folder}/chain-${id}-1`)).mode & 0o077).toBe(0);
    }
    await runInit(setup.args);
  });

  test('do not reach a browser because an answer is absent', async () => {
    await expect(runWith({})).rejects.toMatchObject({
      problems: [expect.stringContaining('Northshore needs "publicRpcUrls" for browsers')],
    });
    await expect(runWith({ signerRpcUrls: [{ file: '/nowhere' }] })).rejects.toMatchObject({
      problems: ['/nowhere cannot be read. Correct the path or its permissions.'],
    });
  });
});

describe('the roles of the operators', () => {
  const env = 'operators/alice/operator.env';

  test('each person has a role with the rights of an operator, and a folder of the command line', async () => {
    for (const name of ['alice', 'bob']) {
      const url = urlIn(`operators/${name}/operator.env`);
      expect(new URL(url).password).toMatch(/^[\w-]{32}$/);
      const person = await openPostgres({ url, poolSize: 1 }, () => {});
      const [row] = await person.query('select session_user::text as role, exists (select from orders) as asked');
      await person.close();
      expect(row).toEqual({ role: name, asked: false });
      for (const file of readdirSync(at(`operators/${name}`))) {
        expect(statSync(at(`operators/${name}/${file}`)).mode & 0o077).toBe(0);
      }
      expect(read(`operators/${name}/worker.json`)).toBe(read('worker.json'));
    }
    expect(JSON.parse(read('worker.json')).approval).toEqual({ above: '1000', expiresSeconds: 86_400 });
  });

  test('another run gives no one a new password', async () => {
    const before = await verifierOf('alice');
    const file = read(env);
    await runInit(setup.args);
    expect(read(env)).toBe(file);
    rmSync(at('operators/alice'), { recursive: true });
    said.length = 0;
    await runInit(setup.args);
    expect(said.join('\n')).toMatch(
      /Operator alice: the role exists and keeps its password\. Hand the configuration in \S+\/operators\/alice to this person again/,
    );
    expect(readdirSync(at('operators/alice'))).not.toContain('operator.env');
    expect(read('operators/alice/worker.json')).toBe(read('worker.json'));
    expect(await verifierOf('alice')).toEqual(before);
  });

  test('a run that ended before the role existed continues with the stored password', async () => {
    const file = read('operators/bob/operator.env');
    await admin.query('drop role bob');
    await runInit(setup.args);
    expect(read('operators/bob/operator.env')).toBe(file);
    expect(await verifierOf('bob')).toEqual({ rolpassword: expect.stringMatching(/^SCRAM-SHA-256/) });
  });

  test('a role that is more than an operator is refused', async () => {
    await admin.query('create role carol login superuser');
    const [file = ''] = setup.args;
    const answers = JSON.parse(readFileSync(file, 'utf8'));
    const run = (operators: readonly string[]) => {
      writeFileSync(file, JSON.stringify({ ...answers, operators }));
      return runInit(setup.args).finally(() => writeFileSync(file, JSON.stringify(answers)));
    };
    await expect(run(['bob', 'carol'])).rejects.toThrow('The database role carol exists, and it is no operator');
    for (const name of ['causeway_worker', 'postgres', 'x"; drop role bob']) {
      await expect(run(['bob', name])).rejects.toMatchObject({
        problems: [expect.stringContaining('operators.1 must')],
      });
    }
    await expect(run(['bob', 'bob'])).rejects.toMatchObject({
      problems: [expect.stringContaining('"approval" needs two people')],
    });
  });
});

test('a folder without the passwords does not replace those of the server', async () => {
  const before = await verifierOf('causeway_worker');
  renameSync(at('database-passwords.json'), at('away'));
  await expect(runInit(setup.args)).rejects.toThrow('the folder has no database-passwords.json. Copy it back');
  expect(readdirSync(setup.out)).not.toContain('database-passwords.json');
  expect(await verifierOf('causeway_worker')).toEqual(before);
  renameSync(at('away'), at('database-passwords.json'));
  await runInit(setup.args);
});
