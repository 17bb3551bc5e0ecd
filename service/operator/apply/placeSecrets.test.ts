import { mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSampleFile } from '../../../tools/lab/service/sampleCatalog.ts';
import { planApply } from './command.ts';
import type { Machine } from './machine.ts';
import { createMachine } from './machine.ts';
import { listPlacements, placeSecrets } from './placeSecrets.ts';

let folder: string;
let machine: Machine;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'causeway-place-'));
  machine = createMachine({ root: join(folder, 'root'), programs: folder });
});
afterEach(() => rm(folder, { recursive: true }));

async function write(path: string, text = path): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), text, { mode: 0o600 });
}

async function writeAll(): Promise<void> {
  for (const role of ['worker', 'api', 'migrate', 'operator']) await write(`passwords/causeway_${role}`);
  for (const name of ['maker.json', 'maker-2.json', 'keystore-password']) await write(`keys/${name}`);
  await write('secrets/alder');
  await write('signer-secrets/elm');
  await write('operators/alice/passwords/alice');
}

test('each role gets its own secrets, and no other', async () => {
  await writeAll();
  const targetsOf = async (...roles: readonly ('signer' | 'worker' | 'api' | 'web')[]) =>
    (await listPlacements(machine, { folder, roles })).map(({ to }) => to).sort();
  expect(await targetsOf('api')).toEqual(['etc/causeway/passwords/causeway_api', 'etc/causeway/secrets/alder']);
  expect(await targetsOf('signer')).toEqual([
    'etc/causeway/signer-secrets/elm',
    'etc/causeway/signer-secrets/keystore-password',
    'var/lib/causeway-signer/maker-2.json',
    'var/lib/causeway-signer/maker.json',
  ]);
  expect(await targetsOf('worker')).toHaveLength(4);
  expect(await targetsOf('web')).toEqual([]);
});

test('a secret that the machine has is never replaced', async () => {
  await writeAll();
  await write('root/etc/causeway/passwords/causeway_api', 'the one in force');
  await placeSecrets(machine, await listPlacements(machine, { folder, roles: ['api', 'signer'] }));
  const at = (path: string) => join(folder, 'root', path);
  expect(await readFile(at('etc/causeway/passwords/causeway_api'), 'utf8')).toBe('the one in force');
  expect(await readFile(at('var/lib/causeway-signer/maker.json'), 'utf8')).toBe('keys/maker.json');
  expect((await stat(at('etc/causeway/secrets/alder'))).mode & 0o777).toBe(0o600);
  expect(await listPlacements(machine, { folder, roles: ['api', 'signer'] })).toEqual([]);
});

test('only the owner enters the folders of the secrets', async () => {
  await writeAll();
  await placeSecrets(machine, await listPlacements(machine, { folder, roles: ['api', 'signer'] }));
  const modeOf = async (path: string) => (await stat(join(folder, 'root', path))).mode & 0o777;
  for (const path of ['', '/secrets', '/signer-secrets', '/passwords']) {
    expect(await modeOf(`etc/causeway${path}`), path).toBe(0o700);
  }
  expect(await modeOf('var/lib/causeway-signer')).toBe(0o700);
});

test("a link in the signer's folder leads to no other file", async () => {
  await writeAll();
  await write('victim');
  const state = join(folder, 'root/var/lib/causeway-signer');
  await mkdir(state, { recursive: true });
  await symlink(join(folder, 'victim'), join(state, 'maker.json.new'));
  await placeSecrets(machine, await listPlacements(machine, { folder, roles: ['signer'] }));
  expect(await readFile(join(folder, 'victim'), 'utf8')).toBe('victim');
  expect(await readFile(join(state, 'maker.json'), 'utf8')).toBe('keys/maker.json');
});

test('a secret that other accounts can read is refused', async () => {
  await mkdir(join(folder, 'secrets'));
  await writeFile(join(folder, 'secrets/alder'), 'x', { mode: 0o644 });
  const placements = await listPlacements(machine, { folder, roles: ['worker'] });
  await expect(placeSecrets(machine, placements)).rejects.toThrow('other accounts can read it');
});

test('the plan of a new machine does not ask the database, because its passwords are still next to the file', async () => {
  await writeAll();
  await write(
    'installation.json',
    JSON.stringify({ ...createSampleFile(), database: 'postgresql://127.0.0.1:9/none' }),
  );
  // The units are in docs/operations.
  const place = createMachine({ root: machine.root, programs: 'docs' });
  const options = {
    path: join(folder, 'installation.json'),
    roles: ['worker'],
    machine: place,
    now: new Date(),
  } as const;
  const rest = { isYes: false, weakened: [], replaced: [], signer: null, stolen: null, isBack: false };
  const lines: string[] = [];
  expect(await planApply({ ...options, ...rest }, { say: (line) => lines.push(line) })).toBe(true);
  expect(lines.join('\n')).toContain('This machine lacks etc/causeway/passwords/causeway_worker');
});
