import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Processes, RunningProcess } from '../lab/processes/processes.ts';
import { readLastLines } from '../lab/processes/processes.ts';
import { SetupError } from './setup/setupError.mjs';
import type { StateDir } from './stateDir.ts';

export type Service = { readonly url: string; readonly process: RunningProcess };

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const READY_TIMEOUT_MS = 180_000;
const LOOK_MS = 50;

/** Starts the transfer service and returns when it offers pairs. */
export async function startService(
  { dir, url, signerSocket }: { readonly dir: StateDir; readonly url: string; readonly signerSocket: string },
  { processes, signal }: { readonly processes: Processes; readonly signal: AbortSignal },
): Promise<Service> {
  // What happens to be set for other work is not the local stack's: a database, a role, a key.
  const others = /^(?:DATABASE_URL|CAUSEWAY_ROLE|CAUSEWAY_MAKER_KEY|CAUSEWAY_MAKER_KEY_FILE)$/;
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !others.test(name)));
  const service = await processes.start({
    title: 'the transfer service',
    command: process.execPath,
    args: ['--import', 'tsx', 'service/main.ts'],
    cwd: ROOT,
    env: {
      ...env,
      CAUSEWAY_CONFIG: dir.serviceConfig,
      CAUSEWAY_DATA_DIR: dir.data,
      CAUSEWAY_SIGNER_SOCKET: signerSocket,
    },
    logFile: `${dir.logs}/service.log`,
    stopSignal: 'SIGTERM',
  });
  const deadline = Date.now() + READY_TIMEOUT_MS;
  while (!(await offersPairs(url))) {
    if (Date.now() > deadline) {
      throw new SetupError(
        `The transfer service did not answer within ${READY_TIMEOUT_MS / 1000} s. Its last words:\n${readLastLines(service.logFile)}`,
      );
    }
    await sleep(LOOK_MS, undefined, { signal });
  }
  return { url, process: service };
}

async function offersPairs(url: string): Promise<boolean> {
  try {
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
  } catch {
    return false;
  }
}
