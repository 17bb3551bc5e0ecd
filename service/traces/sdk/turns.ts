import type { Span as OtelSpan } from '@opentelemetry/api';
import type { RunTurn, Span, SpanStart } from '../traces.ts';
import type { Active, Turn } from './active.ts';
import { addAttributes, failSpan, toSpan } from './spans.ts';
import type { TurnSpans } from './turnSpans.ts';
import { createHeldTurn } from './turnSpans.ts';

// A worker that fails, or waits for something, tries again every few seconds. One of these turns a minute says enough.
const TRIED_EVERY_MS = 60_000;

export type TurnParts = {
  readonly active: Active;
  readonly turnSpans: TurnSpans;
  readonly startRoot: (start: SpanStart) => OtelSpan;
};

/** Creates what runs the turns of one worker. */
export function createTurn({ active, turnSpans, startRoot }: TurnParts, start: SpanStart): RunTurn {
  let triedAt = Number.NEGATIVE_INFINITY;

  const decide = ({ note }: Turn): boolean => {
    if (note !== 'tried') return note === 'done';
    const isDue = performance.now() - triedAt >= TRIED_EVERY_MS;
    if (isDue) triedAt = performance.now();
    return isDue;
  };

  const end = (turn: Turn): void => {
    const { span, held, note, transfers } = turn;
    addAttributes(span, {
      'causeway.turn.result': note ?? 'idle',
      'causeway.turn.transfers': transfers.size,
      'causeway.turn.spans': held.spans.length + held.omitted,
      ...(held.omitted > 0 && { 'causeway.turn.spans_omitted': held.omitted }),
    });
    const isKept = decide(turn);
    turnSpans.end(held, isKept);
    // Not held, so that it is passed on also when the turn had too many spans.
    if (isKept) span.end();
  };

  return async (work) => {
    const span = startRoot(start);
    const turn: Turn = { span, startedAt: Date.now(), held: createHeldTurn(), transfers: new Set(), note: null };
    const inTurn: Span = {
      ...toSpan(span),
      fail: (error, classify) => {
        turn.note ??= 'tried';
        failSpan(span, error, classify);
      },
    };
    try {
      return await active.run({ span, turn }, () => work(inTurn));
    } finally {
      end(turn);
    }
  };
}
