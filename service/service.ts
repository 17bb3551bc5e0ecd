import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { ClientUse } from './api/clientUse.ts';
import { createClientUse } from './api/clientUse.ts';
import type { OperationContext, RequestObserver } from './api/operation.ts';
import { createScheduleCache } from './api/scheduleCache.ts';
import { createHttpServer } from './api/server.ts';
import type { Clock } from './boot/clock.ts';
import { systemClock } from './boot/clock.ts';
import type { DatabaseConfig, HttpConfig, OperatorConfig } from './boot/config.ts';
import type { Catalog } from './boot/model/catalog.ts';
import { InvalidConfig } from './boot/operatorError.ts';
import { findWalletMismatches } from './boot/signerSettings.ts';
import type { ChainClient } from './chain/chainClient.ts';
import { createChainClient, createRequestClient } from './chain/chainClient.ts';
import type { RpcObserver } from './chain/rpc/rpcObserver.ts';
import type { Database } from './db/database.ts';
import { createDatabaseClock } from './db/databaseClock.ts';
import { recordIncident } from './db/incidents.ts';
import { prepareSchema, refuseNeedlessRights } from './db/migrate.ts';
import { openEmbeddedDatabase } from './db/openEmbedded.ts';
import { openPostgres } from './db/postgres.ts';
import type { Worker } from './engine.ts';
import { leaseName, startEngine, WORKERS } from './engine.ts';
import type { ReportStep } from './engineContext.ts';
import { createStepLog } from './engineContext.ts';
import type { Metrics } from './operator/metrics/metrics.ts';
import { createMetrics } from './operator/metrics/metrics.ts';
import type { ReadinessContext } from './operator/readiness.ts';
import { createTurnProbe } from './operator/readiness.ts';
import type { OperatorPort } from './operator/server.ts';
import { startOperator } from './operator/server.ts';
import { createLivePrices } from './quotes/model/price.ts';
import { startPriceFeeds } from './quotes/priceFeeds.ts';
import type { CertificateExpiry } from './signer/client/remoteSigner.ts';
import type { Signer } from './signer/client/signer.ts';
import { SignerUnavailable } from './signer/client/signer.ts';
import { describeOtherViews } from './signer/process/fingerprint.ts';

/** Also logs each suspected provider and records an incident. */
function reportSuspects(
  observer: RpcObserver,
  { database, logger }: { readonly database: Database; readonly logger: Logger },
): RpcObserver {
  return {
    ...observer,
    onSuspect: (suspect) => {
      const { chainId, rpc, detail } = suspect;
      observer.onSuspect(suspect);
      logger.error({ chainId, rpc }, detail);
      recordIncident(database, { kind: 'providerSuspected', chainId, detail }).catch((error: unknown) => {
        logger.error({ err: error, chainId, rpc }, 'incident of a suspected provider not recorded');
      });
    },
  };
}

/** The port of the operations. */
type PublicPort = {
  /** @returns the operations' base address */
  listen(): Promise<string>;
  /** Stops accepting requests, and waits for running ones. */
  close(): Promise<void>;
};

type PublicPortOptions = {
  readonly clientUse: ClientUse;
  readonly config: HttpConfig;
  readonly metrics: Metrics;
  readonly logger: Logger;
  readonly drainMs?: number;
};

/** Counts each request, and writes it to the log at debug level. */
function observe({ metrics, logger }: PublicPortOptions): RequestObserver {
  return (outcome) => {
    metrics.requests(outcome);
    logger.debug(outcome, 'request answered');
  };
}

async function createPublicPort(context: OperationContext, options: PublicPortOptions): Promise<PublicPort> {
  const { config, logger, clientUse, drainMs } = options;
  const server = await createHttpServer(context, {
    ...{ config, logger, clientUse, observer: observe(options) },
    ...(drainMs !== undefined && { drainMs }),
  });
  return {
    listen: async () => (await server.listen({ host: config.host, port: config.port })) + config.prefix,
    close: () => server.close(),
  };
}

