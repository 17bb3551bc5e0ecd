import { AsyncLocalStorage } from 'node:async_hooks';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT_CONTEXT, SpanKind } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, SamplingDecision, TracerProvider } from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import type { TraceConfig } from '../traceConfig.ts';
import type { Traces } from '../traces.ts';
import type { Active } from './active.ts';
import { createSampler } from './createSampler.ts';
import { createTraces } from './createTraces.ts';
import { createQuietExporter } from './quietExporter.ts';
import { createSpanIds } from './transferTrace.ts';
import { createTurnSpans } from './turnSpans.ts';

// The end of a process must not wait for a collector that is down.
const FLUSH_MS = 2000;
// The exporter's own timeout comes first: after it the exporter says what failed.
const MARGIN_MS = 5000;

/**
 * Sends spans to a collector by OTLP/HTTP, in batches and beside the work. It registers nothing globally and changes no module.
 * Spans that the collector does not take are lost.
 */
export function openTraces({ url, headers, timeoutMs, delayMs, ...config }: TraceConfig, logger: () => Logger): Traces {
  const sampler = createSampler(config.sampler);
  const ids = createSpanIds();
  const exporter = new OTLPTraceExporter({ url, headers: { ...headers }, timeoutMillis: timeoutMs });
  const active: Active = new AsyncLocalStorage();
  // A batch is sent in the span that completed it, and has nothing to do with it.
  const report = (write: (log: Logger) => void) => active.exit(() => write(logger()));
  const batches = new BatchSpanProcessor({
    exporter: createQuietExporter(exporter, report),
    scheduledDelayMillis: delayMs,
    exportTimeoutMillis: timeoutMs + MARGIN_MS,
  });
  const turnSpans = createTurnSpans(batches);
  const origin = { 'host.name': hostname(), 'process.pid': process.pid };
  const provider = new TracerProvider({
    resource: defaultResource().merge(
      resourceFromAttributes({ ...origin, ...config.resource, 'service.name': config.serviceName }),
    ),
    sampler,
    idGenerator: ids,
    spanProcessors: [turnSpans],
  });
  const isSampled = (traceId: string): boolean => {
    const { decision } = sampler.shouldSample(ROOT_CONTEXT, traceId, 'transfer seen', SpanKind.INTERNAL, {}, []);
    return decision === SamplingDecision.RECORD_AND_SAMPLED;
  };
  const stop = async (): Promise<void> => {
    const flushed = provider.shutdown().catch((error: unknown) => {
      logger().warn({ err: error }, 'last spans not sent to the collector of traces');
    });
    await Promise.race([flushed, sleep(FLUSH_MS)]);
  };
  return createTraces({ active, tracer: provider.getTracer('causeway'), ids, turnSpans, isSampled, stop });
}
