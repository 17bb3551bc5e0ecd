import type { Logger } from 'pino';
import { systemClock } from './boot/clock.ts';
import type { Config } from './boot/config.ts';
import { createLogger, listSecrets } from './boot/log.ts';
import { listMissingGuards } from './boot/mainnetRules.ts';
import type { Catalog } from './boot/model/catalog.ts';
import { readConfig } from './boot/readConfig.ts';
import { readVersion } from './boot/version.ts';
import type { Database } from './db/database.ts';
import { reportFailedStart } from './reportFailedStart.ts';
import type { Service } from './service.ts';
import { API_STATEMENT_TIMEOUT_MS, openDatabase, startService } from './service.ts';
import type { CertificateExpiry } from './signer/client/remoteSigner.ts';
import { createRemoteSigner, createSocketRoute, createTlsRoute } from './signer/client/remoteSigner.ts';
import type { Signer } from './signer/client/signer.ts';
import { createDevelopmentSigner } from './signer/process/developmentSigner.ts';
import { fingerprintsByChain } from './signer/process/fingerprint.ts';
import { toPolicy } from './signer/process/policyFile.ts';

/** Logs each guard that a mainnet lacks. */
export function warnOfMissingGuards(catalog: Catalog, logger: Logger): void {
  for (const missing of listMissingGuards(catalog)) logger.warn(missing, 'mainnet without a guard');
}

/** Lists what a process's log must never show: its URLs, which can contain keys and passwords, and its private key. */
export function collectSecrets({
  catalog,
  database,
  signer,
}: Pick<Config, 'catalog' | 'database' | 'signer'>): readonly string[] {
  const urls = catalog.chains.flatMap(({ rpcUrls, wsUrls }) => [...rpcUrls, ...wsUrls]);
  const keys = signer?.kind === 'key' ? [signer.key, signer.key.slice(2)] : [];
  if (catalog.screening?.service) urls.push(catalog.screening.service.url);
  return listSecrets([...urls, ...(database.kind === 'postgresql' ? [database.url] : []), ...keys]);
}

// A service that hangs while stopping exits after this time. Killing it loses nothing.
const STOP_TIMEOUT_MS = 15_000;

type Running = {
  readonly service: Service;
  readonly databases: readonly Database[];
};

type Signing = {
  readonly signer: Signer | null;
  /** Absent without a signer on another machine. */
  readonly signerExpiries?: () => readonly CertificateExpiry[];
};

function connectSigner({ signer, catalog }: Config, logger: Logger): Signing {
  switch (signer?.kind) {
    case undefined:
      return { signer: null };
    case 'key':
      return { signer: createDevelopmentSigner(signer.key, { catalog, logger }) };
    case 'socket':
      return {
        signer: createRemoteSigner(createSocketRoute(signer.path), signer.hotWallet),
      };
    case 'tls': {
      const route = createTlsRoute(signer.origin, signer.identity);
      return {
        signer: createRemoteSigner(route, signer.hotWallet),
        signerExpiries: route.expiries,
      };
    }
  }
}

async function start(config: Config, logger: Logger): Promise<Running> {
  const { role, operator, catalog } = config;
  const http = role === 'worker' ? null : config.http;
  const database = await openDatabase(config.database, logger);
  // With PostgreSQL, requests and workers use separate pools. An embedded database has only one connection.
  const hasTwoPools = role !== 'worker' && config.database.kind === 'postgresql';
  const apiDatabase = hasTwoPools ? await openDatabase(config.database, logger, API_STATEMENT_TIMEOUT_MS) : database;
  const databases = [...new Set([database, apiDatabase])];
  try {
    const noticeMs = config.http.drainSeconds * 1000;
    const views = fingerprintsByChain(toPolicy(() => {}, config.installation));
    const options = { ...connectSigner(config, logger), views, http, operator, catalog, logger, noticeMs };
    return { service: await startService(options, database, apiDatabase), databases };
  } catch (error) {
    await Promise.all(databases.map((open) => open.close()));
    throw error;
  }
}

function stopOnSignal({ service, databases }: Running, logger: Logger): void {
  let stopping = false;
  const stop = async (signal: string) => {
    if (stopping) return;
    stopping = true;
    logger.info({ signal }, 'stopping');
    setTimeout(() => process.exit(0), STOP_TIMEOUT_MS).unref();
    await service.stop();
    await Promise.all(databases.map((open) => open.close()));
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
  logger.info(readVersion(), 'service starting');
  try {
    const config = await readConfig(process.env, systemClock.now());
    logger = createLogger(config.logLevel, undefined, collectSecrets(config));
    warnOfMissingGuards(config.catalog, logger);
    const running = await start(config, logger);
    stopOnSignal(running, logger);
    const { url } = running.service;
    logger.info(url === null ? 'workers started' : `listening on ${url}`);
  } catch (error) {
    reportFailedStart(error, logger);
    process.exit(1);
  }
}
