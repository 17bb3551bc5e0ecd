import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Hex } from 'viem';
import { createLogger } from '../../../service/boot/log.ts';
import { KEY_FILE } from '../../../service/boot/signerSettings.ts';
import { openDatabase } from '../../../service/service.ts';
import { acceptNonces } from '../../../service/signer/process/acceptNonces.ts';
import { readCounts } from '../audit/readDatabaseCounts.ts';
import { findFreePort } from '../processes/freePort.mjs';
import { waitUntil } from '../processes/waitUntil.ts';
import { adoptHotWallet } from '../service/adoptHotWallet.ts';
import type { OperatorCommand } from '../service/operatorCommand.ts';
import { createOperatorCommand } from '../service/operatorCommand.ts';
import type { TestPrograms } from '../service/programs.ts';
import { offersPairs } from '../service/readPairs.ts';
import type { SignerFiles } from '../service/signerFiles.ts';
import { writeSignerFiles } from '../service/signerFiles.ts';
import type { WorkFolder } from '../service/workFolder.ts';
import { createWorkFolder } from '../service/workFolder.ts';
import type { DatabaseUrls, TestConnection } from './databases.ts';
import { connectDatabase, copyDatabase, disconnectProcess, setUpDatabase, urlForProcess } from './databases.ts';
import type { DepositRequest, SubmittedDeposit } from './deposits.ts';
import { submitDeposit } from './deposits.ts';
import type { FailpointProcess } from './failpointProcess.ts';
import { startFailpointProcess } from './failpointProcess.ts';
import type { FaultPlan } from './faultPlan.ts';
import type { LabInstallation } from './installationFile.ts';
import { API_PREFIX } from './installationFile.ts';
import type { ManagedProcess } from './managedProcess.ts';
import { createManagedProcess } from './managedProcess.ts';
import { preloadClock } from './preloadClock.ts';
import type { Testbed } from './testbed.ts';

export type InstallationOptions = {
  readonly testbed: Testbed;
  /** The prefix of the log files' names. */
  readonly name: string;
  readonly programs: TestPrograms;
  /** By default one. */
  readonly workers?: number;
  readonly change?: (file: LabInstallation) => void;
  /**
   * Who holds the key of the workers that `launch` starts: the signer, as in production, or the worker process itself, so that
   * no signer stops a worker's mistake. By default the worker process.
   */
  readonly key?: 'signer' | 'worker';
};

/** A worker process whose clock can differ from the machine's. */
export type ManagedWorker = ManagedProcess & { setClock(aheadMs: number): Promise<void> };

/** The service on a testbed: a file, a database, and the signer, the workers and the API as processes. */
export type Installation = {
  readonly testbed: Testbed;
  readonly name: string;
  readonly programs: TestPrograms;
  /** The API's base address. */
  readonly url: string;
  /** The service's file. */
  readonly file: LabInstallation;
  readonly database: DatabaseUrls;
  readonly signerFiles: SignerFiles;
  readonly signer: ManagedProcess;
  readonly workers: readonly ManagedWorker[];
  readonly api: ManagedProcess;
  /** The operator's command line on this file and database. */
  operator(): OperatorCommand;
  query<Row extends object>(sql: string, values?: readonly unknown[]): Promise<readonly Row[]>;
  /** Starts the signer, and waits until it listens. */
  runSigner(): Promise<void>;
  /** Starts all processes. */
  begin(): void;
  /** Like `begin`, then waits until they are ready. */
  run(): Promise<void>;
  /** Waits for the first pair. A service offers none while all of its hot wallets are halted. */
  untilPairs(): Promise<void>;
  /** Kills all processes until the next `run`. */
  halt(): Promise<void>;
  /** Replaces the service's file, and by default the signer's too. A process reads its file at its next start. */
  writeFile(file: LabInstallation, isFor?: 'both' | 'service'): Promise<void>;
  /** Switches to another database: queries now, processes at their next start. */
  replaceDatabase(database: DatabaseUrls): Promise<void>;
  /** Gives the signer another key at its next start. */
  replaceKey(privateKey: Hex): Promise<void>;
  /** Starts a worker that fails at the steps of its plan. Its log file and its database connections carry its name. */
  launch(processName: string, plan?: FaultPlan): FailpointProcess;
  /** Like `launch`, then waits until its workers run. */
  start(processName: string, plan?: FaultPlan): Promise<FailpointProcess>;
  /** Makes a deposit as the testbed's first or second user. */
  deposit(request?: DepositRequest & { readonly user?: 0 | 1 }): Promise<SubmittedDeposit>;
  /** Terminates all database connections of a process. */
  disconnect(processName: string): Promise<void>;
  /** Creates an empty database without the hot wallet's history. */
  createDatabase(): Promise<DatabaseUrls>;
  /** Copies the database, like a backup. This ends the connections of every process. */
  copyDatabase(): Promise<DatabaseUrls>;
  /** Waits until `count` transfers exist and all transfers are delivered or refunded. @returns false after the timeout */
  finishes(count: number, timeoutMs: number): Promise<boolean>;
  stop(): Promise<void>;
};