export type ServiceOptions = {
  /** Null in a process that serves no requests. */
  readonly http: HttpConfig | null;
  readonly operator?: OperatorConfig | null;
  readonly catalog: Catalog;
  /** Null in a process that moves no money. */
  readonly signer: Signer | null;
  /** Each chain's fingerprint according to the service's own file, which the signer should share; by chain id. */
  readonly views?: ReadonlyMap<number, string>;
  /** The certificates on the way to a signer on another machine. */
  readonly signerExpiries?: () => readonly CertificateExpiry[];
  /** By default the database's clock, confirmed by `machineClock`. */
  readonly clock?: Clock;
  readonly machineClock?: Clock;
  readonly logger: Logger;
  readonly workers?: readonly Worker[];
  /**
   * Whether workers acquire leases, so that several processes can share the database. By default they do on PostgreSQL.
   */
  readonly leases?: boolean;
  /** Receives the workers' steps. By default they are logged at debug level. */
  readonly reportStep?: ReportStep;
  /** How long the HTTP server waits at shutdown for clients to close their connections. */
  readonly drainMs?: number;
  /** How long a stopping process still serves, so that load balancers notice before its port closes. By default 0. */
  readonly noticeMs?: number;
};

export type Service = {
  /** The operations' base address; null in a process that doesn't serve them. */
  readonly url: string | null;
  /** The origin of the operator's port; null without one. */
  readonly operatorUrl: string | null;
  /** Stops accepting requests, waits for running work, and leaves the database open. */
  stop(): Promise<void>;
};

const POOL_SIZE = 10;
/** Waiting for a connection can take as long again. Both together stay below a request's timeout. */
export const API_STATEMENT_TIMEOUT_MS = 3000;

/** @param statementTimeoutMs the timeout of a PostgreSQL statement, also if the server stops answering */
export async function openDatabase(
  config: DatabaseConfig,
  logger: Logger,
  statementTimeoutMs?: number,
): Promise<Database> {
  if (config.kind === 'embedded') return openEmbeddedDatabase(config.directory);
  const options = { url: config.url, poolSize: POOL_SIZE, ...(statementTimeoutMs && { statementTimeoutMs }) };
  return openPostgres(options, (error) => {
    logger.warn({ err: error }, 'database connection lost');
  });
}

/** Refuses a signer with another account. A signer that doesn't answer yet can start later. */
async function verifySigner(signer: Signer, { catalog, logger }: ServiceOptions): Promise<void> {
  const foreign = findWalletMismatches(catalog, signer.address);
  if (foreign.length > 0) throw new InvalidConfig(foreign);
  try {
    await signer.probe();
  } catch (error) {
    if (!(error instanceof SignerUnavailable)) throw error;
    logger.warn({ err: error }, 'signer unavailable, signing waits for it');
  }
}

const CLOCK_REFRESH_MS = 2000;

async function openClock({ clock, machineClock, logger }: ServiceOptions, database: Database) {
  if (clock) return { clock, stop: () => {} };
  const monotonicMs = () => performance.now();
  const opened = await createDatabaseClock(database, { machine: machineClock ?? systemClock, monotonicMs });
  const timer = setInterval(() => {
    // Without an answer the clock keeps running. Every worker needs the database anyway.
    opened.refresh().catch((error: unknown) => logger.debug({ err: error }, "database's clock not read"));
  }, CLOCK_REFRESH_MS);
  timer.unref();
  return { clock: opened, stop: () => clearInterval(timer) };
}

type Signing = {
  readonly signer: Signer | null;
  readonly leases: boolean;
  readonly views: ReadonlyMap<number, string> | undefined;
};

