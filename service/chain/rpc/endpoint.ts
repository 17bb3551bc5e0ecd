import type { CustomTransport } from 'viem';
import { BaseError, custom, ResponseBodyTooLargeError, RpcRequestError } from 'viem';
import type { Priority } from './callQueue.ts';
import { createCallQueue } from './callQueue.ts';
import type { SendCall } from './jsonRpc.ts';
import { createJsonRpc } from './jsonRpc.ts';
import { isRateLimit, readRetryAfterMs } from './refusals.ts';
import type { RpcErrorClass, RpcObserver } from './rpcObserver.ts';
import { classifyRpcError, observeTransport } from './rpcObserver.ts';
import { createPoster } from './rpcPost.ts';
import type { RpcAnswer } from './rpcResult.ts';
import { toQuantity } from './rpcResult.ts';

/** A provider's newest block when it answered. */
export type ProviderHead = {
  readonly number: bigint;
  /** The block's timestamp in Unix seconds. */
  readonly time: bigint;
  readonly answer: RpcAnswer;
  /** Monotonic milliseconds. */
  readonly readAt: number;
};

/** @returns null if the answer isn't a block */
export function toProviderHead(answer: RpcAnswer, readAt: number): ProviderHead | null {
  if (answer.kind !== 'result' || typeof answer.result !== 'object' || answer.result === null) return null;
  const { number, timestamp }: { number?: unknown; timestamp?: unknown } = answer.result;
  if (typeof number !== 'string' || typeof timestamp !== 'string') return null;
  return { number: BigInt(number), time: BigInt(timestamp), answer, readAt };
}

/**
 * A provider's record of answers. It decides only the order in which providers are asked: agreement decides what
 * counts.
 */
type EndpointScore = {
  /** Lower ranks are asked first. */
  rank(): number;
  isLeftOut(): boolean;
  /** Whether calls currently fail, so that waiting for it would delay the others' answers. */
  isFailing(): boolean;
  noteAnswer(): void;
  noteFailure(): void;
  /** @returns true once for each series of contradictions that is too long for a reorg or a lagging node */
  noteContradiction(): boolean;
};

const FAILING_MS = 5000;
const MAX_FAILING_MS = 60_000;
const MAX_LEFT_OUT_MS = 300_000;
// One contradiction can be a reorg between two answers, so it is forgotten after this time.
const FORGIVE_MS = 60_000;
const SUSPECT_AFTER = 5;

/** @param now monotonic milliseconds */
function createEndpointScore(now: () => number): EndpointScore {
  let failures = 0;
  let failingUntil = 0;
  let strikes = 0;
  let struckAt = 0;
  let leftOutUntil = 0;
  let isSuspect = false;

  const isLeftOut = () => now() < leftOutUntil;
  const isFailing = () => now() < failingUntil;
  return {
    isLeftOut,
    isFailing,
    rank: () => (isLeftOut() ? 2 : 0) + (isFailing() ? 1 : 0),
    noteAnswer: () => {
      failures = 0;
      failingUntil = 0;
    },
    noteFailure: () => {
      failures += 1;
      failingUntil = now() + Math.min(FAILING_MS * 2 ** Math.min(failures - 1, 10), MAX_FAILING_MS);
    },
    noteContradiction: () => {
      const forgiven = Math.floor((now() - struckAt) / FORGIVE_MS);
      strikes = Math.max(0, strikes - forgiven) + 1;
      struckAt = now();
      leftOutUntil = now() + Math.min(1000 * 2 ** Math.min(strikes, 10), MAX_LEFT_OUT_MS);
      if (strikes === 1) isSuspect = false;
      if (isSuspect || strikes < SUSPECT_AFTER) return false;
      isSuspect = true;
      return true;
    },
  };
}

/** Thrown when a provider serves another chain. It counts again only once it serves the right one. */
class ForeignProvider extends BaseError {
  readonly code = 'FOREIGN_PROVIDER';
}

/** What this process knows about a provider. All its clients share it. */
export type ProviderRecord = {
  /** The position in `rpcUrls`, from 1. */
  readonly rpc: number;
  readonly score: EndpointScore;
  readonly isForeign: () => boolean;
  /**
   * Reads the chain id if it is in doubt.
   * @throws ForeignProvider
   */
  verifyChain(send: SendCall): Promise<void>;
  /** Makes the next call read the chain id first. */
  doubtChain(): void;
  noteAnswer(): void;
  noteFailure(error: unknown): void;
  readonly head: () => ProviderHead | null;
  noteHead(head: ProviderHead): void;
};

type ProviderRecordOptions = {
  readonly chainId: number;
  readonly rpc: number;
  /** Monotonic milliseconds. */
  readonly now: () => number;
  readonly onForeign: (servedChainId: bigint) => void;
};

// After a reconnect, another node can answer at the same URL.
const DOUBT_AFTER_FAILURES = 3;
const DOUBT_AFTER_MS = 300_000;
const FOREIGN_RETRY_MS = 10_000;

// An error returned by the provider itself shows that the connection works.
function isConnectionLost(error: unknown): boolean {
  return error instanceof BaseError && error.walk((cause) => cause instanceof RpcRequestError) === null;
}

