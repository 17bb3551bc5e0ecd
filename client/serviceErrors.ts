import { MalformedAnswer } from '../shared/wire/envelope.ts';

/** The service gave no usable answer: it is down or busy, or another server answered. A retry is always safe. */
export class ServiceUnreachable extends Error {
  readonly code = 'service_unreachable';
  readonly retryAfterMs: number | null;

  constructor(message: string, options: { cause?: unknown; retryAfterMs?: number | null } = {}) {
    super(message, { cause: options.cause });
    this.retryAfterMs = options.retryAfterMs ?? null;
  }
}

/** Nothing arrived in time, or too little of a long answer. */
export class TimedOut extends ServiceUnreachable {}

/** Too little of a long answer arrived in time. */
export class AnswerTooSlow extends TimedOut {
  readonly receivedBytes: number;

  constructor(message: string, receivedBytes: number) {
    super(message);
    this.receivedBytes = receivedBytes;
  }
}

/** The service doesn't have this path. It may answer in its own way, or without permission for other origins. */
export class NotServed extends ServiceUnreachable {}

/** The answer is longer than the caller reads. Asking again would load it again. */
export class AnswerTooLarge extends MalformedAnswer {
  readonly maxBytes: number;

  constructor(message: string, maxBytes: number) {
    super(message);
    this.maxBytes = maxBytes;
  }
}