const SERVICE_FILE = 'service.json';

/** A process that starts meanwhile must not read half a file. */
async function replaceFile(path: string, content: unknown): Promise<void> {
  await writeFile(`${path}.next`, JSON.stringify(content), { mode: 0o600 });
  await rename(`${path}.next`, path);
}

/** What changes during the installation's life. */
type State = {
  readonly folder: WorkFolder;
  file: LabInstallation;
  database: DatabaseUrls;
  signerFiles: SignerFiles;
  connection: TestConnection;
};

const pathOf = ({ folder }: State): string => join(folder.path, SERVICE_FILE);

type Processes = Pick<Installation, 'signer' | 'workers' | 'api' | 'runSigner' | 'begin' | 'run' | 'halt'>;

/** Starts and stops the processes of an installation. */
function createProcesses(
  { testbed, name, programs, workers: count = 1 }: InstallationOptions,
  state: State,
): Processes {
  const manage = (title: string, program: 'service' | 'signer', environment: Readonly<Record<string, string>>) =>
    createManagedProcess(program, {
      from: programs,
      environment,
      logFile: join(testbed.logs, `${name}.${title}.log`),
    });
  const service = { CAUSEWAY_INSTALLATION: pathOf(state) };
  const signer = manage('signer', 'signer', {});
  const workers = Array.from({ length: count }, (_, index): ManagedWorker => {
    const clock = join(state.folder.path, `clock-${index}`);
    const environment = { ...service, CAUSEWAY_ROLE: 'worker', ...preloadClock(clock) };
    return {
      ...manage(`worker-${index}`, 'service', environment),
      setClock: (aheadMs) => writeFile(clock, String(aheadMs)),
    };
  });
  const api = manage('api', 'service', { ...service, CAUSEWAY_ROLE: 'api' });
  const runSigner = async () => {
    signer.start(state.signerFiles.environment);
    await signer.untilPrinted(/signer listening/);
  };
  const begin = () => {
    const { database, signerFiles } = state;
    signer.start(signerFiles.environment);
    for (const worker of workers) {
      worker.start({ DATABASE_URL: database.worker, CAUSEWAY_SOCKET: signerFiles.socketPath });
    }
    api.start({ DATABASE_URL: database.api });
  };
  return {
    ...{ signer, workers, api, runSigner, begin },
    run: async () => {
      begin();
      await signer.untilPrinted(/signer listening/);
      await Promise.all(workers.map((worker) => worker.untilPrinted(/workers started/)));
      await api.untilPrinted(/listening on http/);
    },
    halt: async () => {
      await Promise.all([api, ...workers].map((one) => one.halt()));
      await signer.halt();
    },
  };
}

type FailingWorkers = Pick<Installation, 'launch' | 'start' | 'disconnect'> & { stop(): Promise<unknown> };

