import { join } from 'node:path';
import pg from 'pg';
import type { Address, Hash, Hex } from 'viem';
import { encodeFunctionData, keccak256 } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { depositAbi } from '#shared/abi/depositAbi.ts';
import { transferId } from '#shared/transferId.ts';
import type { ConfigFile } from '../../../service/config/configSchema.ts';
import { waitUntil } from '../../processes/waitUntil.ts';
import { readBooks } from '../audit/databaseCounts.ts';
import type { DrillOrders } from '../failpoints/faultPlan.ts';
import type { DrillProcess } from './serviceProcess.ts';
import { startDrillProcess } from './serviceProcess.ts';
import type { Lane } from './testbed.ts';
import { MAX_FEE, TIP, writeConfig } from './testbed.ts';

export type DrillDeposit = {
  readonly id: Hash;
  readonly hash: Hash;
  readonly raw: Hex;
  readonly blockNumber: bigint;
  readonly recipient: string;
};

export type DepositOrder = {
  readonly token?: 'USDC' | 'ETH';
  readonly amount?: bigint;
  readonly target?: string;
  readonly user?: 0 | 1;
};

/** A service of some processes on a lane, with a database and a journal of its own. */
export type Drill = {
  readonly lane: Lane;
  readonly databaseUrl: string;
  /** Starts a process under a name of its own. */
  launch(name: string, orders?: DrillOrders): DrillProcess;
  /** The same, and waits until its workers run. */
  start(name: string, orders?: DrillOrders): Promise<DrillProcess>;
  /** Deposits 50 USDC on the origin chain for somebody new, unless told otherwise, and waits until that is in a block. */
  deposit(order?: DepositOrder): Promise<DrillDeposit>;
  query<Row extends object>(sql: string, values?: readonly unknown[]): Promise<readonly Row[]>;
  /** Cuts every connection of a process to the database. */
  cutDatabase(name: string): Promise<void>;
  /** Everything as it is now, in another database: what somebody finds who restores a backup. Every process has to be dead. */
  backUp(): Promise<Drill>;
  /** The same with an empty database. */
  startOver(): Promise<Drill>;
  /** Waits until so many transfers are delivered or refunded. @returns whether they are */
  finishes(count: number, timeoutMs: number): Promise<boolean>;
  stop(): Promise<void>;
};

export type DrillOptions = {
  readonly lane: Lane;
  readonly name: string;
  /** `failingMain.ts`, bundled. */
  readonly program: string;
  readonly change?: (file: ConfigFile) => void;
};

const AMOUNT = 50_000_000n;
// A frozen process holds its locks for no longer.
const IDLE_IN_TRANSACTION_MS = 2000;

async function queryOnce<Row extends object>(url: string, sql: string, values: readonly unknown[] = []) {
  const client = new pg.Client({ connectionString: url });
  // A connection that is lost fails its query; without a listener it would end this process as well.
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Row>(sql, [...values])).rows;
  } finally {
    await client.end();
  }
}

function urlFor(databaseUrl: string, name: string): string {
  const url = new URL(databaseUrl);
  url.searchParams.set('application_name', name);
  url.searchParams.set('idle_in_transaction_session_timeout', String(IDLE_IN_TRANSACTION_MS));
  return url.href;
}

async function copyDatabase(databaseUrl: string): Promise<string> {
  const server = new URL(databaseUrl);
  const name = server.pathname.slice(1);
  const copy = `${name}_copy`;
  server.pathname = '/postgres';
  await queryOnce(server.href, 'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  await queryOnce(server.href, `create database ${copy} template ${name}`);
  server.pathname = `/${copy}`;
  return server.href;
}

async function makeDeposit({ origin, destination, bridge, users }: Lane, order: DepositOrder): Promise<DrillDeposit> {
  const { token = 'USDC', amount = AMOUNT, user: index = 0 } = order;
  const recipient = order.target ?? privateKeyToAccount(generatePrivateKey()).address;
  const { client, id: chainId } = origin.chain;
  const { depositContract: contract } = origin.deployment;
  const user = users[index];
  const address: Address = origin.token(token);
  const data = encodeFunctionData({
    abi: depositAbi,
    functionName: 'deposit',
    args: [recipient, address, bridge.maker.address, amount, BigInt(destination.chain.id), 0n],
  });
  const raw = await user.signTransaction({
    type: 'eip1559',
    chainId,
    nonce: await client.getTransactionCount({ address: user.address }),
    to: contract,
    data,
    value: token === 'ETH' ? amount : 0n,
    gas: 200_000n,
    maxFeePerGas: MAX_FEE,
    maxPriorityFeePerGas: TIP,
  });
  const hash = await client.sendRawTransaction({ serializedTransaction: raw });
  const { blockNumber, status } = await client.waitForTransactionReceipt({ hash, timeout: 60_000 });
  if (status !== 'success' || hash !== keccak256(raw)) throw new Error(`deposit ${hash} was not made`);
  const id = transferId({ chainId, contract, transactionHash: hash, ordinal: 0 });
  return { id, hash, raw, blockNumber, recipient };
}

function createDrill(options: DrillOptions, { databaseUrl, config }: { databaseUrl: string; config: string }): Drill {
  const { lane, name: drillName, program } = options;
  const processes: DrillProcess[] = [];
  const launch = (name: string, orders: DrillOrders = {}): DrillProcess => {
    const started = startDrillProcess({
      program,
      orders,
      environment: {
        CAUSEWAY_CONFIG: config,
        DATABASE_URL: urlFor(databaseUrl, name),
        CAUSEWAY_MAKER_KEY: lane.bridge.makerKey,
        CAUSEWAY_ROLE: 'worker',
        CAUSEWAY_JOURNAL_DIR: join(lane.folder, `${drillName}.journals`),
      },
      logFile: join(lane.logs, `${drillName}.${name}.log`),
    });
    processes.push(started);
    return started;
  };
  return {
    lane,
    databaseUrl,
    launch,
    start: async (name, orders) => {
      const started = launch(name, orders);
      await started.ready();
      return started;
    },
    deposit: async (order = {}) => {
      const deposit = await makeDeposit(lane, order);
      // So that it remembers what a reorganisation takes away.
      await lane.auditor.look();
      return deposit;
    },
    query: (sql, values) => queryOnce(databaseUrl, sql, values),
    cutDatabase: async (name) => {
      await queryOnce(
        databaseUrl,
        'select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1 and datname = current_database()',
        [name],
      );
    },
    backUp: async () => createDrill(options, { databaseUrl: await copyDatabase(databaseUrl), config }),
    startOver: async () => createDrill(options, { databaseUrl: await lane.postgres.createDatabase(), config }),
    finishes: async (count, timeoutMs) => {
      const isFinished = async () => {
        const { total, unfinished } = await readBooks(databaseUrl);
        return total >= count && unfinished === 0;
      };
      return waitUntil(isFinished, { timeoutMs, everyMs: 100 }).catch(() => false);
    },
    stop: async () => {
      await Promise.all(processes.map((started) => started.kill()));
    },
  };
}

export async function openDrill(options: DrillOptions): Promise<Drill> {
  const { lane, name, change } = options;
  const file = await lane.configFile();
  change?.(file);
  const [databaseUrl, config] = await Promise.all([lane.postgres.createDatabase(), writeConfig(lane, name, file)]);
  return createDrill(options, { databaseUrl, config });
}
