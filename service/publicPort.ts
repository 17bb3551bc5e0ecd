import type { Logger } from 'pino';
import type { HttpConfig } from './config/config.ts';
import type { RequestObserver } from './http/observeRequests.ts';
import type { OperationContext } from './http/operation.ts';
import { createHttpServer } from './http/server.ts';
import type { Metrics } from './operator/metrics/metrics.ts';

/** The port of the operations. */
export type PublicPort = {
  /** @returns the base address of the operations */
  listen(): Promise<string>;
  /** Stops accepting requests, and waits for running ones. */
  close(): Promise<void>;
};

export type PublicPortOptions = {
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

export async function createPublicPort(context: OperationContext, options: PublicPortOptions): Promise<PublicPort> {
  const { config, logger, drainMs } = options;
  const server = await createHttpServer(context, {
    ...{ config, logger, observer: observe(options) },
    ...(drainMs !== undefined && { drainMs }),
  });
  return {
    listen: async () => (await server.listen({ host: config.host, port: config.port })) + config.prefix,
    close: () => server.close(),
  };
}
