import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createLogger } from '../../../service/boot/log.ts';
import { KEY_FILE } from '../../../service/boot/signerSettings.ts';
import { openDatabase } from '../../../service/service.ts';
import { acceptNonces } from '../../../service/signer/process/acceptNonces.ts';
import type { LabInstallation } from '../../installation/installationFile.ts';
import { waitUntil } from '../../processes/waitUntil.ts';
import { adoptHotWallet } from '../../service/adoptHotWallet.ts';
import { startSignerProcess, writeSignerFiles } from '../../service/signerProcess.ts';
import { readCounts } from '../audit/readDatabaseCounts.ts';
import type { FailpointProcess } from './failpointProcess.ts';
import { startFailpointProcess } from './failpointProcess.ts';
import type { FaultPlan } from './faultPlan.ts';
import type { DepositRequest, SubmittedDeposit } from './submitDeposit.ts';
import { submitDeposit } from './submitDeposit.ts';
import type { Testbed } from './testbed.ts';
import { writeInstallation } from './testbed.ts';
import { connectDatabase, copyDatabase, disconnectProcess, urlForProcess } from './testDatabase.ts';

/** A service of one or more processes on a testbed, with one database. */
export type ServiceUnderTest = {
  readonly testbed: Testbed;
  readonly databaseUrl: string;
  /** Starts a process; its name appears in the log file's name and on its database connections. */
  launch(processName: string, plan?: FaultPlan): FailpointProcess;
  /** Starts a process and waits until its workers run. */
  start(processName: string, plan?: FaultPlan): Promise<FailpointProcess>;
  deposit(request?: DepositRequest): Promise<SubmittedDeposit>;
  query<Row extends object>(sql: string, values?: readonly unknown[]): Promise<readonly Row[]>;
  /** Terminates every database connection of a process. */
  disconnect(processName: string): Promise<void>;
  /** The same service on a copy of the database. Every process must be dead. */
  restoreBackup(): Promise<ServiceUnderTest>;
  /** The same service on an empty database. */
  startOver(): Promise<ServiceUnderTest>;
  /** Waits until `count` transfers exist and all transfers are delivered or refunded. @returns false after the timeout */
  finishes(count: number, timeoutMs: number): Promise<boolean>;
  stop(): Promise<void>;
};

export type ServiceUnderTestOptions = {
  readonly testbed: Testbed;
  readonly name: string;
  /** The bundle of the service with failpoints. */
  readonly program: string;
  readonly change?: (file: LabInstallation) => void;
  /** Whether the key is in a signer process. */
  readonly signerProcess?: boolean;
};

type Storage = {
  readonly databaseUrl: string;
  readonly installationPath: string;
  /** How the service reaches its key. */
  readonly signing: Readonly<Record<string, string>>;
  readonly stopSigner: () => Promise<unknown>;
};

function withStorage(options: ServiceUnderTestOptions, storage: Storage): ServiceUnderTest {
  const { testbed, name, program } = options;
  const { databaseUrl, installationPath, signing, stopSigner } = storage;
  const processes: FailpointProcess[] = [];
  const { query, close } = connectDatabase(databaseUrl);
  const launch = (processName: string, plan: FaultPlan = {}): FailpointProcess => {
    const started = startFailpointProcess({
      program,
      plan,
      environment: {
        CAUSEWAY_INSTALLATION: installationPath,
        DATABASE_URL: urlForProcess(databaseUrl, processName),
        ...signing,
        CAUSEWAY_ROLE: 'worker',
      },
      logFile: join(testbed.logs, `${name}.${processName}.log`),
    });
    processes.push(started);
    return started;
  };
  return {
    testbed,
    databaseUrl,
    launch,
    start: async (processName, plan) => {
      const started = launch(processName, plan);
      await started.waitUntilReady();
      return started;
    },
    deposit: async (request = {}) => {
      const deposit = await submitDeposit(testbed, request);
      // The auditor must see the deposit before a reorg can remove it.
      await testbed.auditor.poll();
      return deposit;
    },
    query,
    disconnect: (processName) => disconnectProcess(databaseUrl, processName),
    restoreBackup: async () => withStorage(options, { ...storage, databaseUrl: await copyDatabase(databaseUrl) }),
    startOver: async () => withStorage(options, { ...storage, databaseUrl: await testbed.postgres.createDatabase() }),
    finishes: async (count, timeoutMs) => {
      const isFinished = async () => {
        const { total, unfinished } = await readCounts(query);
        return total >= count && unfinished === 0;
      };
      return waitUntil(isFinished, { timeoutMs, everyMs: 100 }).catch(() => false);
    },
    stop: async () => {
      await Promise.all(processes.map((started) => started.kill()));
      await stopSigner();
      await close();
    },
  };
}

export async function createServiceUnderTest(options: ServiceUnderTestOptions): Promise<ServiceUnderTest> {
  const { testbed, name, change } = options;
  const file = await testbed.configFile();
  change?.(file);
  const [databaseUrl, installationPath] = await Promise.all([
    testbed.postgres.createDatabase(),
    writeInstallation(testbed, name, file),
  ]);
  await adoptOnPostgres(databaseUrl, testbed);
  const signer = options.signerProcess === true ? await startSigner(testbed, file) : null;
  const signing = signer?.signing ?? { CAUSEWAY_STATE: await writeKey(testbed, name) };
  const stopSigner = signer?.stop ?? (async () => {});
  return withStorage(options, { databaseUrl, installationPath, signing, stopSigner });
}

/** A folder with the key of the hot wallet, for a service that signs by itself. */
async function writeKey({ folder, bridge }: Testbed, name: string): Promise<string> {
  const state = join(folder, `${name}.state`);
  await mkdir(state, { recursive: true });
  await writeFile(join(state, KEY_FILE), bridge.hotWalletKey, { mode: 0o600 });
  return state;
}

/** A signer with an empty payment log. The hot wallet has paid for the services before this one on the testbed. */
async function startSigner({ bridge, folder }: Testbed, file: LabInstallation) {
  const write = async (name: string, text: string) => {
    await writeFile(join(folder, name), text, { mode: 0o600 });
    return join(folder, name);
  };
  const place = { path: folder, write, remove: async () => {} };
  const { socketPath, environment } = await writeSignerFiles(place, {
    privateKey: bridge.hotWalletKey,
    installation: file,
  });
  await acceptNonces(environment);
  const signer = startSignerProcess(environment);
  await signer.listens;
  return { signing: { CAUSEWAY_SOCKET: socketPath }, stop: () => signer.kill('SIGTERM') };
}

/** The hot wallet has paid for the services before this one on the testbed. */
async function adoptOnPostgres(url: string, { bridge }: Testbed): Promise<void> {
  const database = await openDatabase({ kind: 'postgresql', url }, createLogger('silent'));
  await adoptHotWallet(database, bridge);
  await database.close();
}
