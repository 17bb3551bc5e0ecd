import type { Logger } from 'pino';
import { createRemoteSigner } from './chain/remoteSigner.ts';
import type { Signer } from './chain/signer.ts';
import type { TlsSignerRoute } from './chain/signerRoute.ts';
import { createSocketRoute, createTlsRoute } from './chain/signerRoute.ts';
import { traceSigner } from './chain/traceSigner.ts';
import { systemClock } from './clock.ts';
import { collectSecrets } from './collectSecrets.ts';
import type { Config } from './config/config.ts';
import { findFixedChanges } from './config/fixedSettings.ts';
import { InvalidConfig } from './config/invalidConfig.ts';
import { readConfig } from './config/readConfig.ts';
import type { Database } from './db/database.ts';
import { openJournal } from './db/journal.ts';
import { traceDatabase } from './db/traceDatabase.ts';
import type { Hangups } from './hangups.ts';
import { createLogger } from './log/logger.ts';
import { notifyReady } from './notifyReady.ts';
import { OperatorError } from './operatorError.ts';
import type { Service } from './service.ts';
import { API_STATEMENT_TIMEOUT_MS, openDatabase, startService } from './service.ts';
import { createDevelopmentSigner } from './signer/developmentSigner.ts';
import type { TlsIdentity } from './tlsIdentity.ts';
import { startTraces } from './traces/startTraces.ts';
import type { Traces } from './traces/traces.ts';
import { warnOfMissingGuards } from './warnOfMissingGuards.ts';

// A service that hangs while stopping exits after this time. A killed service loses nothing.
const STOP_TIMEOUT_MS = 15_000;

type Running = {
  readonly service: Service;
  readonly databases: readonly Database[];
  /** Null without a signer on another machine. */
  readonly route: TlsSignerRoute | null;
};

/** How a process tells what it does. */
type Reporting = { readonly logger: Logger; readonly traces: Traces | null };

type Signing = { readonly signer: Signer | null; readonly route: TlsSignerRoute | null };

function connectSigner({ signer, catalog }: Config, { logger, traces }: Reporting): Signing {
  const traceHeaders = traces ? { headers: traces.headers } : {};
  switch (signer?.kind) {
    case undefined:
      return { signer: null, route: null };
    case 'key':
      return { signer: createDevelopmentSigner(signer.key, { catalog, logger }), route: null };
    case 'socket':
      return {
        signer: createRemoteSigner(createSocketRoute(signer.path), signer.hotWallet, traceHeaders),
        route: null,
      };
    case 'tls': {
      const route = createTlsRoute(signer.origin, signer.identity);
      return { signer: createRemoteSigner(route, signer.hotWallet, traceHeaders), route };
    }
  }
}

async function start(config: Config, reporting: Reporting): Promise<Running> {
  const { logger, traces } = reporting;
  const traced = (database: Database) => (traces ? traceDatabase(database, traces) : database);
  const { role, operator, catalog, limitStoreUrl, journalDirectory } = config;
  const http = role === 'worker' ? null : config.http;
  const database = traced(await openDatabase(config.database, logger));
  // With PostgreSQL, requests and workers use separate pools. An embedded database has only one connection.
  const hasTwoPools = role !== 'worker' && config.database.kind === 'postgresql';
  const apiDatabase = hasTwoPools
    ? traced(await openDatabase(config.database, logger, API_STATEMENT_TIMEOUT_MS))
    : database;
  const databases = [...new Set([database, apiDatabase])];
  try {
    const journal = journalDirectory === null ? null : await openJournal(journalDirectory);
    const noticeMs = config.http.drainSeconds * 1000;
    const { signer, route } = connectSigner(config, reporting);
    const signing = {
      signer: signer && traces ? traceSigner(signer, traces) : signer,
      ...(route && { signerExpiries: route.expiries }),
    };
    const options = { ...signing, http, operator, limitStoreUrl, catalog, journal, logger, traces, noticeMs };
    return { service: await startService(options, database, apiDatabase), databases, route };
  } catch (error) {
    await Promise.all(databases.map((open) => open.close()));
    throw error;
  }
}

function stopOnSignal({ service, databases }: Running, { logger, traces }: Reporting): void {
  let stopping = false;
  const stop = async (signal: string) => {
    if (stopping) return;
    stopping = true;
    logger.info({ signal }, 'stopping');
    setTimeout(() => process.exit(0), STOP_TIMEOUT_MS).unref();
    await service.stop();
    await Promise.all([...databases.map((open) => open.close()), traces?.stop()]);
    logger.info('stopped');
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      stop(signal).catch((error: unknown) => {
        logger.error({ err: error }, 'shutdown failed');
        process.exit(1);
      });
    });
  }
}

type Reloading = { readonly hangups: Hangups; readonly logger: Logger };

/** Reads the configuration again on SIGHUP. A file that is invalid, or changes what needs a restart, changes nothing. */
function reloadOnHangup({ service, route }: Running, running: Config, { hangups, logger }: Reloading): void {
  const reload = async () => {
    const read: { identity: TlsIdentity | null } = { identity: null };
    const readCatalog = async () => {
      const next = await readConfig(process.env, systemClock.now());
      const fixed = findFixedChanges(running, next);
      if (fixed.length > 0) throw new InvalidConfig(fixed);
      if (next.signer?.kind === 'tls') read.identity = next.signer.identity;
      return next.catalog;
    };
    const isAccepted = await service.reload(readCatalog);
    if (isAccepted && read.identity) route?.use(read.identity);
  };
  hangups.onHangup(() => {
    logger.info('reloading the configuration');
    reload().catch((error: unknown) => {
      logger.fatal({ err: error }, 'reload failed');
      process.exit(1);
    });
  });
}

/** Reports a failed start: an OperatorError as a sentence, any other error with its details. */
function reportFailedStart(error: unknown, logger: Logger): void {
  if (error instanceof InvalidConfig) {
    console.error(`The service cannot start:\n${error.problems.map((problem) => `  - ${problem}`).join('\n')}`);
  } else if (error instanceof OperatorError) console.error(`The service cannot start: ${error.message}`);
  else if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    console.error(
      'The service cannot start: another program uses its port. Stop that program, or change "port" in the configuration.',
    );
  } else logger.fatal({ err: error }, 'start failed');
}

/** Runs the service until a signal stops it. A failed start ends the process. */
export async function runService(hangups: Hangups): Promise<void> {
  let logger = createLogger('info');
  try {
    const config = await readConfig(process.env, systemClock.now());
    const traces = await startTraces(config.traces, () => logger);
    logger = createLogger(config.logLevel, undefined, {
      secrets: collectSecrets(config),
      ...(traces && { fields: traces.logFields }),
    });
    warnOfMissingGuards(config.catalog, logger);
    const running = await start(config, { logger, traces });
    stopOnSignal(running, { logger, traces });
    reloadOnHangup(running, config, { hangups, logger });
    const { url } = running.service;
    logger.info(url === null ? 'workers started' : `listening on ${url}`);
    await notifyReady();
  } catch (error) {
    reportFailedStart(error, logger);
    process.exit(1);
  }
}
