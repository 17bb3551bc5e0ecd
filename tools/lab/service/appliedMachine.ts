import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Machine, MachineRole } from '../../../service/operator/apply/machine.ts';
import { createMachine, MACHINE_ROLES } from '../../../service/operator/apply/machine.ts';
import { unitOf } from '../../../service/operator/apply/placedFiles.ts';
import type { RunningProcess } from '../processes/startProcess.ts';
import { startProcess } from '../processes/startProcess.ts';
import { ROOT, startProgram } from './program.ts';
import { requireSharedBundle } from './programs.ts';
import type { WorkFolder } from './workFolder.ts';

/** A machine whose units run as this test's processes, from the files that `apply` wrote below a folder. */
export type AppliedMachine = Machine & {
  /** The system commands that ran, one string each. */
  readonly commands: string[];
  /** The output of a process since its last start. */
  output(role: MachineRole): string;
  /** Makes a process's next starts fail, like a broken program. */
  breakUnit(role: MachineRole, isBroken: boolean): void;
  stop(): Promise<void>;
};

const DONE = { code: 0, output: '' };

async function readUnit(path: string): Promise<readonly (readonly [string, string])[]> {
  const lines = (await readFile(path, 'utf8')).split('\n').filter((line) => /^\w+=/.test(line));
  return lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)] as const);
}

/** Copies the files that LoadCredential names, as systemd does. */
async function loadCredentials(root: string, folder: string, entries: readonly string[]): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { mode: 0o700 });
  for (const entry of entries) {
    const [id = '', path = ''] = entry.split(':');
    const from = join(root, path);
    const names = await readdir(from).catch(() => null);
    if (names === null) await cp(from, join(folder, id));
    else for (const name of names) await cp(join(from, name), join(folder, `${id}_${name}`));
  }
}

/** @param folder the machine's root */
export async function createAppliedMachine(folder: WorkFolder): Promise<AppliedMachine> {
  const root = join(folder.path, 'root');
  const programs = join(root, 'opt/causeway');
  // The web host expects the built app in `dist` in its working directory.
  await mkdir(join(programs, 'dist'), { recursive: true });
  await symlink(join(ROOT, 'docs/operations'), join(programs, 'operations'));
  await writeFile(join(programs, 'dist/index.html'), '<!doctype html><title>Causeway</title>');
  for (const path of ['run/causeway-signer', 'var/lib/causeway-signer']) {
    await mkdir(join(root, path), { recursive: true, mode: 0o700 });
  }
  const processes = new Map<MachineRole, RunningProcess>();
  const broken = new Set<MachineRole>();
  const commands: string[] = [];

  const readEnvironment = async (role: MachineRole): Promise<Record<string, string>> => {
    const unit = await readUnit(join(root, 'etc/systemd/system', unitOf(role)));
    const all = (key: string) => unit.flatMap(([found, value]) => (found === key ? [value] : []));
    const credentials = join(folder.path, `credentials-${role}`);
    await loadCredentials(root, credentials, all('LoadCredential'));
    const variables = all('Environment').map((line): [string, string] => {
      const value = line.slice(line.indexOf('=') + 1).replaceAll('%d', credentials);
      const isOfRoot = /^\/(?:run|var|etc|opt)\//.test(value);
      return [line.slice(0, line.indexOf('=')), isOfRoot ? join(root, value) : value];
    });
    return { ...Object.fromEntries(variables), CREDENTIALS_DIRECTORY: credentials };
  };

  const stop = async (role: MachineRole) => {
    const running = processes.get(role);
    if (!running) return;
    processes.delete(role);
    running.send('SIGTERM');
    await running.exited;
  };

  const start = async (role: MachineRole) => {
    const environment = await readEnvironment(role);
    if (broken.has(role)) environment.LOG_LEVEL = 'broken';
    if (broken.has(role)) environment.CAUSEWAY_STATE = '/nowhere';
    if (role !== 'web') {
      processes.set(role, startProgram(role === 'signer' ? 'signer' : 'service', { environment }));
      return;
    }
    const { PATH = '', HOME = '' } = process.env;
    const env = { PATH, HOME, ...environment };
    const args = [requireSharedBundle().host];
    const host = { title: 'the web host', command: process.execPath, args, cwd: programs, env };
    processes.set(role, startProcess({ ...host, stopSignal: 'SIGTERM' }));
  };

  const runUnit = async (verb: string, role: MachineRole) => {
    if (verb === 'is-active') return { ...DONE, code: processes.has(role) ? 0 : 3 };
    if (verb === 'stop' || verb === 'restart') await stop(role);
    if (verb === 'restart') await start(role);
    return DONE;
  };

  return {
    ...createMachine({ root, programs }),
    hasUnits: true,
    commands,
    output: (role) => processes.get(role)?.output() ?? '',
    breakUnit: (role, isBroken) => {
      if (isBroken) broken.add(role);
      else broken.delete(role);
    },
    run: async (command) => {
      commands.push(command.join(' '));
      const [program, verb = '', ...args] = command;
      const role = MACHINE_ROLES.find((one) => args.includes(unitOf(one)));
      return program === 'systemctl' && role ? runUnit(verb, role) : DONE;
    },
    stop: async () => {
      await Promise.all(MACHINE_ROLES.map(stop));
    },
  };
}