/** The probes of a process that moves money; none in other processes. */
function createSigningProbes(
  { signer, leases, views }: Signing,
  database: Database,
  chains: Catalog['chains'],
): Pick<ReadinessContext, 'probeSigner' | 'findUnheldTurn'> {
  if (!signer) return {};
  const names = chains.flatMap((chain) => WORKERS.map((worker) => leaseName(worker, chain)));
  return {
    probeSigner: async () => {
      if (!views || !signer.readViews) {
        await signer.probe();
        return null;
      }
      return describeOtherViews(chains, { own: views, signers: await signer.readViews() });
    },
    ...(leases && { findUnheldTurn: createTurnProbe(database, { names, now: () => performance.now() }) }),
  };
}

function createClients({ chains }: Catalog, observer: RpcObserver): ReadonlyMap<number, ChainClient> {
  return new Map(chains.map((chain) => [chain.id, createChainClient(chain, observer)]));
}

function createRequestClients(clients: ReadonlyMap<number, ChainClient>, observer: RpcObserver) {
  return new Map(
    [...clients].map(([id, { chain, providers }]) => [id, createRequestClient(chain, observer, providers)]),
  );
}

/**
 * Starts the service on a database. Requests use `apiDatabase`, so that a flood of them can't exhaust the workers'
 * connections.
 * @throws InvalidConfig, WrongSigner, WrongChain, SchemaOutdated, UnsafeDatabase
 */
export async function startService(
  options: ServiceOptions,
  database: Database,
  apiDatabase: Database = database,
): Promise<Service> {
  const { http, operator, catalog: configured, signer, logger, workers = WORKERS } = options;
  const { leases = database.kind === 'postgresql', drainMs, noticeMs = 0 } = options;
  const chainNames = new Map(configured.chains.map(({ id, name }) => [id, name]));
  const { reportStep = createStepLog(logger, chainNames) } = options;
  if (signer) await verifySigner(signer, options);
  const applied = await prepareSchema(database);
  if (applied.length > 0) logger.info({ applied }, 'database migrated');
  if (database.kind === 'postgresql' && configured.chains.some(({ category }) => category === 'Mainnet')) {
    await refuseNeedlessRights(database, signer === null);
  }
  const time = await openClock(options, apiDatabase);
  const { clock } = time;
  const prices = createLivePrices(configured);
  const { catalog } = prices;
  const pools = { api: apiDatabase, workers: database };
  const metrics = createMetrics({ catalog, pools, clock, logger, signerExpiries: options.signerExpiries });
  const { rpc } = metrics;
  // A disabled chain needs a client too: its open payments must settle.
  const clients = createClients(catalog, reportSuspects(rpc, { database, logger }));
  const feeds = await startPriceFeeds({ prices, clients, clock, logger });
  const engine =
    signer &&
    (await startEngine(
      { catalog, clients, database, signer, clock, logger, reportStep, payments: metrics.payments },
      { workers, leases },
    ));
  const context = {
    ...{ catalog, database: apiDatabase, clock, schedules: createScheduleCache(apiDatabase, catalog, clock) },
    clients: createRequestClients(clients, rpc),
  };
  const clientUse = createClientUse((problem) => logger.warn({ problem }, 'clients share a rate limit'));
  const publicPort =
    http &&
    (await createPublicPort(context, {
      ...{ config: http, clientUse },
      metrics,
      logger,
      ...(drainMs !== undefined && { drainMs }),
    }));
  let port: OperatorPort | null = null;
  let isStopping = false;
  const stop = async () => {
    isStopping = true;
    if (publicPort && port) await setTimeout(noticeMs);
    await publicPort?.close();
    await engine?.stop();
    feeds.stop();
    time.stop();
    await port?.close();
  };
  try {
    if (operator) {
      const probes = createSigningProbes({ signer, leases, views: options.views }, database, catalog.chains);
      port = await startOperator({
        config: operator,
        metrics,
        database: apiDatabase,
        clients,
        clock,
        logger,
        isStopping: () => isStopping,
        ...(publicPort && { describeClients: clientUse.describe }),
        ...probes,
      });
    }
    return {
      url: publicPort && (await publicPort.listen()),
      operatorUrl: port?.url ?? null,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
