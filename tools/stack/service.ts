import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fitsSocket } from '../../service/signer/process/socket.ts';
import type { Processes } from '../lab/processes/processes.ts';
import type { RunningProcess } from '../lab/processes/startProcess.ts';
import { untilReady } from '../lab/processes/startProcess.ts';
import type { ProgramOrigin } from '../lab/service/program.ts';
import { startProgram } from '../lab/service/program.ts';
import { offersPairs } from '../lab/service/readPairs.ts';
import type { StateDir } from './stateDir.ts';

/** The signer's socket, in a folder that only its owner can enter. */
export type SignerSocket = { readonly path: string; readonly remove: () => void };

export type ServiceOptions = {
  readonly dir: StateDir;
  readonly socket: SignerSocket;
  readonly from: ProgramOrigin;
};

const READY_TIMEOUT_MS = 180_000;
// A shell may set these for other purposes, but the local stack has its own database, role and key.
const OTHERS = /^(?:DATABASE_URL$|CAUSEWAY_)/;
// Node restarts the service when an imported file changes. After a crash it waits for a change, so the stack keeps running.
const WATCH = ['--watch', '--watch-preserve-output'];

/** Puts the socket beside the keystore, or in a temporary folder if that path is too long for a socket. */
export function placeSocket({ signer }: StateDir): SignerSocket {
  const near = join(signer.folder, 'signer.sock');
  if (fitsSocket(near)) return { path: near, remove: () => {} };
  const folder = mkdtempSync(join(tmpdir(), 'causeway-'));
  return { path: join(folder, 's'), remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/**
 * Starts the processes of the signer and of the transfer service. When run from sources, the service restarts when they change.
 */
export async function spawnService(
  { dir, socket, from }: ServiceOptions,
  { processes }: { readonly processes: Processes },
): Promise<RunningProcess> {
  const environment = {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !OTHERS.test(name))),
    CAUSEWAY_SOCKET: socket.path,
  };
  const { folder, installation } = dir.signer;
  startProgram('signer', {
    from,
    environment: {
      ...environment,
      ...{ CAUSEWAY_INSTALLATION: installation, CAUSEWAY_STATE: folder, CAUSEWAY_SECRETS: folder },
    },
    logFile: `${dir.logs}/signer.log`,
    start: processes.start,
  });
  if (!existsSync(dir.data)) {
    // Imported here, so that a later start does not load the database, which only the service's process needs.
    const { copySnapshot } = await import('../lab/postgres/embeddedSnapshot.ts');
    await copySnapshot(dir.data);
  }
  return startProgram('service', {
    from,
    environment: { ...environment, CAUSEWAY_INSTALLATION: dir.installation },
    logFile: `${dir.logs}/service.log`,
    start: (spec) => processes.start(from === 'sources' ? { ...spec, args: [...WATCH, ...spec.args] } : spec),
  });
}

/** Waits until the service offers pairs. @throws ProcessDied */
export async function untilServing(service: RunningProcess, url: string, signal: AbortSignal): Promise<void> {
  await untilReady(service, () => offersPairs(url), { timeoutMs: READY_TIMEOUT_MS, signal });
}
