import type { HttpTransport } from 'viem';
import { http, ResponseBodyTooLargeError } from 'viem';
import type { Priority } from './callQueue.ts';
import { createCallQueue } from './callQueue.ts';
import type { ProviderRecord } from './quorum/providerRecord.ts';
import { createProviderRecord } from './quorum/providerRecord.ts';
import { isRateLimit, readRetryAfterMs } from './rateLimit.ts';
import { createBodySlots, createRpcFetch } from './rpcFetch.ts';
import type { RpcErrorClass, RpcObserver } from './rpcObserver.ts';
import { classifyRpcError, observeTransport } from './rpcObserver.ts';

/** One entry of a chain's `rpcUrls`. */
export type ProviderAddress = {
  readonly chainId: number;
  readonly chainName: string;
  readonly url: string;
  /** The position in `rpcUrls`, from 1. */
  readonly rpc: number;
};

/** How one client uses a provider. */
export type ProviderUse = {
  readonly priority: Priority;
  readonly timeoutMs: number;
  /** The further attempts after a lost connection or a failure of the endpoint. Rate limits do not count. */
  readonly retryCount: number;
  /** How long a call may wait for its turn. */
  readonly maxWaitMs: number;
  /** How old a shared reading of the newest block may be. 0 always asks. */
  readonly headMaxAgeMs: number;
};

/** The requests to one RPC endpoint. All clients of a process share it, because its rate limit counts all their calls. */
export type Provider = {
  readonly record: ProviderRecord;
  transport(use: ProviderUse): HttpTransport;
};

const BATCH_SIZE = 20;
// Their answers can be large. In a batch, one of them would make the answers of the others too large as well.
const BLOCK_RECEIPTS = 'eth_getBlockReceipts';
const ALONE: readonly string[] = ['eth_getLogs', BLOCK_RECEIPTS];
// Anyone can fill a block. The deposits of a larger one are read one by one, so that the others of it cost little memory.
const MAX_BLOCK_BYTES = 4_194_304;
const WORTH_A_RETRY: readonly (RpcErrorClass | null)[] = ['timeout', 'connection', 'http_5xx', 'malformed'];

function isTooLarge(error: unknown): boolean {
  return error instanceof Error && (error instanceof ResponseBodyTooLargeError || isTooLarge(error.cause));
}

/** Thrown when an answer has neither a result nor an error. */
class EmptyAnswer extends Error {
  readonly code = 'EMPTY_ANSWER';
}

/** viem returns undefined for an answer that is not JSON-RPC. */
function refuseEmpty(transport: HttpTransport): HttpTransport {
  return (options) => {
    const inner = transport(options);
    const request = async (...call: Parameters<typeof inner.request>) => {
      const result: unknown = await inner.request(...call);
      if (result === undefined) throw new EmptyAnswer(`the answer to ${call[0].method} has no result`);
      return result;
    };
    return { ...inner, request: request as typeof inner.request };
  };
}

type Connection = ReturnType<HttpTransport>;
type Call = Parameters<Connection['request']>[0];
type Ask = (call: Call) => Promise<unknown>;

/**
 * Retries a call after a failure of the endpoint. When another call of its batch can be the cause, it sends the call alone.
 */
function createSender(ask: (call: Call, isAlone: boolean) => Promise<unknown>, retryCount: number): Ask {
  const mustBeAlone = (error: unknown, failure: RpcErrorClass) => failure === 'malformed' || isTooLarge(error);

  return async (call) => {
    let isAlone = ALONE.includes(call.method);
    for (let retries = 0; ; retries += 1) {
      try {
        return await ask(call, isAlone);
      } catch (error) {
        const failure = classifyRpcError(error, call.method);
        const isSpoilt = !isAlone && mustBeAlone(error, failure);
        const isWorthIt = retries < retryCount && WORTH_A_RETRY.includes(failure) && !isTooLarge(error);
        if (!isSpoilt && !isWorthIt) throw error;
        isAlone ||= isSpoilt;
      }
    }
  };
}

/** Which providers are asked, and which answer counts, is decided in `quorum`. */
export function createProvider(address: ProviderAddress, observer: RpcObserver): Provider {
  const { chainId, chainName, url, rpc } = address;
  const queue = createCallQueue(`RPC endpoint ${rpc} of ${chainName}`, (error) =>
    isRateLimit(error) ? { retryAfterMs: readRetryAfterMs(error, new Date()) } : null,
  );
  const slots = createBodySlots();
  const record = createProviderRecord({
    chainId,
    rpc,
    now: () => performance.now(),
    onForeign: (served) => {
      const detail = `RPC ${rpc} of ${chainName} serves chain ${served} instead of ${chainId}`;
      observer.onSuspect({ chainId, rpc, kind: 'foreign', detail });
    },
  });

  const transport =
    (use: ProviderUse): HttpTransport =>
    (options) => {
      const connect = (batch: false | { readonly batchSize: number }, maxBytes?: number) => {
        const fetchFn = createRpcFetch({ slots, timeoutMs: use.timeoutMs, ...(maxBytes && { maxBytes }) });
        // viem's own time limit would end a large body that is on its way.
        const inner = refuseEmpty(http(url, { timeout: 0, retryCount: 0, batch, fetchFn }));
        return observeTransport(inner, { chainId, rpc, observer })(options);
      };
      // viem sends the calls of one moment in one HTTP request.
      const batched = connect({ batchSize: BATCH_SIZE });
      const alone = connect(false);
      const blocks = connect(false, MAX_BLOCK_BYTES);
      const connectionOf = ({ method }: Call, isAlone: boolean) => {
        if (method === BLOCK_RECEIPTS) return blocks;
        return isAlone ? alone : batched;
      };
      const ask = (call: Call, isAlone: boolean) => queue.run(use, () => connectionOf(call, isAlone).request(call));
      const request = createSender(ask, use.retryCount);
      return { ...alone, request: request as typeof alone.request };
    };
  return { record, transport };
}
