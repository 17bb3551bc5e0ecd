import { mkdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { LabInstallation } from '../../../tools/lab/installation/installationFile.ts';
import { createMainnetFile } from '../../../tools/lab/service/sampleCatalog.ts';
import type { WorkFolder } from '../../../tools/lab/service/workFolder.ts';
import { createWorkFolder } from '../../../tools/lab/service/workFolder.ts';
import type { Machine } from './machine.ts';
import { createMachine } from './machine.ts';
import { COPIES } from './placedFiles.ts';
import { listWeakened, makePlan } from './plan.ts';
import { parseSound } from './readInstallationFile.ts';

const OPERATIONS = new URL('../../../docs/operations', import.meta.url).pathname;
const NOTHING_APPLIED = { roles: [], files: {}, pending: {}, restarts: [], versions: {} };

let folder: WorkFolder;
let machine: Machine;
beforeEach(async () => {
  folder = await createWorkFolder();
  const programs = join(folder.path, 'programs');
  await mkdir(programs);
  await symlink(OPERATIONS, join(programs, 'operations'));
  machine = { ...createMachine({ root: join(folder.path, 'root'), programs }), hasUnits: true };
});
afterEach(() => folder.remove());

async function planAfter(running: LabInstallation, next: LabInstallation) {
  const content = Buffer.from(JSON.stringify(running));
  await machine.write(COPIES.service, { content, mode: 0o600 });
  const file = await parseSound(JSON.stringify(next), { folder: folder.path, now: new Date('2026-11-23') });
  return makePlan(file, {
    ...{ machine, applied: NOTHING_APPLIED, roles: ['worker'] },
    version: { version: '1.0.0', commit: 'abc' },
  });
}

test('a mainnet is compared with the file that runs, however old its prices are', async () => {
  const running = createMainnetFile();
  running.prices.asOf = '2025-01-01';
  Object.assign(running.guards, { maxNetOutflow: '25000' });
  const plan = await planAfter(running, createMainnetFile());
  expect(plan.before).not.toBeNull();
  expect(listWeakened(plan)).toEqual(['guards.maxNetOutflow']);
});

test('a command that a person installed from the same build is not a change', async () => {
  const content = await readFile(join(OPERATIONS, 'causeway'));
  await machine.write('usr/local/bin/causeway', { content, mode: 0o755 });
  const { common } = await planAfter(createMainnetFile(), createMainnetFile());
  expect(common.map(({ path }) => path)).toEqual(['etc/sysusers.d/causeway.conf']);
});
