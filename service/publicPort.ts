import type { Logger } from 'pino';
import type { HttpConfig } from './config/config.ts';
import type { LimitStore } from './http/limitStore.ts';
import type { RequestObserver } from './http/observeRequests.ts';
import type { OperationContext } from './http/operation.ts';
import { createHttpServer } from './http/server.ts';
import type { Metrics } from './operator/metrics/metrics.ts';
import type { Traces } from './traces/traces.ts';

/** The port of the operations. */
export type PublicPort = {
  /** @returns the base address of the operations */
  listen(): Promise<string>;
  /** Stops accepting requests, and waits for running ones. */
  close(): Promise<void>;
};

export type PublicPortOptions = {
  readonly config: HttpConfig;
  /** Null when the process limits requests by itself. */
  readonly limitStoreUrl: string | null;
  readonly metrics: Metrics;
  readonly logger: Logger;
  readonly traces: Traces | null;
  readonly drainMs?: number;
};

async function openStore({ config, limitStoreUrl, metrics, logger }: PublicPortOptions): Promise<LimitStore | null> {
  if (limitStoreUrl === null) return null;
  // Its packages load only where a store is configured.
  const { openLimitStore } = await import('./http/limitStore.ts');
  const store = openLimitStore(limitStoreUrl, config.rateLimit, logger);
  metrics.watchLimitStore(store);
  return store;
}

/** Counts each request, and writes it to the log at debug level. */
function observe({ metrics, logger }: PublicPortOptions): RequestObserver {
  return (outcome) => {
    metrics.requests(outcome);
    logger.debug(outcome, 'request answered');
  };
}

export async function createPublicPort(context: OperationContext, options: PublicPortOptions): Promise<PublicPort> {
  const { config, logger, traces, drainMs } = options;
  const store = await openStore(options);
  const server = await createHttpServer(context, {
    ...{ config, logger, traces, observer: observe(options), sharedLimits: store?.limits ?? null },
    ...(drainMs !== undefined && { drainMs }),
  });
  return {
    listen: async () => (await server.listen({ host: config.host, port: config.port })) + config.prefix,
    close: async () => {
      await server.close();
      store?.close();
    },
  };
}
