import type { Logger } from 'pino';
import type { Address, Hash, PrivateKeyAccount } from 'viem';
import type { Clock } from '../../../service/boot/clock.ts';
import type { Database } from '../../../service/db/database.ts';
import type { DatabaseRole } from '../../../service/db/rights.ts';
import type { Worker } from '../../../service/engine.ts';
import { WORKERS } from '../../../service/engine.ts';
import type { ReportStep } from '../../../service/engineContext.ts';
import type { SenderKey } from '../../../service/payments/model/payment.ts';
import { readSender } from '../../../service/payments/senders.ts';
import type { CertificateExpiry } from '../../../service/signer/client/remoteSigner.ts';
import type { Signer } from '../../../service/signer/client/signer.ts';
import type { BridgeSide, TestBridge } from '../chains/testBridge.ts';
import { createTestBridge } from '../chains/testBridge.ts';
import { createDatabaseRoles } from '../postgres/databaseRoles.ts';
import type { DatabaseKind, TestDatabases } from '../postgres/testDatabases.ts';
import { clearDatabase, startTestDatabases } from '../postgres/testDatabases.ts';
import { adoptHotWallet } from '../service/adoptHotWallet.ts';
import type { LabInstallation } from './installationFile.ts';
import type { TestService } from './testService.ts';
import { startTestService } from './testService.ts';
import type { Payment, TestTransfer, TransferOrder } from './testTransfer.ts';
import { createTestTransfer, readPayments } from './testTransfer.ts';

export type HarnessOptions = {
  readonly workers?: readonly Worker[];
  /** Workers that do not run. */
  readonly without?: readonly Worker[];
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

/** A bridge, databases of one kind, and the services that tests start on them. */
export type TestInstallation = {
  readonly bridge: TestBridge;
  /** The services' default database. */
  database(): Database;
  /** Runs SQL on that database as an administrator. */
  readonly query: Database['query'];
  /** That database's URL, for another process. PostgreSQL only. */
  databaseUrl(): string;
  /** Connects to that database as one of the service's roles. PostgreSQL only. */
  openDatabaseAs(role: DatabaseRole): Promise<Database>;
  /** Another database, empty except for the hot wallet's nonces. */
  openDatabase(): Promise<Database>;
  /** Starts a service that reads the chains from the last reset on. */
  start(options?: HarnessOptions): Promise<TestService>;
  /** Empties the database except for the hot wallet's nonces. Call `stopServices` first. */
  reset(): Promise<void>;
  /** Stops the started services and the mining. */
  stopServices(): Promise<void>;
  /** Mines on both chains until the next reset. */
  keepMining(): void;
  /** Lists the first vault's payments to an account. */
  payments(side: BridgeSide, to: Address): Promise<readonly Payment[]>;
  createUser(): Promise<PrivateKeyAccount>;
  /** The sender of the payouts. */
  readonly senderKey: SenderKey;
  /** Why payouts are halted; null if they are not. */
  haltedReason(): Promise<string | null>;
  /** Uses up a nonce of the hot wallet on the destination chain, behind the service's back. */
  useKeyElsewhere(): Promise<Hash>;
  deposit(order?: TransferOrder): Promise<TestTransfer>;
  stop(): Promise<void>;
};

const MINE_MS = 100;
// The service learns of each block at once, so workers poll only for what no block announces. With ten workers on two chains,
// shorter intervals would take most of a test's processor time.
const POLL_MS = 200;

let bridges = 0;

/** Chain ids that no other bridge uses: neither now in another test worker, nor earlier in this one. */
function allotChainIds(): number {
  bridges += 1;
  return 40_000 + 1000 * Number(process.env.VITEST_POOL_ID) + 2 * bridges;
}

/** The services connect as the worker role, and the test as an administrator. */
async function openAsWorker(
  kind: DatabaseKind,
  { databases, database }: { readonly databases: TestDatabases; readonly database: Database },
): Promise<Database> {
  if (kind === 'embedded') return database;
  await createDatabaseRoles(database);
  return databases.openAs('causeway_worker', database);
}

export async function startTestInstallation(kind: DatabaseKind, firstId = allotChainIds()): Promise<TestInstallation> {
  const [bridge, databases]: [TestBridge, TestDatabases] = await Promise.all([
    createTestBridge(firstId),
    startTestDatabases(kind),
  ]);
  const sides = [bridge.origin, bridge.destination];
  const database = await databases.open();
  const { hotWallet, destination } = bridge;
  const senderKey = { chainId: destination.chain.id, address: hotWallet.address };
  const serviceDatabase = await openAsWorker(kind, { databases, database });
  let startBlocks = [0, 0];
  let running: TestService[] = [];
  let miners: (() => void)[] = [];

  const newestService = () => {
    const newest = running.at(-1);
    if (!newest) throw new Error('no service has been started that could answer');
    return newest;
  };
  const stopServices = async () => {
    for (const stopMining of miners) stopMining();
    miners = [];
    await Promise.all(running.map((service) => service.stop()));
    running = [];
  };

  return {
    bridge,
    database: () => database,
    query: database.query,
    databaseUrl: () => databases.urlOf(database),
    openDatabase: async () => {
      const other = await databases.open();
      await adoptHotWallet(other, bridge);
      return other;
    },
    openDatabaseAs: (role) => databases.openAs(role, database),
    start: async ({ without, ...options } = {}) => {
      const change = (file: LabInstallation) => {
        file.chains.forEach((chain, index) => {
          chain.startBlock = startBlocks[index] ?? 0;
          chain.wsUrls = chain.rpcUrls.map((url) => url.replace('http:', 'ws:'));
        });
        file.lab.pollIntervalMs = POLL_MS;
        options.change?.(file);
      };
      const workers = without && { workers: WORKERS.filter((worker) => !without.includes(worker)) };
      const service = await startTestService({ bridge, database: serviceDatabase, ...options, ...workers, change });
      running.push(service);
      return service;
    },
    reset: async () => {
      await stopServices();
      await clearDatabase(database);
      // The last test may have failed while a chain mined nothing.
      await Promise.all(
        sides.map(async ({ chain }) => {
          await chain.client.setAutomine(true);
          await chain.mine(1);
        }),
      );
      await adoptHotWallet(database, bridge);
      const heads = await Promise.all(sides.map(({ chain }) => chain.client.getBlockNumber()));
      startBlocks = heads.map((head) => Number(head) + 1);
    },
    stopServices,
    keepMining: () => {
      miners.push(...sides.map(({ chain }) => chain.keepMining(MINE_MS)));
    },
    payments: readPayments,
    createUser: () => bridge.createUser(),
    senderKey,
    haltedReason: async () => (await readSender(database, senderKey))?.haltedReason ?? null,
    useKeyElsewhere: async () => {
      const { client } = destination.chain;
      const transaction = { account: hotWallet, chain: null, to: hotWallet.address, value: 1n };
      const hash = await client.sendTransaction(transaction);
      await client.waitForTransactionReceipt({ hash });
      return hash;
    },
    deposit: (order = {}) => createTestTransfer({ bridge, database, newestService }, order),
    stop: async () => {
      await stopServices();
      await databases.stop();
      await bridge.stop();
    },
  };
}
