import { TimeoutError } from 'viem';
import { MAX_BYTES, MalformedBody, readJsonBody } from './readJsonBody.ts';
import type { Slots } from './slots.ts';
import { createSlots } from './slots.ts';

// Each can take some 50 MiB of memory while it is parsed.
const LARGE_BODIES = 6;
// A large body may take longer than a small one, but not for ever.
const MIN_BYTES_PER_SECOND = 262_144;

/** Makes the places for the large bodies of one RPC endpoint, which all its clients share. */
export function createBodySlots(): Slots {
  return createSlots(LARGE_BODIES);
}

/** Aborts when no answer has come in time, or when its body comes too slowly. */
function createDeadline(timeoutMs: number) {
  const controller = new AbortController();
  const startedAt = performance.now();
  const abort = () => controller.abort();
  let timer = setTimeout(abort, timeoutMs);
  return {
    signal: controller.signal,
    noteSize: (bytes: number) => {
      clearTimeout(timer);
      const endsAt = startedAt + timeoutMs + (bytes * 1000) / MIN_BYTES_PER_SECOND;
      timer = setTimeout(abort, Math.max(0, endsAt - performance.now()));
    },
    stop: () => clearTimeout(timer),
  };
}

export type RpcFetchOptions = {
  readonly slots: Slots;
  readonly timeoutMs: number;
  /** The largest body. */
  readonly maxBytes?: number;
};

/**
 * Creates the `fetch` of one RPC endpoint, which may be hostile: it follows no redirect, which could lead into the service's own
 * network, and limits the time of the body too. viem limits only the time until the body starts.
 */
export function createRpcFetch({ slots, timeoutMs, maxBytes = MAX_BYTES }: RpcFetchOptions): typeof fetch {
  return async (input, init) => {
    const { signal, noteSize, stop } = createDeadline(timeoutMs);
    try {
      const response = await fetch(input, { ...init, redirect: 'error', signal });
      const { status, statusText, headers } = response;
      if (headers.get('content-encoding')?.includes(',')) {
        await response.body?.cancel();
        throw new MalformedBody('the answer is encoded several times');
      }
      const body = await readJsonBody(response, { maxBytes, slots, signal, noteSize });
      return new Response(body.length === 0 ? null : body, { status, statusText, headers });
    } catch (error) {
      if (signal.aborted) throw new TimeoutError({ body: {}, url: '' });
      throw error;
    } finally {
      stop();
    }
  };
}
