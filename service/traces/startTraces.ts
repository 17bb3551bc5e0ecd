import type { Logger } from 'pino';
import type { TraceConfig } from './traceConfig.ts';
import type { Traces } from './traces.ts';

/**
 * Starts traces where they are switched on. Their packages load only then.
 * @param logger of this process. It is asked for late, because each of its lines has the ids of the traces
 * @returns null without traces
 */
export async function startTraces(config: TraceConfig | null, logger: () => Logger): Promise<Traces | null> {
  if (config === null) return null;
  const { openTraces } = await import('./sdk/openTraces.ts');
  return openTraces(config, logger);
}
