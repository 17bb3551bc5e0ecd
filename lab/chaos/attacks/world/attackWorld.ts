import type { Address } from 'viem';
import type { BridgeSide, TestBridge } from '../../../bridge/testBridge.ts';
import { createTestBridge } from '../../../bridge/testBridge.ts';
import type { Endpoint } from '../../../endpoints/endpoint.ts';
import { startEndpoint } from '../../../endpoints/endpoint.ts';
import type { LabInstallation } from '../../../installation/installationFile.ts';
import { startTestPostgres } from '../../../postgres/testPostgres.ts';
import type { Programs } from '../../../service/programs.ts';
import { writeSignerFiles } from '../../../service/signerProcess.ts';
import type { WorkFolder } from '../../../service/workFolder.ts';
import { createWorkFolder } from '../../../service/workFolder.ts';
import type { RouteTerms } from '../../audit/expectedPayment.ts';
import { readRouteTerms } from '../../audit/readRouteTerms.ts';
import { withLongQuoteValidity } from '../../harness/testbed.ts';
import type { RunningService, RunningServiceOptions } from './runningService.ts';
import { startRunningService } from './runningService.ts';
import type { DatabaseUrls } from './setUpDatabase.ts';
import { setUpDatabase } from './setUpDatabase.ts';

/** One chain and the endpoints through which the service sees it. */
export type AttackedSide = BridgeSide & {
  readonly endpoints: readonly [Endpoint, ...Endpoint[]];
  /** Every vault that pays or paid on this chain. */
  readonly vaults: Address[];
};

/** A whole installation: chains behind endpoints, PostgreSQL, the signer, the workers and the API as processes. */
export type AttackWorld = {
  readonly bridge: TestBridge;
  readonly sides: readonly [AttackedSide, AttackedSide];
  readonly file: LabInstallation;
  readonly terms: readonly RouteTerms[];
  readonly service: RunningService;
  readonly folder: WorkFolder;
  /** Creates another database on the same server, without transfers. */
  createDatabase(): Promise<DatabaseUrls>;
  /** Stops every process and starts them again with other options, without a wait for pairs. */
  restart(change: Partial<RunningServiceOptions>): Promise<void>;
};

export type AttackWorldOptions = {
  readonly name: string;
  readonly firstChainId: number;
  readonly programs: Programs;
  /** The folder for the logs of the processes. */
  readonly logs: string;
  readonly configure: (file: LabInstallation) => void;
  readonly workerEnvironment: (folder: string) => Readonly<Record<string, string>>;
};

const BLOCK_EVERY_MS = 250;
const ENDPOINTS = 3;
const CONFIRMATIONS = 3;

async function startEndpoints(side: BridgeSide): Promise<AttackedSide> {
  const first = await startEndpoint(side.chain.rpcUrl);
  const others = await Promise.all(Array.from({ length: ENDPOINTS - 1 }, () => startEndpoint(side.chain.rpcUrl)));
  return { ...side, endpoints: [first, ...others], vaults: [side.deployment.vault] };
}

function configure(file: LabInstallation, sides: readonly AttackedSide[]): LabInstallation {
  const chains = file.chains.map((chain, index) => ({
    ...chain,
    rpcUrls: sides[index]?.endpoints.map(({ url }) => url) ?? [],
    confirmations: CONFIRMATIONS,
    payoutConfirmations: CONFIRMATIONS,
  }));
  return withLongQuoteValidity({ ...file, chains });
}

/** Starts a world and stops it after the work. */
export async function withAttackWorld<T>(
  options: AttackWorldOptions,
  work: (world: AttackWorld) => Promise<T>,
): Promise<T> {
  const cleanups: (() => Promise<unknown>)[] = [];
  try {
    const folder = await createWorkFolder();
    cleanups.push(folder.remove);
    const bridge = await createTestBridge(options.firstChainId, { blockEveryMs: BLOCK_EVERY_MS });
    cleanups.push(bridge.stop);
    const postgres = await startTestPostgres();
    cleanups.push(postgres.stop);
    const sides = [await startEndpoints(bridge.origin), await startEndpoints(bridge.destination)] as const;
    cleanups.push(...sides.flatMap(({ endpoints }) => endpoints.map(({ stop }) => stop)));
    const file = configure(bridge.configFile(), sides);
    options.configure(file);
    const database = await setUpDatabase(await postgres.createDatabase());
    const terms = await readRouteTerms(file, { bridge, databaseUrl: database.admin });
    const signerFiles = await writeSignerFiles(folder, { privateKey: bridge.hotWalletKey, installation: file });
    let service = await startRunningService({
      ...{ programs: options.programs, logs: options.logs, name: options.name, database, signerFiles },
      installationPath: await folder.write('service.json', JSON.stringify(file)),
      workerEnvironment: options.workerEnvironment(folder.path),
    });
    cleanups.push(() => service.stop());
    await service.waitForPairs();
    const createDatabase = async () => setUpDatabase(await postgres.createDatabase());
    const restart = async (change: Partial<RunningServiceOptions>) => {
      await service.stop();
      service = await startRunningService({ ...service.options, ...change });
    };
    return await work({
      ...{ bridge, sides, file, terms, folder, createDatabase, restart },
      get service() {
        return service;
      },
    });
  } finally {
    for (const cleanUp of cleanups.reverse()) await cleanUp();
  }
}
