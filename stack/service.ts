import { copySnapshot } from '../lab/postgres/embeddedSnapshot.ts';
import type { Processes } from '../lab/processes/processes.ts';
import { untilReady } from '../lab/processes/startProcess.ts';
import type { ProgramOrigin } from '../lab/service/program.ts';
import { startProgram } from '../lab/service/program.ts';
import type { StateDir } from './stateDir.ts';

export type ServiceOptions = {
  readonly dir: StateDir;
  readonly url: string;
  readonly signerSocket: string;
  readonly from: ProgramOrigin;
};

const READY_TIMEOUT_MS = 180_000;
// A shell may set these for other work. The local stack has its own database, role and key.
const OTHERS = /^(?:DATABASE_URL$|CAUSEWAY_)/;
// Node restarts the service after a change of an imported file. After a crash it waits for a change, so the stack goes on.
const WATCH = ['--watch', '--watch-preserve-output'];

/** Starts the transfer service and waits until it offers pairs. From its sources, it restarts when they change. @throws ProcessDied */
export async function startService(
  { dir, url, signerSocket, from }: ServiceOptions,
  { processes, signal }: { readonly processes: Processes; readonly signal: AbortSignal },
): Promise<void> {
  const environment = {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !OTHERS.test(name))),
    CAUSEWAY_INSTALLATION: dir.installation,
    CAUSEWAY_SOCKET: signerSocket,
  };
  await copySnapshot(dir.data);
  const service = startProgram('service', {
    from,
    environment,
    logFile: `${dir.logs}/service.log`,
    start: (spec) => processes.start(from === 'sources' ? { ...spec, args: [...WATCH, ...spec.args] } : spec),
  });
  await untilReady(service, () => offersPairs(url), { timeoutMs: READY_TIMEOUT_MS, signal });
}

async function offersPairs(url: string): Promise<boolean> {
  const response = await fetch(`${url}/get_all_pair_infos`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ category: 'Testnet', value_include_gas_fee: false }),
  });
  const { data, status } = (await response.json()) as {
    data: { pair_infos: unknown[] } | null;
    status: { code: number };
  };
  return status.code === 0 && data !== null && data.pair_infos.length > 0;
}
