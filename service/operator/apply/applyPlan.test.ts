import { readFileSync } from 'node:fs';
import { mkdir, symlink } from 'node:fs/promises';
import type { Server } from 'node:http';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findFreePort } from '../../../tools/lab/processes/freePort.mjs';
import { createSampleFile } from '../../../tools/lab/service/sampleCatalog.ts';
import type { WorkFolder } from '../../../tools/lab/service/workFolder.ts';
import { createWorkFolder } from '../../../tools/lab/service/workFolder.ts';
import { fingerprintOfText, PORT_OF } from '../../boot/readConfig.ts';
import { readApplied, refuseForeign } from './applied.ts';
import { applyPlan } from './applyPlan.ts';
import type { Machine, MachineRole } from './machine.ts';
import { createMachine, pathOn } from './machine.ts';
import { COPIES } from './placedFiles.ts';
import { isEmpty, makePlan } from './plan.ts';
import { parseSound } from './readInstallationFile.ts';

class Killed extends Error {}

const OPERATIONS = new URL('../../../docs/operations', import.meta.url).pathname;
const VERSION = { version: '1.0.0', commit: 'abc' };

let folder: WorkFolder;
let machine: Machine;
let port: number;
let server: Server;
/** The file with which the worker of this machine runs. */
let running: string;
/** Whether the web host fails to become ready when it restarts. */
let breaksWeb: boolean;
let isWebBroken: boolean;

beforeEach(async () => {
  folder = await createWorkFolder();
  const programs = join(folder.path, 'programs');
  await mkdir(programs);
  await symlink(OPERATIONS, join(programs, 'operations'));
  port = await findFreePort();
  running = '';
  breaksWeb = false;
  isWebBroken = false;
  machine = {
    ...createMachine({ root: join(folder.path, 'root'), programs }),
    hasUnits: true,
    run: async (command) => {
      if (command[1] === 'restart') running = readFileSync(pathOn(machine, COPIES.service), 'utf8');
      if (command.join(' ') === 'systemctl restart causeway-web.service') isWebBroken = breaksWeb;
      return { code: 0, output: '' };
    },
  };
  server = createServer((_request, response) => {
    const checks = isWebBroken ? [{ name: 'page', ok: false, detail: 'missing' }] : [];
    response.end(JSON.stringify({ installation: fingerprintOfText(running), checks }));
  }).listen(port, '127.0.0.1');
});
afterEach(async () => {
  server.close();
  await folder.remove();
});

function parse(feeBps: number) {
  const file = createSampleFile();
  file.lab.operatorPort = port;
  file.listen.firstPort = port - PORT_OF.web;
  // The web app gets it too.
  file.name = `fee-${feeBps}`;
  Object.assign(file.tokens[1]?.transfers[0] ?? {}, { feeBps });
  return parseSound(JSON.stringify(file), { folder: folder.path, now: new Date() });
}

/**
 * Applies a file on a machine that dies at its nth write.
 * @returns whether it finished
 */
async function applyOn(place: Machine, feeBps: number, roles: readonly MachineRole[] = ['worker']): Promise<boolean> {
  const applied = await readApplied(place);
  const plan = await makePlan(await parse(feeBps), { machine: place, applied, roles, version: VERSION });
  refuseForeign(applied, [...plan.common, ...plan.steps.flatMap(({ changes }) => changes)], []);
  if (isEmpty(plan)) return true;
  try {
    await applyPlan({ machine: place, say: () => {}, timeoutMs: 3000 }, applied, plan);
    return true;
  } catch (error) {
    if (error instanceof Killed) return false;
    throw error;
  }
}

function dyingAt(write: number, { isDone }: { readonly isDone: boolean }): Machine {
  let count = 0;
  return {
    ...machine,
    write: async (path, file) => {
      count += 1;
      if (count === write && !isDone) throw new Killed();
      await machine.write(path, file);
      if (count === write) throw new Killed();
    },
  };
}

test.each([
  { when: 'before', next: 'it is done again', isDone: false, step: 0 },
  { when: 'after', next: 'it is done again', isDone: true, step: 0 },
  { when: 'after', next: 'another file is applied', isDone: true, step: 1000 },
])('killed $when each write, $next', async ({ isDone, step }) => {
  let killed = 0;
  for (let write = 1; ; write += 1) {
    const fee = 10 + write;
    const isComplete = await applyOn(dyingAt(write, { isDone }), fee);
    // On the machine that the kill left behind, nothing counts as changed by hand.
    expect(await applyOn(machine, fee + step)).toBe(true);
    expect(running).toBe((await parse(fee + step)).text);
    expect(readFileSync(pathOn(machine, COPIES.service), 'utf8')).toBe(running);
    const { pending, restarts } = await readApplied(machine);
    expect({ pending, restarts }).toEqual({ pending: {}, restarts: [] });
    if (isComplete) break;
    killed += 1;
  }
  expect(killed).toBeGreaterThan(5);
});

test('a failure says which processes keep the new files', async () => {
  await applyOn(machine, 10, ['worker', 'web']);
  breaksWeb = true;
  await expect(applyOn(machine, 20, ['worker', 'web'])).rejects.toThrow(
    /causeway-web has its former files back[\s\S]*With the new files: causeway-worker\./,
  );
});
