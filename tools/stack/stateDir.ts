import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Deployment } from '../../contracts/deploy.ts';
import { KEYSTORE_PASSWORD } from '../../service/boot/fields.ts';
import type { ChainName } from '../lab/chains/chainsAndTokens.ts';
import { CHAINS } from '../lab/chains/chainsAndTokens.ts';

/** The state that a stack keeps between runs. It is written once everything has started. */
export type StackState = {
  readonly installation: string;
  readonly artifactsHash: string;
  readonly genesisTime: number;
  readonly deployments: Readonly<Record<ChainName, Deployment>>;
};

/** The signer's files, in a folder that only its owner can enter. */
export type SignerFiles = {
  readonly folder: string;
  readonly keystore: string;
  readonly password: string;
  /** The signer's copy of the installation file. */
  readonly installation: string;
};

export type StateDir = {
  readonly root: string;
  readonly logs: string;
  readonly data: string;
  readonly installation: string;
  readonly webConfig: string;
  /** The installation's own files, served at `/brand/`. The stack writes the operator's pages, and a person adds others. */
  readonly brand: string;
  readonly signer: SignerFiles;
  readonly chainFile: (name: ChainName) => string;
};

const ENTRIES = [
  'running.json',
  'state.json',
  'signer',
  'installation.json',
  'config.json',
  'chains',
  'data',
  'logs',
  'vite',
];

export function openStateDir(path: string): StateDir {
  const root = resolve(path);
  mkdirSync(join(root, 'chains'), { recursive: true });
  mkdirSync(join(root, 'logs'), { recursive: true });
  return {
    root,
    logs: join(root, 'logs'),
    data: join(root, 'data'),
    installation: join(root, 'installation.json'),
    webConfig: join(root, 'config.json'),
    brand: join(root, 'brand'),
    signer: {
      folder: join(root, 'signer'),
      keystore: join(root, 'signer', 'maker.json'),
      password: join(root, 'signer', KEYSTORE_PASSWORD),
      installation: join(root, 'signer', 'installation.json'),
    },
    chainFile: (name) => join(root, 'chains', `${name}.json`),
  };
}

/** Deletes only entries that a stack writes, because CAUSEWAY_STATE may be a folder with other files. */
export function forget(dir: StateDir): void {
  for (const entry of ENTRIES) rmSync(join(dir.root, entry), { recursive: true, force: true });
  openStateDir(dir.root);
}

/** Deletes the last run's logs. */
export function clearLogs(dir: StateDir): void {
  rmSync(dir.logs, { recursive: true, force: true });
}

/** The id of the process that is using the folder, or null. */
export function findRunning(dir: StateDir): number | null {
  const marker = join(dir.root, 'running.json');
  if (!existsSync(marker)) return null;
  const { pid } = JSON.parse(readFileSync(marker, 'utf8')) as { pid: number };
  return pid !== process.pid && isStack(pid) ? pid : null;
}

/** Whether the last run left its marker, so its chains and its database may disagree. */
export function wasInterrupted(dir: StateDir): boolean {
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

/** Whether the state is complete. */
export function isComplete(dir: StateDir): boolean {
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

/** Writes a file that only its owner can read. Because of the rename, an interrupted run cannot leave half a file. */
function writePrivate(file: string, text: string): void {
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
  // Another program may have this process id by now. Without /proc, assume that it is a stack.
  const commandLine = `/proc/${pid}/cmdline`;
  return (
    !existsSync('/proc/self/cmdline') || (existsSync(commandLine) && /stack/.test(readFileSync(commandLine, 'utf8')))
  );
}
