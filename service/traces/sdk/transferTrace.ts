import type { IdGenerator } from '@opentelemetry/sdk-trace';
import { RandomIdGenerator } from '@opentelemetry/sdk-trace';

export type SpanIds = { readonly traceId: string; readonly spanId: string };

/**
 * The ids of a transfer's trace and of its first span. The transfer's id, a hash, gives both: processes that never talk to each
 * other put the stages of a transfer into one trace, and nothing is stored for it.
 * @param transferId 0x and 64 hex digits
 */
export function transferTrace(transferId: string): SpanIds {
  return { traceId: transferId.slice(2, 34), spanId: transferId.slice(34, 50) };
}

/** Random ids, and given ones while `withIds` runs. */
export type SpanIdSource = IdGenerator & { withIds<T>(ids: SpanIds | null, work: () => T): T };

export function createSpanIds(): SpanIdSource {
  const random = new RandomIdGenerator();
  let given: SpanIds | null = null;
  return {
    generateTraceId: () => given?.traceId ?? random.generateTraceId(),
    generateSpanId: () => given?.spanId ?? random.generateSpanId(),
    withIds: (ids, work) => {
      given = ids;
      try {
        return work();
      } finally {
        given = null;
      }
    },
  };
}
