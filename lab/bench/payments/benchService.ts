import type { TestBridge } from '../../bridge/testBridge.ts';
import { createTestBridge } from '../../bridge/testBridge.ts';
import type { LabInstallation } from '../../installation/installationFile.ts';
import { startTestPostgres } from '../../postgres/testPostgres.ts';
import { waitUntil } from '../../processes/waitUntil.ts';
import type { ServiceProcess } from '../../service/program.ts';
import { startServiceProcess, startSignerProcess } from '../../service/program.ts';
import { writeSignerFiles } from '../../service/signerFiles.ts';
import { post } from '../../service/testService.ts';
import { createWorkFolder } from '../../service/workFolder.ts';
import { lowerPriority } from './lowerPriority.ts';

const FIRST_CHAIN_ID = 47_200;
const BLOCK_EVERY_MS = 250;
/** The Nice= value of docs/operations/causeway-api.service. */
export const API_NICE = 10;

/** A running bridge: two chains, PostgreSQL, a signer process, and one or two service processes. */
export type BenchService = {
  readonly bridge: TestBridge;
  readonly url: string;
  /** The process that answers requests. */
  readonly api: ServiceProcess;
  /** The process that runs the workers, and the signer. */
  readonly pids: { readonly service: number; readonly signer: number };
};

type BenchServiceOptions = {
  /** `separate`: one API process and one worker process. `all`: one process for both. */
  readonly layout: 'separate' | 'all';
  /** The URL of an empty database. By default, a PostgreSQL server starts for the bench. */
  readonly databaseUrl?: string;
  /** By default the service's own limit, as in production. */
  readonly requestsPerSecond?: number;
  /** Puts all transactions of this time into one block. By default each has a block, and there is one every 250 ms. */
  readonly blockEveryMs?: number;
  /** Changes the service's file before it starts. */
  readonly change?: (file: Pick<LabInstallation, 'chains' | 'lab'>, bridge: TestBridge) => Promise<void> | void;
};

function configure(bridge: TestBridge, requestsPerSecond: BenchServiceOptions['requestsPerSecond']) {
  const file = bridge.configFile();
  const { burst: _ofTests, ...lab } = file.lab;
  // The load generator sends the client addresses in x-forwarded-for.
  const api = { url: file.api.url, trustProxy: ['127.0.0.1'] };
  return { ...file, api: { ...api, ...(requestsPerSecond !== undefined && { requestsPerSecond }) }, lab };
}

/** Starts the bridge and stops it after the work. */
export async function withBenchService<T>(
  options: BenchServiceOptions,
  work: (service: BenchService) => Promise<T>,
): Promise<T> {
  const { layout, databaseUrl, requestsPerSecond, blockEveryMs, change = () => {} } = options;
  const cleanups: (() => Promise<unknown>)[] = [];
  try {
    const folder = await createWorkFolder();
    cleanups.push(folder.remove);
    const startDatabase = async () => {
      const postgres = await startTestPostgres();
      cleanups.push(postgres.stop);
      return postgres.createDatabase();
    };
    const bridge = await createTestBridge(FIRST_CHAIN_ID, blockEveryMs === undefined ? {} : { blockEveryMs });
    cleanups.push(bridge.stop);
    for (const { chain } of blockEveryMs === undefined ? [bridge.origin, bridge.destination] : []) {
      const stopMining = chain.keepMining(BLOCK_EVERY_MS);
      cleanups.push(async () => stopMining());
    }
    const files = await writeSignerFiles(folder, {
      privateKey: bridge.hotWalletKey,
      installation: bridge.configFile(),
    });
    const signer = startSignerProcess(files.environment);
    cleanups.push(() => signer.kill('SIGKILL'));
    await signer.listens;
    const file = configure(bridge, requestsPerSecond);
    await change(file, bridge);
    const environment = {
      CAUSEWAY_INSTALLATION: await folder.write('service.json', JSON.stringify(file)),
      DATABASE_URL: databaseUrl ?? (await startDatabase()),
    };
    const startService = async (role: 'all' | 'api' | 'worker') => {
      const socket = role === 'api' ? {} : { CAUSEWAY_SOCKET: files.socketPath };
      const service = startServiceProcess({ ...environment, ...socket, CAUSEWAY_ROLE: role });
      cleanups.push(() => service.kill('SIGKILL'));
      if (role === 'api') lowerPriority(service, API_NICE);
      await service.url;
      return service;
    };
    const workers = await startService(layout === 'separate' ? 'worker' : 'all');
    const api = layout === 'separate' ? await startService('api') : workers;
    const url = await api.url;
    const hasPairs = async () => (await post(`${url}/get_all_pair_infos`, {})).data?.pair_infos.length > 0;
    await waitUntil(hasPairs, { timeoutMs: 120_000, what: 'the first pair' });
    return await work({ bridge, url, api, pids: { service: workers.pid, signer: signer.pid } });
  } finally {
    for (const cleanUp of cleanups.reverse()) await cleanUp();
  }
}
