import type { AsyncLocalStorage } from 'node:async_hooks';
import type { Span } from '@opentelemetry/api';
import type { TurnNote } from '../traces.ts';
import type { HeldTurn } from './turnSpans.ts';

/** A turn that runs. */
export type Turn = {
  readonly span: Span;
  /** Unix milliseconds. */
  readonly startedAt: number;
  readonly held: HeldTurn;
  readonly transfers: Set<string>;
  /** Null until it does something. */
  note: TurnNote | null;
};

/** The span in which a chain of asynchronous calls runs, and its turn. */
export type Active = AsyncLocalStorage<{ readonly span: Span; readonly turn: Turn | null }>;