export function createProviderRecord({ chainId, rpc, now, onForeign }: ProviderRecordOptions): ProviderRecord {
  const score = createEndpointScore(now);
  let verifiedUntil = Number.NEGATIVE_INFINITY;
  let foreignUntil = Number.NEGATIVE_INFINITY;
  let isForeign = false;
  let lostInARow = 0;
  let verifying: Promise<void> | null = null;
  let head: ProviderHead | null = null;

  const refusal = () => new ForeignProvider(`RPC ${rpc} does not serve chain ${chainId}.`);
  const verify = async (send: SendCall) => {
    const served = BigInt(toQuantity(await send({ method: 'eth_chainId', params: [] })));
    if (served === BigInt(chainId)) {
      isForeign = false;
      verifiedUntil = now() + DOUBT_AFTER_MS;
      return;
    }
    if (!isForeign) onForeign(served);
    isForeign = true;
    foreignUntil = now() + FOREIGN_RETRY_MS;
    throw refusal();
  };
  const doubtChain = () => {
    verifiedUntil = Number.NEGATIVE_INFINITY;
  };
  return {
    rpc,
    score,
    isForeign: () => isForeign,
    doubtChain,
    verifyChain: async (send) => {
      if (isForeign && now() < foreignUntil) throw refusal();
      if (!isForeign && now() < verifiedUntil) return;
      verifying ??= verify(send).finally(() => {
        verifying = null;
      });
      await verifying;
    },
    noteAnswer: () => {
      score.noteAnswer();
      lostInARow = 0;
    },
    noteFailure: (error) => {
      score.noteFailure();
      lostInARow = isConnectionLost(error) ? lostInARow + 1 : 0;
      if (lostInARow >= DOUBT_AFTER_FAILURES) doubtChain();
    },
    head: () => head,
    noteHead: (next) => {
      head = next;
    },
  };
}

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
  /** How often a call is retried after a lost connection or endpoint failure. Rate limits don't count. */
  readonly retryCount: number;
  /** How long a call may wait for its turn. */
  readonly maxWaitMs: number;
  /** How old a shared read of the newest block may be. 0 always asks. */
  readonly headMaxAgeMs: number;
};

/**
 * The requests to one RPC endpoint. All clients in a process share it, because the endpoint's rate limit counts all
 * their calls.
 */
export type Provider = {
  readonly record: ProviderRecord;
  /** Whether a call would have to wait before it is sent. */
  isBusy(use: Pick<ProviderUse, 'priority'>): boolean;
  transport(use: ProviderUse): CustomTransport;
};

const BATCH_SIZE = 20;
// These answers can be large. In a batch, one of them would make the others' answers too large as well.
const BLOCK_RECEIPTS = 'eth_getBlockReceipts';
const ALONE: readonly string[] = ['eth_getLogs', BLOCK_RECEIPTS];
// Anyone can fill a block. A larger block's deposits are read one by one, which takes little memory.
const MAX_BLOCK_BYTES = 4_194_304;
const WORTH_A_RETRY: readonly (RpcErrorClass | null)[] = ['timeout', 'connection', 'http_5xx', 'malformed'];

function isTooLarge(error: unknown): boolean {
  return error instanceof Error && (error instanceof ResponseBodyTooLargeError || isTooLarge(error.cause));
}

type Connection = ReturnType<CustomTransport>;
type Call = Parameters<Connection['request']>[0];
type Ask = (call: Call) => Promise<unknown>;

/** Retries a call after an endpoint failure. If another call in its batch may be the cause, it sends the call alone. */
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

/** `quorum` decides which providers are asked and which answer counts. */
export function createProvider(address: ProviderAddress, observer: RpcObserver): Provider {
  const { chainId, chainName, url, rpc } = address;
  const queue = createCallQueue(`RPC endpoint ${rpc} of ${chainName}`, (error) =>
    isRateLimit(error) ? { retryAfterMs: readRetryAfterMs(error, new Date()) } : null,
  );
  const poster = createPoster(url);
  const record = createProviderRecord({
    chainId,
    rpc,
    now: () => performance.now(),
    onForeign: (served) => {
      const detail = `RPC ${rpc} of ${chainName} serves chain ${served} instead of ${chainId}`;
      observer.onSuspect({ chainId, rpc, problem: 'foreign', detail });
    },
  });

  const transport =
    (use: ProviderUse): CustomTransport =>
    (options) => {
      const connect = (batchSize: number, maxBytes?: number) => {
        const post = poster({ timeoutMs: use.timeoutMs, ...(maxBytes && { maxBytes }) });
        const request = createJsonRpc(post, { url, batchSize });
        return observeTransport(custom({ request }, { retryCount: 0 }), { chainId, rpc, observer })(options);
      };
      const batched = connect(BATCH_SIZE);
      const alone = connect(1);
      const blocks = connect(1, MAX_BLOCK_BYTES);
      const connectionOf = ({ method }: Call, isAlone: boolean) => {
        if (method === BLOCK_RECEIPTS) return blocks;
        return isAlone ? alone : batched;
      };
      const ask = (call: Call, isAlone: boolean) => queue.run(use, () => connectionOf(call, isAlone).request(call));
      const request = createSender(ask, use.retryCount);
      return { ...alone, request: request as typeof alone.request };
    };
  return { record, transport, isBusy: ({ priority }) => queue.isBusy(priority) };
}
