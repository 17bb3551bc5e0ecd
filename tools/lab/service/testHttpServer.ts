import { connect } from 'node:net';
import type { HttpServer } from '../../../service/api/httpServer.ts';
import { createScheduleCache } from '../../../service/api/scheduleCache.ts';
import type { HttpOptions } from '../../../service/api/server.ts';
import { createHttpServer } from '../../../service/api/server.ts';
import type { Clock } from '../../../service/boot/clock.ts';
import { systemClock } from '../../../service/boot/clock.ts';
import { createLogger } from '../../../service/boot/log.ts';
import type { Catalog } from '../../../service/boot/model/catalog.ts';
import { createRequestClient } from '../../../service/chain/chainClient.ts';
import type { Database } from '../../../service/db/database.ts';
import { insertSchedules } from '../../../service/quotes/feeSchedules.ts';
import { storeLiquidity } from '../../../service/quotes/liquidity.ts';
import { createDustTerms } from '../../../service/quotes/model/dust.ts';
import type { TestDatabases } from '../postgres/testDatabases.ts';
import { startTestDatabases } from '../postgres/testDatabases.ts';
import { createSampleCatalog } from './sampleCatalog.ts';

export const HTTP_CONFIG = {
  prefix: '/api/v1',
  trustProxy: false,
  rateLimit: { perSecond: 100_000, burst: 100_000 },
  maxConnectionsPerClient: 1000,
} as const;

const USER = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';

/** A valid `get_build_tx` body for the sample catalog. */
export const SAMPLE_ORDER = {
  from_address: USER,
  from_chain_name: 'Northshore',
  to_address: USER,
  to_chain_name: 'Southshore',
  token_name: 'ETH',
  ui_value: '1.5',
} as const;

/** The sample catalog with one RPC endpoint for all chains. By default it is unreachable, so chain reads fail. */
export function createOfflineCatalog(rpcUrl = 'http://127.0.0.1:9'): Catalog {
  return createSampleCatalog((file) => {
    for (const chain of file.chains) chain.rpcUrls = [rpcUrl];
  });
}

/** Stores what the server needs for quotes: fee schedules that start at `validFrom`, and unlimited liquidity. */
export async function storeQuotes({ chains, routes }: Catalog, database: Database, validFrom: Date): Promise<void> {
  for (const { id } of chains) {
    const inbound = routes.filter(({ destination }) => destination.id === id);
    const tokens = new Set(inbound.map(({ destinationToken }) => destinationToken.address));
    const unlimited = { balance: 10n ** 30n, spendable: 10n ** 30n, perPayment: 10n ** 30n, free: 10n ** 30n };
    const holdings = [...tokens].map((token) => ({ token, ...unlimited }));
    await storeLiquidity(database, id, { holdings, gasBalance: 10n ** 20n, gasFloor: 0n, isPaused: false });
  }
  const schedules = routes.map((route) => {
    const { id: routeId, feeBps, feeFloor, min, max } = route;
    const dust = createDustTerms({ refundGas: null }, route);
    return { routeId, validFrom, gasFee: 120n, feeBps, feeFloor, min, max, nativePrice: null, ...dust };
  });
  await database.transaction((transaction) => insertSchedules(transaction, validFrom.getTime(), schedules));
}

type ServerOptions = Partial<Omit<HttpOptions, 'config'>> & {
  readonly config?: Partial<HttpOptions['config']>;
  readonly catalog?: Catalog;
  readonly clock?: Clock;
  readonly lines?: string[];
};

/** Creates only the public HTTP server, without workers, on the test's database. */
export async function createServer(database: Database, options: ServerOptions = {}): Promise<HttpServer> {
  const { catalog = createOfflineCatalog(), clock = systemClock, lines = [], config, ...rest } = options;
  const clients = new Map(catalog.chains.map((chain) => [chain.id, createRequestClient(chain)]));
  const schedules = createScheduleCache(database, catalog, clock);
  const logger = createLogger('info', { write: (line) => lines.push(line) });
  const context = { catalog, database, schedules, clients, clock };
  return createHttpServer(context, { logger, drainMs: 0, ...rest, config: { ...HTTP_CONFIG, ...config } });
}

/** Creates a database with the fees and liquidity that the server needs for quotes. */
export async function openWithQuotes(
  databases: TestDatabases,
  { catalog = createOfflineCatalog(), validFrom = new Date() }: { catalog?: Catalog; validFrom?: Date } = {},
): Promise<Database> {
  const database = await databases.open();
  await storeQuotes(catalog, database, validFrom);
  return database;
}

export type ServerWithQuotes = {
  readonly databases: TestDatabases;
  readonly database: Database;
  readonly server: HttpServer;
  readonly stop: () => Promise<void>;
};

/** Starts one server for a test file. Its database has the fees and liquidity for quotes. */
export async function startWithQuotes(): Promise<ServerWithQuotes> {
  const databases = await startTestDatabases('postgresql');
  const database = await openWithQuotes(databases);
  const server = await createServer(database);
  const stop = async () => {
    await server.close();
    await databases.stop();
  };
  return { databases, database, server, stop };
}

/** Calls an operation. A string is sent unchanged, anything else as JSON. */
export const post = (server: HttpServer, operation: string, payload: unknown) =>
  server.inject({
    method: 'POST',
    url: `${HTTP_CONFIG.prefix}/${operation}`,
    headers: { 'content-type': 'application/json' },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  });

/** @returns the port */
export async function listen(server: HttpServer): Promise<number> {
  await server.listen({ host: '127.0.0.1', port: 0 });
  const address = server.server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address.port;
}

export type RawResponse = { readonly head: string; readonly body: string };

/** Sends raw bytes from `localAddress`, and collects the response until the server closes the connection. */
export function sendBytes(port: number, bytes: string, localAddress = '127.0.0.1'): Promise<RawResponse> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress }, () => socket.write(bytes));
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString();
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      const [head = '', body = ''] = text.split('\r\n\r\n');
      resolve({ head, body });
    });
  });
}
