import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Address } from 'viem';
import type { BridgeSide, TestBridge } from '../../bridge/testBridge.ts';
import { createTestBridge } from '../../bridge/testBridge.ts';
import type { UnreliableEndpoint } from '../../endpoints/randomFaults.ts';
import { startUnreliableEndpoint } from '../../endpoints/randomFaults.ts';
import type { LabInstallation } from '../../installation/installationFile.ts';
import type { TestPostgres } from '../../postgres/testPostgres.ts';
import { startTestPostgres } from '../../postgres/testPostgres.ts';
import type { Programs } from '../../service/programs.ts';
import { writeSignerFiles } from '../../service/signerProcess.ts';
import { createWorkFolder } from '../../service/workFolder.ts';
import { preloadClock } from '../attacks/world/preloadClock.ts';
import { setUpDatabase } from '../attacks/world/setUpDatabase.ts';
import { startHistory } from '../audit/auditedHistory.ts';
import type { Auditor } from '../audit/auditor.ts';
import { createAuditor } from '../audit/auditor.ts';
import { listAuditedChains } from '../audit/createBridgeAuditor.ts';
import { readRouteTerms } from '../audit/readRouteTerms.ts';
import { createLogFolder } from '../harness/createLogFolder.ts';
import { withLongQuoteValidity } from '../harness/testbed.ts';
import type { Stranger } from './hostility/stranger.ts';
import { createStranger } from './hostility/stranger.ts';
import type { ConfigurationChanges } from './operator/configurationChanges.ts';
import { createConfigurationChanges, withLowMinimumFees } from './operator/configurationChanges.ts';
import { createInstallation, INSTALLATION_FILE } from './operator/installation.ts';
import { createReserves } from './operator/reserves.ts';
import { createVaultOwner } from './operator/vaultOwner.ts';
import type { Random } from './random.ts';
import { createRandom } from './random.ts';
import type { WorkerProcess } from './workerProcess.ts';
import { startWorkerProcess } from './workerProcess.ts';

export const CONFIRMATIONS = 4;
const FIRST_CHAIN_ID = 46_000;
const BLOCK_EVERY_MS = 200;
const ENDPOINTS = 3;

/** Two chains behind unreliable endpoints, PostgreSQL, and worker processes that restart after each kill. */
export type CampaignTestbed = {
  readonly bridge: TestBridge;
  readonly postgres: TestPostgres;
  readonly databaseUrl: string;
  /** Those of the origin first. */
  readonly endpoints: readonly UnreliableEndpoint[];
  readonly workers: readonly [WorkerProcess, ...WorkerProcess[]];
  readonly signer: WorkerProcess;
  readonly auditor: Auditor;
  /** Attackers on both chains. */
  readonly strangers: readonly Stranger[];
  /** The URL of the database with the rights of the API, which a thief has. */
  readonly apiDatabaseUrl: string;
  /** The changes of the configuration that the operator makes. */
  readonly changes: ConfigurationChanges;
  /** The vault of a person's next deposit: the one in use, or an earlier one of an older quote. */
  pickVault(side: BridgeSide, random: Random): Address;
  /** Shifts the clock of a worker. */
  setClock(worker: number, aheadMs: number): Promise<void>;
};

export type CampaignTestbedOptions = {
  readonly seed: string;
  /** The bundles of service/main.ts and service/signer/process/main.ts. */
  readonly programs: Programs;
  readonly workers: number;
};

// How often the operator can move to other vaults and to another hot wallet.
const RESERVES = 2;
const OLD_VAULT_SHARE = 0.3;
const FEE_EPOCH_SECONDS = 10;
const POLL_MS = 150;

function configure(file: LabInstallation, endpoints: readonly UnreliableEndpoint[]): LabInstallation {
  const chains = file.chains.map((chain, index) => ({
    ...chain,
    rpcUrls: endpoints.slice(index * ENDPOINTS, (index + 1) * ENDPOINTS).map(({ url }) => url),
    // One provider forges receipts, so the two others must agree.
    quorum: 2,
    confirmations: CONFIRMATIONS,
    payoutConfirmations: CONFIRMATIONS,
    startBlock: 0,
  }));
  const lab = { ...file.lab, pollIntervalMs: POLL_MS, feeEpochSeconds: FEE_EPOCH_SECONDS };
  return withLowMinimumFees(withLongQuoteValidity({ ...file, chains, lab }));
}

