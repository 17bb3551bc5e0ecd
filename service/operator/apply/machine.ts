import { execFile } from 'node:child_process';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { OperatorError } from '../../boot/operatorError.ts';
import { UsageError } from '../commands/command.ts';

/** `apply` refuses to continue. The message says what to do; nothing was changed unless it says so. */
export class ApplyRefused extends OperatorError {
  readonly code = 'APPLY_REFUSED';
}

/**
 * What a machine runs, in the order in which something wider takes effect. The worker's machine also has the commands.
 */
export const MACHINE_ROLES = ['signer', 'worker', 'api', 'web'] as const;
export type MachineRole = (typeof MACHINE_ROLES)[number];

export type Outcome = { readonly code: number; readonly output: string };

/** The machine on which an installation runs. */
export type Machine = {
  /** The folder that stands for `/`. */
  readonly root: string;
  /** The folder of the production build. */
  readonly programs: string;
  /** Whether systemd runs the processes. Under a root other than `/`, such as for containers, there are only files. */
  readonly hasUnits: boolean;
  /** Runs a command of the system. */
  run(command: readonly string[]): Promise<Outcome>;
  /** Replaces a file atomically: a process that reads it gets the former content or the new one. */
  write(path: string, file: { readonly content: Buffer; readonly mode: number }): Promise<void>;
  remove(path: string): Promise<void>;
};

const COMMAND_TIMEOUT_MS = 120_000;

export function createMachine(place: Pick<Machine, 'root' | 'programs'>): Machine {
  return {
    ...place,
    hasUnits: place.root === '/',
    run: ([program = '', ...args]) =>
      new Promise((resolve) => {
        execFile(program, args, { timeout: COMMAND_TIMEOUT_MS }, (error, stdout, stderr) => {
          const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 1;
          resolve({ code, output: `${stdout}${stderr}`.trim() });
        });
      }),
    write: async (path, { content, mode }) => {
      const target = pathOn(place, path);
      await mkdir(dirname(target), { recursive: true });
      // The signer's account can write into its folder: nothing it has put there may lead root to another file.
      await rm(`${target}.new`, { force: true });
      const file = await open(`${target}.new`, 'wx', mode);
      try {
        // The account's umask doesn't apply here.
        await file.chmod(mode);
        await file.writeFile(content);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(`${target}.new`, target);
    },
    remove: (path) => rm(pathOn(place, path), { force: true }),
  };
}

/**
 * A file or folder of the machine.
 * @param path begins at the root, without a leading slash
 */
export function pathOn({ root }: Pick<Machine, 'root'>, path: string): string {
  return join(root, path);
}

export async function readOn(machine: Pick<Machine, 'root'>, path: string): Promise<Buffer | null> {
  try {
    return await readFile(pathOn(machine, path));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/**
 * The variables with which a process of the machine finds its secrets.
 * @param folder the service's or the signer's
 */
export function secretsOf(machine: Pick<Machine, 'root'>, folder: 'secrets' | 'signer-secrets') {
  return { CAUSEWAY_SECRETS: pathOn(machine, `etc/causeway/${folder}`) };
}

/** The folder of a process's state. The signer's has the keys and the payment log; both have their certificates. */
export const stateOf = (role: 'signer' | 'worker') => `var/lib/causeway-${role}`;

/** Parses the names of roles. @throws UsageError */
export function parseRoles(text: string): readonly MachineRole[] {
  return text.split(',').map((name) => {
    const role = MACHINE_ROLES.find((known) => known === name);
    if (!role) throw new UsageError(`--roles names "${name}", but a role is one of ${MACHINE_ROLES.join(', ')}.`);
    return role;
  });
}
