import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Deployment } from '../contracts/deploy.ts';
import type { ChainName } from '../lab/installation/installation.ts';
import { CHAINS } from '../lab/installation/installation.ts';

/** What a stack remembers from one run to the next; written once everything is deployed. */
export type StackState = {
  readonly installation: string;
  readonly artifactsHash: string;
  readonly genesisTime: number;
  readonly deployments: Readonly<Record<ChainName, Deployment>>;
};

/** What the signer alone reads and writes; nobody but its owner enters the folder. */
export type SignerFiles = {
  readonly folder: string;
  readonly keystore: string;
  readonly password: string;
  readonly policy: string;
};

export type StateDir = {
  readonly root: string;
  readonly logs: string;
  readonly data: string;
  readonly serviceConfig: string;
  readonly webConfig: string;
  readonly signer: SignerFiles;
  readonly chainFile: (name: ChainName) => string;
};

const ENTRIES = ['running.json', 'state.json', 'signer', 'service.json', 'config.json', 'chains', 'data', 'logs'];

export function openStateDir(path: string): StateDir {
  const root = resolve(path);
  mkdirSync(join(root, 'chains'), { recursive: true });
  mkdirSync(join(root, 'logs'), { recursive: true });
  return {
    root,
    logs: join(root, 'logs'),
    data: join(root, 'data'),
    serviceConfig: join(root, 'service.json'),
    webConfig: join(root, 'config.json'),
    signer: {
      folder: join(root, 'signer'),
      keystore: join(root, 'signer', 'maker.json'),
      password: join(root, 'signer', 'password'),
      policy: join(root, 'signer', 'policy.json'),
    },
    chainFile: (name) => join(root, 'chains', `${name}.json`),
  };
}

/** Removes what a stack writes and nothing else: a person may have pointed the folder's variable anywhere. */
export function forget(dir: StateDir): void {
  for (const entry of ENTRIES) rmSync(join(dir.root, entry), { recursive: true, force: true });
  openStateDir(dir.root);
}

/** The process that uses the folder now, if one does. */
export function findRunning(dir: StateDir): number | null {
  const marker = join(dir.root, 'running.json');
  if (!existsSync(marker)) return null;
  const { pid } = JSON.parse(readFileSync(marker, 'utf8')) as { pid: number };
  return pid !== process.pid && isStack(pid) ? pid : null;
}

/** Whether the last run left its marker: its chains and its database may then disagree. */
export function wasCutShort(dir: StateDir): boolean {
  return existsSync(join(dir.root, 'running.json'));
}

export function markRunning(dir: StateDir): void {
  writePrivate(join(dir.root, 'running.json'), JSON.stringify({ pid: process.pid }));
}

export function markStopped(dir: StateDir): void {
  rmSync(join(dir.root, 'running.json'), { force: true });
}

export function readState(dir: StateDir): StackState | null {
  const file = join(dir.root, 'state.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as StackState) : null;
}

/** Whether all that belongs to the state is there. */
export function isWhole(dir: StateDir): boolean {
  const { keystore, password } = dir.signer;
  return [keystore, password, dir.data, ...CHAINS.map(({ name }) => dir.chainFile(name))].every((path) =>
    existsSync(path),
  );
}

export function writeState(dir: StateDir, state: StackState): void {
  writePrivate(join(dir.root, 'state.json'), `${JSON.stringify(state, null, 2)}\n`);
}

export function writeConfig(file: string, config: unknown): void {
  writePrivate(file, `${JSON.stringify(config, null, 2)}\n`);
}

/** Renamed into place, so that a run that is cut short leaves no half a file. No one but the owner may read any of it. */
export function writePrivate(file: string, text: string): void {
  const unfinished = `${file}.${randomUUID()}.tmp`;
  writeFileSync(unfinished, text, { mode: 0o600 });
  renameSync(unfinished, file);
}

function isStack(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  // The number may belong to another program by now; where the system cannot tell, it counts as ours.
  const commandLine = `/proc/${pid}/cmdline`;
  return (
    !existsSync('/proc/self/cmdline') || (existsSync(commandLine) && /stack/.test(readFileSync(commandLine, 'utf8')))
  );
}
