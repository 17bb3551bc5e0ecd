import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { readConfig } from '../../service/boot/readConfig.ts';
import type { MachineRole } from '../../service/operator/apply/machine.ts';
import { MACHINE_ROLES } from '../../service/operator/apply/machine.ts';
import { BRAND, COPIES, unitOf } from '../../service/operator/apply/placedFiles.ts';
import { readPassword } from '../../service/signer/process/keys.ts';
import { requirePaths } from '../../service/signer/process/openSigner.ts';
import { readPolicy } from '../../service/signer/process/policyFile.ts';
import { createSampleFile } from '../../tools/lab/service/sampleCatalog.ts';
import { RELEASE_ROLES } from '../../tools/stack/release/roles.ts';

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

// The credential with the files that the installation names.
const SECRETS = 'secrets';
const FOUND_BY_NAME = [SECRETS, 'database-password'];

/** What `causeway apply` writes for each role. */
const PLACED: Readonly<Record<MachineRole, readonly string[]>> = {
  signer: [COPIES.signer],
  worker: [COPIES.service],
  api: [COPIES.service],
  web: [COPIES.web],
};
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
    const ids = folder === SECRETS ? Object.keys(contents).filter((id) => id.startsWith(`${SECRETS}_`)) : [folder];
    for (const id of ids) {
      writeFileSync(join(credentials, id), contents[id] ?? '');
      chmodSync(join(credentials, id), 0o440);
    }
  }
  vi.stubEnv('CREDENTIALS_DIRECTORY', credentials);
  const variables = unit.all('Environment').map((entry) => {
    const [name = '', value = ''] = entry.replaceAll('%d', credentials).split('=');
    return [name, value];
  });
  return { ...Object.fromEntries(variables), CREDENTIALS_DIRECTORY: credentials };
}

