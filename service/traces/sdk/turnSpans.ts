import type { ReadableSpan, SpanProcessor } from '@opentelemetry/sdk-trace';

// A worker that catches up makes thousands of calls in a turn.
const MAX_HELD = 500;

/** The spans of one turn, which wait for its end. */
export type HeldTurn = {
  state: 'running' | 'kept' | 'dropped';
  readonly spans: ReadableSpan[];
  /** How many spans were left out, because the turn had too many. */
  omitted: number;
};

export function createHeldTurn(): HeldTurn {
  return { state: 'running', spans: [], omitted: 0 };
}

/** Passes spans on, those of a turn only after the turn's end. Most turns find nothing to do, and their spans are dropped. */
export type TurnSpans = SpanProcessor & {
  /** Lets a span, which has not ended, share the fate of a turn. */
  hold(span: object, turn: HeldTurn): void;
  end(turn: HeldTurn, isKept: boolean): void;
};

export function createTurnSpans(next: SpanProcessor): TurnSpans {
  const turns = new WeakMap<object, HeldTurn>();
  return {
    onStart: (span, context) => next.onStart(span, context),
    onEnd: (span) => {
      const turn = turns.get(span);
      // A call to a slow endpoint can end after its turn.
      if (!turn || turn.state === 'kept') next.onEnd(span);
      else if (turn.state === 'running' && turn.spans.length < MAX_HELD) turn.spans.push(span);
      else if (turn.state === 'running') turn.omitted += 1;
    },
    hold: (span, turn) => void turns.set(span, turn),
    end: (turn, isKept) => {
      turn.state = isKept ? 'kept' : 'dropped';
      if (isKept) for (const span of turn.spans) next.onEnd(span);
      turn.spans.length = 0;
    },
    forceFlush: () => next.forceFlush(),
    shutdown: () => next.shutdown(),
  };
}
