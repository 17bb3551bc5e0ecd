import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { readConfig } from '../../service/boot/readConfig.ts';
import { readPassword } from '../../service/signer/process/keys.ts';
import { requirePaths } from '../../service/signer/process/openSigner.ts';
import { readPolicy } from '../../service/signer/process/policyFile.ts';
import { RELEASE_ROLES } from '../../stack/release/roles.ts';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const ROOT = join(FOLDER, '../..');
const UNITS = readdirSync(FOLDER).filter((name) => name.endsWith('.service'));

type Unit = { readonly all: (key: string) => readonly string[]; readonly one: (key: string) => string };

function readUnit(name: string): Unit {
  const lines = readFileSync(join(FOLDER, name), 'utf8')
    .split('\n')
    .filter((line) => /^\w+=/.test(line))
    .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)] as const);
  const all = (key: string) => lines.flatMap(([found, value]) => (found === key ? [value] : []));
  const one = (key: string) => {
    const [value, ...more] = all(key);
    if (value === undefined || more.length > 0) throw new Error(`${name} must set ${key} once`);
    return value;
  };
  return { all, one };
}

// The credential with the files that configurations name.
const SECRETS = 'secrets';
const RPC_FILE = 'sepolia-1';
const RPC_URL = 'https://rpc.example/key';

const dir = mkdtempSync(join(tmpdir(), 'causeway-units-'));
afterAll(() => rmSync(dir, { recursive: true }));
afterEach(() => vi.unstubAllEnvs());

/** The environment of a unit's program, with the credentials as systemd 254 places them. */
function enter(unit: Unit, contents: Readonly<Record<string, string>>): Record<string, string> {
  const credentials = mkdtempSync(join(dir, 'credentials-'));
  for (const entry of unit.all('LoadCredential')) {
    const [folder = ''] = entry.split(':');
    // systemd makes one credential of each file of a folder.
    const id = folder === SECRETS ? `${SECRETS}_${RPC_FILE}` : folder;
    writeFileSync(join(credentials, id), contents[id] ?? '');
    chmodSync(join(credentials, id), 0o440);
  }
  vi.stubEnv('CREDENTIALS_DIRECTORY', credentials);
  const variables = unit.all('Environment').map((entry) => {
    const [name = '', value = ''] = entry.replaceAll('%d', credentials).split('=');
    return [name, value];
  });
  return Object.fromEntries(variables);
}

const SERVICE = '/usr/bin/node service/service.mjs';

const example = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const DATABASE_URL = 'postgresql://causeway_worker:secret@db/causeway';

