import type * as v from 'valibot';
import { visibleText } from '../shared/foreignText.ts';
import type { Answer } from '../shared/wire/envelope.ts';
import { MalformedAnswer, readEnvelope } from '../shared/wire/envelope.ts';
import type { Patience } from './patience.ts';
import { createPatience } from './patience.ts';
import { readBody } from './readBody.ts';
import { AnswerTooSlow, NotServed, ServiceUnreachable, TimedOut } from './serviceErrors.ts';

/** Several times the size of a build or receipt. It stops an endless answer. */
const MAX_ANSWER_BYTES = 4_000_000;
/** A message is a sentence or two. Callers show and store it, so its length is limited. */
const MAX_MESSAGE_LENGTH = 600;
const MAX_RETRY_AFTER_SECONDS = 300;

export type Call<S extends v.GenericSchema> = {
  readonly path: string;
  /** Undefined means GET, which needs no preflight and can be answered from the browser's cache. */
  readonly body?: unknown;
  readonly data: S;
  readonly maxBytes?: number;
};

/**
 * Calls an operation.
 * @throws ServiceUnreachable or MalformedAnswer if the service gave no usable answer
 */
export type Ask = <S extends v.GenericSchema>(call: Call<S>, signal?: AbortSignal) => Promise<Answer<v.InferOutput<S>>>;

const POST = { method: 'POST', headers: { 'content-type': 'application/json' } } as const;

export function limitMessage<T>(answer: Answer<T>): Answer<T> {
  return answer.ok ? answer : { ...answer, message: visibleText(answer.message, MAX_MESSAGE_LENGTH) };
}

function retryAfterMs(response: Response): number | null {
  const seconds = Number(response.headers.get('retry-after'));
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, MAX_RETRY_AFTER_SECONDS) * 1000 : null;
}

/**
 * The caller asks a busy service again later. An operation's failure comes in an envelope, with any status below 500.
 */
function requireAnswer(response: Response, isGet: boolean): void {
  const { status } = response;
  // A browser reveals only that an answer is a redirect.
  if (response.type === 'opaqueredirect' || (status >= 300 && status < 400)) {
    throw new NotServed('the service redirects to another URL. Correct its base URL');
  }
  if (status === 429 || status >= 500) {
    throw new ServiceUnreachable(`the service answered HTTP ${status}`, { retryAfterMs: retryAfterMs(response) });
  }
  if (isGet && !response.ok) throw new NotServed(`the service answered HTTP ${status}`);
}

function failureOf(cause: unknown, patience: Patience): unknown {
  if (cause instanceof ServiceUnreachable || cause instanceof MalformedAnswer) return cause;
  const received = patience.total();
  if (patience.signal.aborted) {
    return received > 0
      ? new AnswerTooSlow(`only ${received} bytes of the answer arrived in time`, received)
      : new TimedOut('the service did not answer in time', { cause });
  }
  return new ServiceUnreachable('the service could not be reached', { cause });
}

/** Creates the caller of the operations below a base URL such as `https://bridge.example/api/v1`. */
export function createAsk(baseUrl: string, fetchFn: typeof fetch): Ask {
  return async (call, signal) => {
    const patience = createPatience(signal);
    try {
      signal?.throwIfAborted();
      const response = await fetchFn(`${baseUrl}/${call.path}`, {
        ...(call.body === undefined ? {} : { ...POST, body: JSON.stringify(call.body) }),
        signal: patience.signal,
        credentials: 'omit',
        redirect: 'manual',
        referrerPolicy: 'no-referrer',
      });
      requireAnswer(response, call.body === undefined);
      const body = await readBody(response, call.maxBytes ?? MAX_ANSWER_BYTES, patience.received);
      return limitMessage(readEnvelope(call.data, body));
    } catch (cause) {
      throw signal?.aborted ? signal.reason : failureOf(cause, patience);
    } finally {
      patience.end();
    }
  };
}
