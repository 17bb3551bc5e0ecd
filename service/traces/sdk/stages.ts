import type { Context, Tracer } from '@opentelemetry/api';
import { ROOT_CONTEXT, TraceFlags, trace } from '@opentelemetry/api';
import type { TracedTransfer, Traces } from '../traces.ts';
import type { Turn } from './active.ts';
import { addAttributes } from './spans.ts';
import type { SpanIdSource, SpanIds } from './transferTrace.ts';
import { transferTrace } from './transferTrace.ts';

export type StageParts = {
  readonly tracer: Tracer;
  readonly ids: SpanIdSource;
  /** Whether the trace of a transfer is kept. */
  readonly isSampled: (traceId: string) => boolean;
};

/** Creates the spans of transfers. @returns records that transfers have reached a stage in a turn */
export function createStages({ tracer, ids, isSampled }: StageParts) {
  const below = ({ traceId, spanId }: SpanIds): Context => {
    const traceFlags = isSampled(traceId) ? TraceFlags.SAMPLED : TraceFlags.NONE;
    return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
  };

  const describe = ({ id, depositHash }: TracedTransfer) => ({
    'causeway.transfer.id': id,
    ...(depositHash !== undefined && { 'causeway.deposit.hash': depositHash }),
  });

  return (turn: Turn | null, [stage, transfers, attributes]: Parameters<Traces['noteStage']>): void => {
    const options = turn ? { startTime: turn.startedAt, links: [{ context: turn.span.spanContext() }] } : {};
    for (const transfer of transfers) {
      const first = transferTrace(transfer.id);
      const isFirst = stage === 'seen';
      const span = ids.withIds(isFirst ? first : null, () =>
        tracer.startSpan(`transfer ${stage}`, options, isFirst ? ROOT_CONTEXT : below(first)),
      );
      addAttributes(span, { ...describe(transfer), ...attributes });
      span.end();
      turn?.transfers.add(transfer.id);
      turn?.span.addLink({ context: span.spanContext() });
    }
  };
}
