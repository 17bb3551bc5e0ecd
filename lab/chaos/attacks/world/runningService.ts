import { join } from 'node:path';
import { startProcess, untilReady } from '../../../processes/startProcess.ts';
import { waitUntil } from '../../../processes/waitUntil.ts';
import type { Programs } from '../../../service/programs.ts';
import type { SignerFiles } from '../../../service/signerProcess.ts';
import { post } from '../../../service/testService.ts';
import type { DatabaseUrls } from './setUpDatabase.ts';

export type RunningServiceOptions = {
  readonly programs: Programs;
  readonly installationPath: string;
  readonly database: DatabaseUrls;
  readonly signerFiles: SignerFiles;
  readonly logs: string;
  /** Begins the names of the log files. */
  readonly name: string;
  /** More variables of the worker. */
  readonly workerEnvironment?: Readonly<Record<string, string>>;
};

/** The three processes of an installation. */
export type RunningService = {
  /** The base address of the API. */
  readonly url: string;
  readonly options: RunningServiceOptions;
  /** Waits for the first pair. A service whose hot wallets are halted offers none until an operator ends a halt. */
  waitForPairs(): Promise<void>;
  stop(): Promise<void>;
};

const START_MS = 120_000;

/** Starts the signer, the workers and the API. */
export async function startRunningService(options: RunningServiceOptions): Promise<RunningService> {
  const { programs, installationPath, database, signerFiles, logs, name, workerEnvironment = {} } = options;
  const stops: (() => Promise<unknown>)[] = [];
  const start = (title: string, program: string, environment: Readonly<Record<string, string>>) => {
    const { PATH = '', HOME = '' } = process.env;
    const started = startProcess({
      title,
      command: process.execPath,
      args: [program],
      env: { PATH, HOME, ...environment },
      logFile: join(logs, `${name}.${title}.log`),
      stopSignal: 'SIGKILL',
    });
    stops.push(started.stop);
    return started;
  };
  const stop = async () => {
    for (const end of stops.reverse()) await end();
  };
  const untilOutput = (started: ReturnType<typeof start>, text: RegExp) =>
    untilReady(started, async () => text.exec(started.output()), { timeoutMs: START_MS });
  try {
    const signer = start('signer', programs.signer, signerFiles.environment);
    await untilOutput(signer, /signer listening/);
    const common = { CAUSEWAY_INSTALLATION: installationPath };
    const worker = start('worker', programs.service, {
      ...{
        ...common,
        DATABASE_URL: database.worker,
        CAUSEWAY_ROLE: 'worker',
        CAUSEWAY_SOCKET: signerFiles.socketPath,
      },
      ...workerEnvironment,
    });
    await untilOutput(worker, /workers started/);
    const api = start('api', programs.service, { ...common, DATABASE_URL: database.api, CAUSEWAY_ROLE: 'api' });
    const [, url = ''] = await untilOutput(api, /listening on (http[^"]+)/);
    const hasPairs = async () => (await post(`${url}/get_all_pair_infos`, {})).data?.pair_infos.length > 0;
    const waitForPairs = async () => {
      await waitUntil(hasPairs, { timeoutMs: START_MS, what: 'the first pair' });
    };
    return { url, options, waitForPairs, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