describe.each(UNITS)('%s', (name) => {
  const unit = readUnit(name);

  test('starts a program of the production build with plain Node.js', () => {
    const [node, program = '', ...more] = unit.one('ExecStart').split(' ');
    expect([node, more]).toEqual(['/usr/bin/node', []]);
    const [role = '', file = ''] = program.split('/');
    expect(RELEASE_ROLES).toHaveProperty(role);
    const { programs } = RELEASE_ROLES[role as keyof typeof RELEASE_ROLES];
    expect(programs).toHaveProperty(file.replace(/\.mjs$/, ''));
    expect(unit.one('WorkingDirectory')).toBe('/opt/causeway');
  });

  test('reads its files from /etc/causeway, and names each of its credentials', () => {
    const variables = unit.all('Environment').join('\n');
    const credentials = unit.all('LoadCredential').map((entry) => entry.split(':'));
    for (const [id, path = ''] of credentials) {
      expect(dirname(path)).toBe('/etc/causeway');
      if (id === SECRETS) expect(example('docs/operations/install.sh')).toMatch(new RegExp(` ${path}\\s`));
      else expect(variables).toContain(`%d/${id}`);
    }
    for (const path of unit.all('EnvironmentFile')) expect(dirname(path.replace(/^-/, ''))).toBe('/etc/causeway');
    expect(variables.match(/%d\//g) ?? []).toHaveLength(credentials.filter(([id]) => id !== SECRETS).length);
  });

  test('writes into the folders that systemd creates for it, and nowhere else', () => {
    const state = unit.all('StateDirectory').map((folder) => `/var/lib/${folder}`);
    const runtime = unit.all('RuntimeDirectory').map((folder) => `/run/${folder}`);
    const written = unit
      .all('Environment')
      .map((entry) => entry.slice(entry.indexOf('=') + 1))
      .filter((value) => /^\/(?:var|run)\//.test(value));
    const own = [...state, ...runtime, '/run/causeway-signer'];
    for (const path of written) expect(own).toContain(dirname(path));
    expect(unit.one('ProtectSystem')).toBe('strict');
  });

  test('runs as an account that sysusers creates, or as one that systemd invents', () => {
    const sysusers = readFileSync(join(FOLDER, 'causeway.sysusers.conf'), 'utf8');
    const [user] = unit.all('User');
    if (user === undefined) expect(unit.one('DynamicUser')).toBe('yes');
    else expect(sysusers).toMatch(new RegExp(`^u ${user} `, 'm'));
    for (const group of unit.all('SupplementaryGroups')) expect(sysusers).toMatch(new RegExp(`^u ${group} `, 'm'));
  });

  test('checks the files that the next start reads before a reload stops the service', () => {
    if (unit.one('ExecStart') !== SERVICE) {
      expect(unit.all('ExecReload')).toEqual([]);
      return;
    }
    const file = `/etc/causeway/${name.replace(/^causeway-|\.service$/g, '')}.json`;
    expect(unit.all('LoadCredential')).toContain(`config:${file}`);
    expect(unit.all('ExecReload')).toEqual([
      `+/usr/bin/env -u CREDENTIALS_DIRECTORY CAUSEWAY_CONFIG=${file} ${SERVICE} check`,
      '/bin/kill $MAINPID',
    ]);
    expect(unit.one('Restart')).toBe('always');
  });

  test('starts no other unit of Causeway', () => {
    // A signer that was stopped in an emergency, or moved to another machine, must not return with the restart of a worker.
    const pulled = ['Wants', 'Requires', 'BindsTo', 'Upholds'].flatMap((key) => unit.all(key));
    expect(pulled).toEqual(['network-online.target']);
  });

  test('has the same sandbox as the others', () => {
    const sandbox = (one: string) => readFileSync(join(FOLDER, one), 'utf8').split('NoNewPrivileges')[1];
    expect(sandbox(name)).toBe(sandbox('causeway-worker.service'));
  });
});

describe('the programs accept what their units give them', () => {
  const withSecret = (file: { chains: readonly object[] }) => {
    const [first, ...others] = file.chains;
    return { ...file, chains: [{ ...first, rpcUrls: [{ file: RPC_FILE }] }, ...others] };
  };
  const file = withSecret({ ...JSON.parse(example('service/config.example.json')), pricesAsOf: '2026-11-22' });
  const policy = withSecret(JSON.parse(example('service/signer/process/policy.example.json')));
  const secret = { [`${SECRETS}_${RPC_FILE}`]: RPC_URL };
  const now = new Date('2026-11-22T12:00:00Z');

  test.each([
    ['causeway-worker.service', 'worker'],
    ['causeway-api.service', 'api'],
  ])('%s', async (name, role) => {
    const unit = readUnit(name);
    const env = enter(unit, { config: JSON.stringify(file), ...secret });
    // What the environment file sets.
    expect(unit.all('EnvironmentFile')).toEqual([`/etc/causeway/${role}.env`]);
    const config = await readConfig({ ...env, DATABASE_URL }, now);
    expect(config.role).toBe(role);
    expect(config.catalog.chains[0]?.rpcUrls).toEqual([RPC_URL]);
    if (role === 'worker') {
      expect(config.signer).toMatchObject({ kind: 'socket', path: signerVariables().CAUSEWAY_SIGNER_SOCKET });
    }
  });

  const signer = readUnit('causeway-signer.service');
  const signerVariables = () =>
    enter(signer, { policy: JSON.stringify(policy), 'keystore-password': 'word\n', ...secret });

  test('causeway-signer.service', async () => {
    const env = signerVariables();
    const paths = requirePaths(env, ['keystore', 'policy', 'socket']);
    expect(dirname(paths.keystore)).toBe('/var/lib/causeway-signer');
    expect(await readPassword(env)).toBe('word');
    expect((await readPolicy(paths.policy)).chains[0]?.rpcUrls).toEqual([RPC_URL]);
  });

  test('the worker reaches the socket through the group of the signer', () => {
    expect(signer.one('RuntimeDirectoryMode')).toBe('0710');
    expect(readUnit('causeway-worker.service').one('SupplementaryGroups')).toBe(signer.one('Group'));
  });

  test('causeway-web.service', () => {
    const env = enter(readUnit('causeway-web.service'), { config: '{}' });
    const known = example('service/host/main.ts').match(/CAUSEWAY_WEB_\w+/g) ?? [];
    const used = Object.keys(env).filter((variable) => variable.startsWith('CAUSEWAY_'));
    expect(known).toEqual(expect.arrayContaining(used));
    expect(existsSync(env.CAUSEWAY_WEB_CONFIG ?? '')).toBe(true);
  });
});

test('a repeated install.sh keeps the settings that an operator added to an environment file', () => {
  const [installEnv = ''] = /^install_env\(\) \{[\s\S]*?^\}/m.exec(example('docs/operations/install.sh')) ?? [];
  const [fresh, installed] = [join(dir, 'fresh.env'), join(dir, 'worker.env')];
  const install = () => {
    execFileSync('sh', ['-euc', `${installEnv}\ninstall_env "$0" "$1"`, fresh, installed]);
    return readFileSync(installed, 'utf8');
  };
  const added = `# To the signer\nCAUSEWAY_SIGNER_SOCKET=\nCAUSEWAY_SIGNER_URL=https://signer.internal:8790`;
  writeFileSync(fresh, `DATABASE_URL='${DATABASE_URL}'\n`);
  expect(install()).toBe(`DATABASE_URL='${DATABASE_URL}'\n`);
  writeFileSync(installed, `DATABASE_URL='old'\n${added}`);
  expect(install()).toBe(`DATABASE_URL='${DATABASE_URL}'\n${added}\n`);
  expect(install()).toBe(`DATABASE_URL='${DATABASE_URL}'\n${added}\n`);
  expect(statSync(installed).mode & 0o777).toBe(0o600);
});

test('the installed command starts the program of the build', () => {
  const script = readFileSync(join(FOLDER, 'causeway'), 'utf8');
  expect(script).toContain('/operator/operator.mjs');
  expect(RELEASE_ROLES.operator.programs).toHaveProperty('operator');
});
