import type * as v from 'valibot';
import { cutText } from '#shared/cutText.ts';
import type { BuildRequest } from '#shared/wire/build.ts';
import type { Answer } from '#shared/wire/envelope.ts';
import { MalformedAnswer, readEnvelope } from '#shared/wire/envelope.ts';
import type { PairInfo, PairsRequest } from '#shared/wire/pairs.ts';
import { encodePairsRequest, pairListWire, pairsPath } from '#shared/wire/pairs.ts';
import type { ReceiptRequest } from '#shared/wire/receipt.ts';
import type { Receipt } from '../domain/receipt.ts';
import { createPace } from './pace.ts';
import type { Patience } from './patience.ts';
import { createPatience } from './patience.ts';
import { AnswerTooLarge, readBody } from './readBody.ts';
import type { BuildAnswer } from './readBuild.ts';
import { readPairs } from './readPairs.ts';

/** Several times the size of a build or a receipt. It stops an endless answer. */
const MAX_ANSWER_BYTES = 4_000_000;
/** Twenty thousand pairs with prices take 15 MB without compression. */
const MAX_PAIRS_BYTES = 32_000_000;
/** A message is a sentence or two. The app shows and stores it, so its length has a limit. */
const MAX_MESSAGE_LENGTH = 600;

/** The service gave no usable answer: it is down or busy, or another server answered. A retry is always safe. */
export class ServiceUnreachable extends Error {
  readonly code = 'service_unreachable';
  readonly retryAfterMs: number | null;

  constructor(message: string, options: { cause?: unknown; retryAfterMs?: number | null } = {}) {
    super(message, { cause: options.cause });
    this.retryAfterMs = options.retryAfterMs ?? null;
  }
}

/** Too little of a long answer arrived in time. */
export class AnswerTooSlow extends ServiceUnreachable {
  readonly receivedBytes: number;

  constructor(message: string, receivedBytes: number) {
    super(message);
    this.receivedBytes = receivedBytes;
  }
}

type Fetch = typeof fetch;

function retryAfterMs(response: Response): number | null {
  const seconds = Number(response.headers.get('retry-after'));
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, 300) * 1000 : null;
}

export function limitMessage<T>(answer: Answer<T>): Answer<T> {
  return answer.ok ? answer : { ...answer, message: cutText(answer.message, MAX_MESSAGE_LENGTH) };
}

/** Code that the first paint does without. Where it cannot be fetched, the service cannot be asked either. */
function loadCode<T>(loading: Promise<T>): Promise<T> {
  return loading.catch((cause: unknown) => {
    throw new ServiceUnreachable('the code of the request did not load', { cause });
  });
}

function failureOf(cause: unknown, patience: Patience): unknown {
  if (cause instanceof ServiceUnreachable || cause instanceof MalformedAnswer) return cause;
  const received = patience.total();
  if (patience.signal.aborted && received > 0)
    return new AnswerTooSlow(`only ${received} bytes of the answer arrived in time`, received);
  return new ServiceUnreachable('the service could not be reached', { cause });
}

type Call<S extends v.GenericSchema> = {
  readonly path: string;
  /** Undefined asks with GET, which needs no preflight and which the browser's cache answers. */
  readonly body?: unknown;
  readonly data: S;
  readonly maxBytes?: number;
};

const POST = { method: 'POST', headers: { 'content-type': 'application/json' } } as const;

/** The service has no such path. It may answer in its own way, or without permission for other origins. */
class NotServed extends ServiceUnreachable {}

/** The caller asks a busy service again later. A failure of an operation comes in an envelope with any status below 500. */
function requireAnswer(response: Response, isGet: boolean): void {
  const { status } = response;
  if (status === 429 || status >= 500) {
    throw new ServiceUnreachable(`the service answered HTTP ${status}`, { retryAfterMs: retryAfterMs(response) });
  }
  if (isGet && !response.ok) throw new NotServed(`the service answered HTTP ${status}`);
}

/** A service without the path answers 404, or nothing that a page of another origin may read, or something else than pairs. */
function isNotServed(error: unknown): boolean {
  if (error instanceof MalformedAnswer) return !(error instanceof AnswerTooLarge);
  if (error instanceof NotServed) return true;
  return (
    error instanceof ServiceUnreachable && (error.cause instanceof TypeError || error.cause instanceof SyntaxError)
  );
}

/** The three operations. Each throws `ServiceUnreachable` or `MalformedAnswer` when the service gave no usable answer. */
export function createServiceClient(baseUrl: string, fetchFn: Fetch) {
  async function ask<S extends v.GenericSchema>(
    call: Call<S>,
    signal?: AbortSignal,
  ): Promise<Answer<v.InferOutput<S>>> {
    const patience = createPatience();
    try {
      const response = await fetchFn(`${baseUrl}/${call.path}`, {
        ...(call.body === undefined ? {} : { ...POST, body: JSON.stringify(call.body) }),
        signal: signal ? AbortSignal.any([signal, patience.signal]) : patience.signal,
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
      });
      requireAnswer(response, call.body === undefined);
      const body = await readBody(response, {
        maxBytes: call.maxBytes ?? MAX_ANSWER_BYTES,
        pace: createPace(),
        onPiece: patience.received,
      });
      return limitMessage(readEnvelope(call.data, body));
    } catch (cause) {
      throw signal?.aborted ? cause : failureOf(cause, patience);
    }
  }

  /** A service that knows only the specification answers POST alone. It is asked with GET once. */
  let hasPairsByGet: boolean | null = null;

  async function askPairs(request: PairsRequest, signal?: AbortSignal) {
    const common = { data: pairListWire, maxBytes: MAX_PAIRS_BYTES };
    const byPost = { ...common, path: 'get_all_pair_infos', body: encodePairsRequest(request) };
    if (hasPairsByGet === false) return ask(byPost, signal);
    try {
      const answer = await ask({ ...common, path: pairsPath(request) }, signal);
      if (!answer.ok) throw new NotServed(answer.message);
      hasPairsByGet = true;
      return answer;
    } catch (error) {
      if (hasPairsByGet || !isNotServed(error)) throw error;
      const answer = await ask(byPost, signal);
      hasPairsByGet = false;
      return answer;
    }
  }

  return {
    /** One call of an operation, for parts of the app that load later. */
    post: ask,
    /** The form is empty without pairs, so a refusal counts as unreachable: the app retries it. */
    getPairs: async (request: PairsRequest, signal?: AbortSignal): Promise<readonly PairInfo[]> => {
      const answer = await askPairs(request, signal);
      if (!answer.ok) throw new ServiceUnreachable(answer.message);
      return readPairs(answer.data, createPace());
    },
    getBuild: async (request: BuildRequest, signal?: AbortSignal): Promise<BuildAnswer> => {
      const { buildCall, readBuild } = await loadCode(import('./readBuild.ts'));
      return readBuild(await ask(buildCall(request), signal));
    },
    getReceipt: async (request: ReceiptRequest, signal?: AbortSignal): Promise<Receipt> => {
      const { receiptCall, readReceipt } = await loadCode(import('./readReceipt.ts'));
      return readReceipt(await ask(receiptCall(request), signal));
    },
  };
}

export type ServiceClient = ReturnType<typeof createServiceClient>;
