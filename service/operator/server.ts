import { fastify } from 'fastify';
import type { Logger } from 'pino';
import { toAnswer } from '../api/answers.ts';
import type { OperatorConfig } from '../boot/config.ts';
import { logServerErrors } from '../boot/log.ts';
import { readVersion } from '../boot/version.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { Readiness, ReadinessContext } from './readiness.ts';
import { createReadiness } from './readiness.ts';

type OperatorContext = {
  readonly readiness: () => Promise<Readiness>;
  /** The fingerprint of the file that the process has read. */
  readonly installation: string;
  /** The metrics in Prometheus' text format. */
  readonly metrics: () => Promise<string>;
  readonly logger: Logger;
};

export type OperatorServer = {
  /** @returns the server's origin */
  listen(address: { readonly host: string; readonly port: number }): Promise<string>;
  close(): Promise<void>;
};

const REQUEST_TIMEOUT_MS = 10_000;
const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/**
 * Serves liveness, readiness and metrics to the operator's network. It is separate from the public server, so that a
 * wrong path rule in a proxy can't publish them.
 */
export function createOperatorServer({ readiness, installation, metrics, logger }: OperatorContext): OperatorServer {
  const program = readVersion();
  const server = fastify({ requestTimeout: REQUEST_TIMEOUT_MS, bodyLimit: 1024, forceCloseConnections: true });
  logServerErrors(server.server, logger);
  server.setErrorHandler((error, _request, reply) => {
    const { status } = toAnswer(error);
    if (status < 500)
      return reply.code(status).send({ error: 'The request is not readable. Send GET without a body.' });
    logger.error({ err: error }, 'operator request failed');
    return reply.code(500).send({ error: 'The request failed. The log has the error at "operator request failed".' });
  });
  server.get('/live', async () => ({ live: true }));
  server.get('/ready', async (_request, reply) => {
    const { ready, checks } = await readiness();
    return reply.code(ready ? 200 : 503).send({ ready, ...program, installation, checks });
  });
  server.get('/serving', async (_request, reply) => {
    const { serving, checks } = await readiness();
    return reply.code(serving ? 200 : 503).send({ serving, checks });
  });
  server.get('/metrics', async (_request, reply) => reply.type(METRICS_TYPE).send(await metrics()));
  return {
    listen: (address) => server.listen(address),
    close: async () => {
      await server.close();
    },
  };
}

export type OperatorOptions = Omit<ReadinessContext, 'limits'> & {
  readonly config: OperatorConfig;
  readonly metrics: Metrics;
  readonly logger: Logger;
};

export type OperatorPort = {
  /** The port's origin, such as `http://127.0.0.1:8788`. */
  readonly url: string;
  close(): Promise<void>;
};

/** Opens the operator's port. */
export async function startOperator({ config, metrics, logger, ...rest }: OperatorOptions): Promise<OperatorPort> {
  const readiness = createReadiness({ ...rest, limits: config });
  const { installation } = config;
  const server = createOperatorServer({ readiness, installation, metrics: metrics.createRenderer(readiness), logger });
  const url = await server.listen({ host: config.host, port: config.port });
  logger.info({ url }, "operator's port opened");
  return { url, close: () => server.close() };
}
