import type { Context, Span as OtelSpan } from '@opentelemetry/api';
import { defaultTextMapGetter, defaultTextMapSetter, ROOT_CONTEXT, SpanKind, trace } from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import type { OpenSpan, Span, SpanStart, Traces } from '../traces.ts';
import type { Active } from './active.ts';
import { addAttributes, failSpan, toMutable, toSpan } from './spans.ts';
import type { StageParts } from './stages.ts';
import { createStages } from './stages.ts';
import type { TurnSpans } from './turnSpans.ts';
import { createTurn } from './turns.ts';

const KINDS = { client: SpanKind.CLIENT, server: SpanKind.SERVER } as const;
const NO_SPAN: Span = { set: () => {}, fail: () => {} };

export type TraceParts = StageParts & {
  readonly active: Active;
  readonly turnSpans: TurnSpans;
  readonly stop: () => Promise<void>;
};

export function createTraces({ active, tracer, turnSpans, stop, ...parts }: TraceParts): Traces {
  const propagator = new W3CTraceContextPropagator();
  const addStages = createStages({ tracer, ...parts });

  const start = ({ name, kind, attributes = {} }: SpanStart, context: Context): OtelSpan => {
    const span = tracer.startSpan(name, { kind: kind ? KINDS[kind] : SpanKind.INTERNAL }, context);
    addAttributes(span, attributes);
    return span;
  };

  const within = async <T>(startOf: SpanStart, work: (span: Span) => Promise<T>): Promise<T> => {
    const parent = active.getStore();
    // Work that outlives its turn or its request makes no more spans.
    if (!parent?.span.isRecording()) return work(NO_SPAN);
    const span = start(startOf, trace.setSpan(ROOT_CONTEXT, parent.span));
    if (parent.turn) turnSpans.hold(span, parent.turn.held);
    try {
      return await active.run({ ...parent, span }, () => work(toSpan(span)));
    } catch (error) {
      failSpan(span, error, startOf.classify);
      throw error;
    } finally {
      span.end();
    }
  };

  const request = (startOf: SpanStart, headers: Parameters<Traces['request']>[1]): OpenSpan => {
    const context = headers ? propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter) : ROOT_CONTEXT;
    const span = start(startOf, context);
    return {
      ...toSpan(span),
      run: (work) => active.run({ span, turn: null }, work),
      end: () => span.end(),
    };
  };

  const turnParts = { active, turnSpans, startRoot: (startOf: SpanStart) => start(startOf, ROOT_CONTEXT) };
  return {
    within,
    request,
    turn: (startOf) => createTurn(turnParts, startOf),
    noteStage: (...reached) => {
      const turn = active.getStore()?.turn ?? null;
      if (turn) turn.note = 'done';
      addStages(turn, reached);
    },
    noteStep: ({ name, attributes, note }) => {
      const turn = active.getStore()?.turn;
      if (!turn) return;
      if (turn.note !== 'done') turn.note = note;
      turn.span.addEvent(name, toMutable(attributes));
    },
    annotate: (attributes) => {
      const current = active.getStore();
      if (current) addAttributes(current.span, attributes);
    },
    headers: () => {
      const carrier: Record<string, string> = {};
      const current = active.getStore();
      if (current) propagator.inject(trace.setSpan(ROOT_CONTEXT, current.span), carrier, defaultTextMapSetter);
      return carrier;
    },
    logFields: () => {
      const current = active.getStore();
      if (!current) return {};
      const { traceId, spanId } = current.span.spanContext();
      return { trace_id: traceId, span_id: spanId };
    },
    stop,
  };
}
