import type { Logger } from 'pino';
import type { OperatorConfig } from '../config/config.ts';
import type { Metrics } from './metrics/metrics.ts';
import { createOperatorServer } from './operatorServer.ts';
import type { ReadinessContext } from './readiness.ts';
import { createReadiness } from './readiness.ts';

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
  const server = createOperatorServer({ readiness, metrics: metrics.createRenderer(readiness), logger });
  const url = await server.listen({ host: config.host, port: config.port });
  logger.info({ url }, "operator's port opened");
  return { url, close: () => server.close() };
}