function createFailingWorkers(
  { testbed, name, programs, key = 'worker' }: InstallationOptions,
  state: State,
): FailingWorkers {
  const started: FailpointProcess[] = [];
  const launch = (processName: string, plan: FaultPlan = {}): FailpointProcess => {
    const { folder, database, signerFiles } = state;
    const worker = startFailpointProcess(plan, {
      from: programs,
      environment: {
        CAUSEWAY_INSTALLATION: pathOf(state),
        DATABASE_URL: urlForProcess(database.worker, processName),
        ...(key === 'signer' ? { CAUSEWAY_SOCKET: signerFiles.socketPath } : { CAUSEWAY_STATE: folder.path }),
        CAUSEWAY_ROLE: 'worker',
      },
      logFile: join(testbed.logs, `${name}.${processName}.log`),
    });
    started.push(worker);
    return worker;
  };
  return {
    launch,
    start: async (processName, plan) => {
      const worker = launch(processName, plan);
      await worker.waitUntilReady();
      return worker;
    },
    disconnect: (processName) => disconnectProcess(state.database.admin, processName),
    stop: () => Promise.all(started.map((worker) => worker.kill())),
  };
}

function assemble(options: InstallationOptions, state: State): Installation {
  const { testbed, name, programs } = options;
  const url = `http://127.0.0.1:${state.file.listen.firstPort}${API_PREFIX}`;
  const processes = createProcesses(options, state);
  const { stop: stopFailing, ...failing } = createFailingWorkers(options, state);
  const query: Installation['query'] = (...statement) => state.connection.query(...statement);
  return {
    ...{ testbed, name, programs, url, query, ...processes, ...failing },
    get file() {
      return state.file;
    },
    get database() {
      return state.database;
    },
    get signerFiles() {
      return state.signerFiles;
    },
    operator: () => {
      const environment = { CAUSEWAY_INSTALLATION: pathOf(state), DATABASE_URL: state.database.operator };
      return createOperatorCommand(environment, [programs.operator]);
    },
    untilPairs: async () => {
      await waitUntil(() => offersPairs(url), { timeoutMs: 120_000, what: 'the first pair' });
    },
    writeFile: async (file, isFor = 'both') => {
      state.file = file;
      await replaceFile(pathOf(state), file);
      if (isFor === 'both') await replaceFile(state.signerFiles.environment.CAUSEWAY_INSTALLATION ?? '', file);
    },
    createDatabase: async () => setUpDatabase(await testbed.postgres.createDatabase()),
    copyDatabase: () => copyDatabase(state.database),
    replaceDatabase: async (database) => {
      await state.connection.close();
      Object.assign(state, { database, connection: connectDatabase(database.admin) });
    },
    replaceKey: async (privateKey) => {
      state.signerFiles = await writeSignerFiles(state.folder, { privateKey, installation: state.file });
    },
    deposit: async ({ user = 0, ...request } = {}) => {
      const deposit = await submitDeposit(testbed.sides, (await testbed.users())[user], request);
      // The auditor must see the deposit before a reorg removes it.
      await testbed.auditor.poll();
      return deposit;
    },
    finishes: async (wanted, timeoutMs) => {
      const isFinished = async () => {
        const { total, unfinished } = await readCounts(query);
        return total >= wanted && unfinished === 0;
      };
      return waitUntil(isFinished, { timeoutMs, everyMs: 100 }).catch(() => false);
    },
    stop: async () => {
      await stopFailing();
      await processes.halt();
      await state.connection.close();
    },
  };
}

/**
 * Prepares an installation on a testbed without starting its processes. The hot wallet may have paid for earlier installations.
 */
export async function createInstallation(options: InstallationOptions): Promise<Installation> {
  const { testbed, change = () => {} } = options;
  const { bridge, postgres } = testbed;
  const file = await testbed.createFile();
  change(file);
  file.listen.firstPort = await findFreePort();
  file.api.url = `http://127.0.0.1:${file.listen.firstPort}${API_PREFIX}`;
  const database = await setUpDatabase(await postgres.createDatabase());
  const opened = await openDatabase({ kind: 'postgresql', url: database.admin }, createLogger('silent'));
  await adoptHotWallet(opened, bridge);
  await opened.close();
  const folder = await createWorkFolder(testbed.folder.path);
  await folder.write(SERVICE_FILE, JSON.stringify(file));
  await folder.write(KEY_FILE, bridge.hotWalletKey);
  const signerFiles = await writeSignerFiles(folder, { privateKey: bridge.hotWalletKey, installation: file });
  // On a busy machine an endpoint may answer too late. An operator would repeat the command.
  await waitUntil(() => acceptNonces(signerFiles.environment), { what: 'an answer of the chains about the nonces' });
  return assemble(options, { folder, file, database, signerFiles, connection: connectDatabase(database.admin) });
}
