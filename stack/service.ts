import { copySnapshot } from '../lab/postgres/embeddedSnapshot.ts';
import type { OnDeath, Processes } from '../lab/processes/processes.ts';
import type { ProcessDied, RunningProcess } from '../lab/processes/startProcess.ts';
import { untilReady } from '../lab/processes/startProcess.ts';
import type { ProgramOrigin } from '../lab/service/program.ts';
import { startProgram } from '../lab/service/program.ts';
import type { StateDir } from './stateDir.ts';

export type StackService = {
  /** Stops the service, starts it again and waits until it offers pairs. @throws ProcessDied */
  readonly restart: () => Promise<void>;
};

export type ServiceOptions = {
  readonly dir: StateDir;
  readonly url: string;
  readonly signerSocket: string;
  readonly from: ProgramOrigin;
  /** Called when the service ends without being stopped. By default that ends the stack. */
  readonly onDeath?: OnDeath | undefined;
};

const READY_TIMEOUT_MS = 180_000;
// A shell may set these for other work. The local stack has its own database, role and key.
const OTHERS = /^(?:DATABASE_URL$|CAUSEWAY_)/;

/** Starts the transfer service and waits until it offers pairs. @throws ProcessDied */
export async function startService(
  { dir, url, signerSocket, from, onDeath }: ServiceOptions,
  { processes, signal }: { readonly processes: Processes; readonly signal: AbortSignal },
): Promise<StackService> {
  const environment = {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !OTHERS.test(name))),
    CAUSEWAY_INSTALLATION: dir.installation,
    CAUSEWAY_SOCKET: signerSocket,
  };
  let current: RunningProcess;
  const launch = async () => {
    let isReady = false;
    // A service that ends before it is ready makes `launch` fail, which reports the same death.
    const report = onDeath && ((error: ProcessDied) => isReady && onDeath(error));
    current = startProgram('service', {
      from,
      environment,
      logFile: `${dir.logs}/service.log`,
      start: (spec) => processes.start(spec, report),
    });
    await untilReady(current, () => offersPairs(url), { timeoutMs: READY_TIMEOUT_MS, signal });
    isReady = true;
  };
  await copySnapshot(dir.data);
  await launch();
  return {
    restart: async () => {
      await current.stop();
      await launch();
    },
  };
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
