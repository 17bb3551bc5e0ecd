import type { Logger } from 'pino';
import { createRemoteSigner } from './chain/remoteSigner.ts';
import type { Signer } from './chain/signer.ts';
import type { CertificateExpiry } from './chain/signerRoute.ts';
import { createSocketRoute, createTlsRoute } from './chain/signerRoute.ts';
import { traceSigner } from './chain/traceSigner.ts';
import { systemClock } from './clock.ts';
import { collectSecrets } from './collectSecrets.ts';
import type { Config } from './config/config.ts';
import { readConfig } from './config/readConfig.ts';
import type { Database } from './db/database.ts';
import { openJournal } from './db/journal.ts';
import { traceDatabase } from './db/traceDatabase.ts';
import { createLogger } from './log/logger.ts';
import { reportFailedStart } from './reportFailedStart.ts';
import type { Service } from './service.ts';
import { API_STATEMENT_TIMEOUT_MS, openDatabase, startService } from './service.ts';
import { createDevelopmentSigner } from './signer/developmentSigner.ts';
import { startTraces } from './traces/startTraces.ts';
import type { Traces } from './traces/traces.ts';
import { warnOfMissingGuards } from './warnOfMissingGuards.ts';

// A service that hangs while stopping exits after this time. A killed service loses nothing.
const STOP_TIMEOUT_MS = 15_000;

type Running = {
  readonly service: Service;
  readonly databases: readonly Database[];
};

/** How a process tells what it does. */
type Reporting = { readonly logger: Logger; readonly traces: Traces | null };

type Signing = {
  readonly signer: Signer | null;
  /** Absent without a signer on another machine. */
  readonly signerExpiries?: () => readonly CertificateExpiry[];
};

function connectSigner({ signer, catalog }: Config, { logger, traces }: Reporting): Signing {
  const traceHeaders = traces ? { headers: traces.headers } : {};
  switch (signer?.kind) {
    case undefined:
      return { signer: null };
    case 'key':
      return { signer: createDevelopmentSigner(signer.key, { catalog, logger }) };
    case 'socket':
      return {
        signer: createRemoteSigner(createSocketRoute(signer.path), signer.hotWallet, traceHeaders),
      };
    case 'tls': {
      const route = createTlsRoute(signer.origin, signer.identity);
      return {
        signer: createRemoteSigner(route, signer.hotWallet, traceHeaders),
        signerExpiries: route.expiries,
      };
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
    const { signer, ...expiries } = connectSigner(config, reporting);
    const signing = { signer: signer && traces ? traceSigner(signer, traces) : signer, ...expiries };
    const options = { ...signing, http, operator, limitStoreUrl, catalog, journal, logger, traces, noticeMs };
    return { service: await startService(options, database, apiDatabase), databases };
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
  // SIGHUP comes when the terminal closes.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => {
      stop(signal).catch((error: unknown) => {
        logger.error({ err: error }, 'shutdown failed');
        process.exit(1);
      });
    });
  }
}

/** Runs the service until a signal stops it. A failed start ends the process. */
export async function runService(): Promise<void> {
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
    const { url } = running.service;
    logger.info(url === null ? 'workers started' : `listening on ${url}`);
  } catch (error) {
    reportFailedStart(error, logger);
    process.exit(1);
  }
}