/** Starts three endpoints per chain. One of them at a time also lies. */
function startEndpoints({ origin, destination }: TestBridge, seed: string): Promise<UnreliableEndpoint[]> {
  return Promise.all(
    [origin, destination].flatMap(({ chain, name }) =>
      Array.from({ length: ENDPOINTS }, (_, index) =>
        startUnreliableEndpoint(chain.rpcUrl, createRandom(`${seed}/rpc ${index}/${name}`)),
      ),
    ),
  );
}

async function createStrangers({ origin, destination }: TestBridge, random: Random): Promise<readonly Stranger[]> {
  return Promise.all([
    createStranger(origin, destination.chain.id, random.fork(origin.name)),
    createStranger(destination, origin.chain.id, random.fork(destination.name)),
  ]);
}

/** Starts a campaign's testbed and stops it after the work. The logs of the processes stay in test-results/chaos. */
export async function withCampaignTestbed<T>(
  { seed, programs, workers: workerCount }: CampaignTestbedOptions,
  work: (testbed: CampaignTestbed) => Promise<T>,
): Promise<T> {
  const logs = await createLogFolder(seed);
  const folder = await createWorkFolder();
  const cleanups: (() => Promise<unknown>)[] = [folder.remove];
  try {
    const bridge = await createTestBridge(FIRST_CHAIN_ID, { blockEveryMs: BLOCK_EVERY_MS });
    cleanups.push(bridge.stop);
    const postgres = await startTestPostgres();
    cleanups.push(postgres.stop);
    const database = await setUpDatabase(await postgres.createDatabase());
    const databaseUrl = database.admin;
    const reserves = await createReserves(bridge, RESERVES);
    const endpoints = await startEndpoints(bridge, seed);
    cleanups.push(...endpoints.map(({ stop }) => stop));
    const file = configure(bridge.configFile(), endpoints);
    const installationPath = await folder.write(INSTALLATION_FILE, JSON.stringify(file));
    // The endpoints are honest yet, so this reads the quotes that all deposits must get.
    const routes = await readRouteTerms(file, { bridge, databaseUrl });
    const signerFiles = await writeSignerFiles(folder, { privateKey: bridge.hotWalletKey, installation: file });
    const signer = startWorkerProcess({
      program: programs.signer,
      environment: signerFiles.environment,
      logFile: join(logs, 'signer.log'),
    });
    cleanups.push(signer.stop);
    const clockFile = (index: number) => join(folder.path, `clock-${index}`);
    const environment = {
      CAUSEWAY_INSTALLATION: installationPath,
      DATABASE_URL: database.worker,
      CAUSEWAY_SOCKET: signerFiles.socketPath,
      CAUSEWAY_ROLE: 'worker',
      LOG_LEVEL: 'warn',
    };
    const start = (index: number) => {
      const worker = startWorkerProcess({
        program: programs.service,
        environment: {
          ...environment,
          ...preloadClock(clockFile(index)),
        },
        logFile: join(logs, `worker-${index}.log`),
      });
      cleanups.push(worker.stop);
      return worker;
    };
    const workers: [WorkerProcess, ...WorkerProcess[]] = [start(0)];
    while (workers.length < workerCount) workers.push(start(workers.length));
    const strangers = await createStrangers(bridge, createRandom(`${seed}/strangers`));
    const accounts = strangers.flatMap((stranger) => stranger.accounts);
    const sides = [bridge.origin, bridge.destination] as const;
    const history = startHistory(routes);
    const chains = listAuditedChains(bridge);
    const installation = createInstallation({
      ...{ folder, file, signerFiles, workers, signer, program: programs.operator, databaseUrl: database.operator },
    });
    const owner = await createVaultOwner(sides);
    return await work({
      ...{ bridge, postgres, databaseUrl, endpoints, workers, signer, strangers },
      apiDatabaseUrl: database.api,
      auditor: createAuditor({ chains, history, strangers: accounts }),
      changes: createConfigurationChanges({ installation, owner, reserves, sides, chains, history }),
      pickVault: ({ chain, deployment }, random) => {
        const vaults = installation.file.chains.find(({ id }) => id === chain.id);
        const retired = vaults?.retiredVaults ?? [];
        const [first, ...others] = retired;
        if (first && random.chance(OLD_VAULT_SHARE)) return random.pick([first, ...others]);
        return vaults?.vault ?? deployment.vault;
      },
      setClock: (worker, aheadMs) => writeFile(clockFile(worker), String(aheadMs)),
    });
  } finally {
    for (const cleanUp of cleanups.reverse()) await cleanUp();
  }
}
