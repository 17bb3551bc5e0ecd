import type { Logger } from 'pino';
import type { Address, Hash, PrivateKeyAccount } from 'viem';
import { paidEvent } from '#shared/abi/vaultAbi.ts';
import type { Clock } from '../../service/boot/clock.ts';
import type { Database } from '../../service/db/database.ts';
import type { DatabaseRole } from '../../service/db/rights.ts';
import type { Worker } from '../../service/engine.ts';
import type { ReportStep } from '../../service/engineContext.ts';
import type { CertificateExpiry } from '../../service/signer/client/remoteSigner.ts';
import type { Signer } from '../../service/signer/client/signer.ts';
import type { BridgeSide, TestBridge } from '../bridge/testBridge.ts';
import { createTestBridge } from '../bridge/testBridge.ts';
import type { LabInstallation } from '../installation/installationFile.ts';
import { createDatabaseRoles } from '../postgres/databaseRoles.ts';
import type { DatabaseKind, TestDatabases } from '../postgres/testDatabases.ts';
import { clearDatabase, startTestDatabases } from '../postgres/testDatabases.ts';
import { adoptHotWallet } from './adoptHotWallet.ts';
import type { TestService } from './testService.ts';
import { startTestService } from './testService.ts';

export type HarnessOptions = {
  readonly workers?: readonly Worker[];
  readonly clock?: Clock;
  readonly machineClock?: Clock;
  readonly signer?: Signer;
  readonly signerExpiries?: () => readonly CertificateExpiry[];
  readonly database?: Database;
  readonly change?: (file: LabInstallation) => void;
  readonly reportStep?: ReportStep;
  readonly leases?: boolean;
  readonly logger?: Logger;
};

/** A bridge, databases of one kind, and the services that a test starts on them. */
export type TestHarness = {
  readonly bridge: TestBridge;
  /** The default database of the services. */
  database(): Database;
  /** The URL of that database for another process. PostgreSQL only. */
  databaseUrl(): string;
  /** Connects to that database as a role of the service. PostgreSQL only. */
  openDatabaseAs(role: DatabaseRole): Promise<Database>;
  /** Another empty database that knows the hot wallet's nonces. */
  openDatabase(): Promise<Database>;
  /** Starts a service that reads the chains only from the last reset on. */
  start(options?: HarnessOptions): Promise<TestService>;
  /** Empties the database but for the hot wallet's nonces, and stops the services and the mining of the last test. */
  reset(): Promise<void>;
  /** Mines on both chains until the next reset. */
  keepMining(): void;
  /** Lists the payments of the first vault to an account. */
  payments(side: BridgeSide, to: Address): Promise<{ readonly hash: Hash; readonly amount: bigint }[]>;
  createUser(): Promise<PrivateKeyAccount>;
  stop(): Promise<void>;
};

const MINE_MS = 100;
// The service learns of each block at once, so its workers poll only for what no block announces. With ten workers on two chains,
// shorter polls take most of the processor time of a test.
const POLL_MS = 200;

async function readPayments({ chain, deployment }: BridgeSide, to: Address) {
  const logs = await chain.client.getLogs({
    address: deployment.vault,
    event: paidEvent,
    args: { to },
    fromBlock: 0n,
    strict: true,
  });
  return logs.map(({ transactionHash, args }) => ({ hash: transactionHash, amount: args.amount }));
}

/** The services connect with the rights of the worker, and the test with those of an administrator. */
async function openAsWorker(
  kind: DatabaseKind,
  { databases, database }: { readonly databases: TestDatabases; readonly database: Database },
): Promise<Database> {
  if (kind === 'embedded') return database;
  await createDatabaseRoles(database);
  return databases.openAs('causeway_worker', database);
}

export async function createTestHarness(kind: DatabaseKind, firstId: number): Promise<TestHarness> {
  const [bridge, databases]: [TestBridge, TestDatabases] = await Promise.all([
    createTestBridge(firstId),
    startTestDatabases(kind),
  ]);
  const sides = [bridge.origin, bridge.destination];
  const database = await databases.open();
  const serviceDatabase = await openAsWorker(kind, { databases, database });
  let startBlocks = [0, 0];
  let running: TestService[] = [];
  let miners: (() => void)[] = [];

  const stopAll = async () => {
    for (const stopMining of miners) stopMining();
    miners = [];
    await Promise.all(running.map((service) => service.stop()));
    running = [];
  };

  return {
    bridge,
    database: () => database,
    databaseUrl: () => databases.urlOf(database),
    openDatabase: async () => {
      const other = await databases.open();
      await adoptHotWallet(other, bridge);
      return other;
    },
    openDatabaseAs: (role) => databases.openAs(role, database),
    start: async (options = {}) => {
      const change = (file: LabInstallation) => {
        file.chains.forEach((chain, index) => {
          chain.startBlock = startBlocks[index] ?? 0;
          chain.wsUrls = chain.rpcUrls.map((url) => url.replace('http:', 'ws:'));
        });
        file.lab.pollIntervalMs = POLL_MS;
        options.change?.(file);
      };
      const service = await startTestService({ bridge, database: serviceDatabase, ...options, change });
      running.push(service);
      return service;
    },
    reset: async () => {
      await stopAll();
      await clearDatabase(database);
      await adoptHotWallet(database, bridge);
      const heads = await Promise.all(sides.map(({ chain }) => chain.client.getBlockNumber()));
      startBlocks = heads.map((head) => Number(head) + 1);
    },
    keepMining: () => {
      miners.push(...sides.map(({ chain }) => chain.keepMining(MINE_MS)));
    },
    payments: readPayments,
    createUser: () => bridge.createUser(),
    stop: async () => {
      await stopAll();
      await databases.stop();
      await bridge.stop();
    },
  };
}