const example = (path: string) => readFileSync(join(ROOT, path), 'utf8');

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
      expect(path).toMatch(/^\/etc\/causeway\//);
      // The code finds the copies of these by their names.
      if (!FOUND_BY_NAME.includes(id ?? '')) expect(variables).toContain(`%d/${id}`);
    }
    // A process has no other settings than its copy of the file.
    expect(unit.all('EnvironmentFile')).toEqual([]);
    const named = credentials.filter(([id]) => !FOUND_BY_NAME.includes(id ?? ''));
    expect(variables.match(/%d\//g) ?? []).toHaveLength(named.length);
  });

  test('reads what "causeway apply" writes, and what a person writes beside it', () => {
    const role = MACHINE_ROLES.find((one) => unitOf(one) === name);
    const written = role ? PLACED[role] : [];
    const byHand = ['secrets', 'signer-secrets', `passwords/causeway_${role}`];
    const paths = unit.all('LoadCredential').map((entry) => entry.split(':')[1] ?? '');
    for (const path of paths) {
      expect([...written, ...byHand.map((one) => `etc/causeway/${one}`)]).toContain(path.slice(1));
    }
  });

  test('writes into the folders that systemd creates for it, and nowhere else', () => {
    const state = unit.all('StateDirectory').map((folder) => `/var/lib/${folder}`);
    const runtime = unit.all('RuntimeDirectory').map((folder) => `/run/${folder}`);
    const written = unit
      .all('Environment')
      .map((entry) => entry.slice(entry.indexOf('=') + 1))
      .filter((value) => /^\/(?:var|run)\//.test(value));
    const own = [...state, ...runtime, '/run/causeway-signer'];
    for (const path of written) {
      // The web host only reads its brand.
      if (path !== `/${dirname(BRAND)}`)
        expect(own.some((folder) => path === folder || dirname(path) === folder)).toBe(true);
    }
    expect(unit.one('ProtectSystem')).toBe('strict');
  });

  test('runs as an account that sysusers creates, or as one that systemd invents', () => {
    const sysusers = readFileSync(join(FOLDER, 'causeway.sysusers.conf'), 'utf8');
    const [user] = unit.all('User');
    if (user === undefined) expect(unit.one('DynamicUser')).toBe('yes');
    else expect(sysusers).toMatch(new RegExp(`^u ${user} `, 'm'));
    for (const group of unit.all('SupplementaryGroups')) expect(sysusers).toMatch(new RegExp(`^u ${group} `, 'm'));
  });

  test('knows no reload: "causeway apply" restarts it with files that it has checked', () => {
    expect(unit.all('ExecReload')).toEqual([]);
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
  const file = createSampleFile();
  Object.assign(file, { database: 'postgresql://db.internal/causeway' });
  Object.assign(file.chains[0] ?? {}, { rpcUrls: [`https://rpc.example/{file:${RPC_FILE}}`] });
  const secret = { [`${SECRETS}_${RPC_FILE}`]: 'key', 'database-password': 'word' };
  const installation = JSON.stringify(file);
  const now = new Date('2026-11-22T12:00:00Z');

  test.each([
    ['causeway-worker.service', 'worker'],
    ['causeway-api.service', 'api'],
  ])('%s', async (name, role) => {
    const env = enter(readUnit(name), { installation, ...secret });
    const config = await readConfig(env, now);
    expect(config.role).toBe(role);
    expect(config.catalog.chains[0]?.rpcUrls).toEqual([RPC_URL]);
    expect(config.database).toEqual({
      kind: 'postgresql',
      url: `postgresql://causeway_${role}:word@db.internal/causeway`,
    });
    if (role === 'worker') {
      expect(config.signer).toMatchObject({ kind: 'socket', path: signerVariables().CAUSEWAY_SOCKET });
    }
  });

  const signer = readUnit('causeway-signer.service');
  const password = { [`${SECRETS}_keystore-password`]: 'word\n' };
  const signerVariables = () => enter(signer, { installation, ...password, ...secret });

  test('causeway-signer.service', async () => {
    const env = signerVariables();
    const paths = requirePaths(env, ['state', 'installation', 'socket']);
    expect(paths.state).toBe('/var/lib/causeway-signer');
    expect(await readPassword(env)).toBe('word');
    expect((await readPolicy(paths.installation, env)).chains[0]?.rpcUrls).toEqual([RPC_URL]);
  });

  test('the worker reaches the socket through the group of the signer', () => {
    expect(signer.one('RuntimeDirectoryMode')).toBe('0710');
    expect(readUnit('causeway-worker.service').one('SupplementaryGroups')).toBe(signer.one('Group'));
  });

  test('causeway-web.service', () => {
    const env = enter(readUnit('causeway-web.service'), { host: '{}' });
    const known = example('service/host/main.ts').match(/CAUSEWAY_\w+/g) ?? [];
    const used = Object.keys(env).filter((variable) => variable.startsWith('CAUSEWAY_'));
    expect(known).toEqual(expect.arrayContaining(used));
    expect(existsSync(env.CAUSEWAY_INSTALLATION ?? '')).toBe(true);
  });
});

test('the programs read no variable that docs/configuration.md does not list', () => {
  const [, listed = ''] = example('docs/configuration.md').split('\n## Variables\n');
  const documented = [...listed.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name);
  const sources = readdirSync(join(ROOT, 'service'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map((path) => example(join('service', path)));
  // The build puts these two into the programs.
  const built = ['CAUSEWAY_COMMIT', 'CAUSEWAY_VERSION'];
  const read = new Set(sources.flatMap((text) => text.match(/\bCAUSEWAY_[A-Z_]+\b/g) ?? []));
  expect([...read].filter((name) => !built.includes(name)).sort()).toEqual(
    documented.filter((name) => name !== 'LOG_LEVEL').sort(),
  );
});

test('the installed command starts the program of the build', () => {
  const script = readFileSync(join(FOLDER, 'causeway'), 'utf8');
  expect(script).toContain('/operator/operator.mjs');
  expect(RELEASE_ROLES.operator.programs).toHaveProperty('operator');
});
