import { RpcOverloaded } from './callQueue.ts';
import type { ProviderRecord } from './endpoint.ts';
import type { SendCall } from './jsonRpc.ts';
import { isRangeRefusal, isTimeout } from './refusals.ts';
import type { RpcAnswer, RpcCall } from './rpcResult.ts';
import { readResult, toRevert } from './rpcResult.ts';

/**
 * How fast a provider answers one client, and whether it kept the client waiting. It decides only the order, and when
 * others are asked.
 */
type Latency = {
  /** Most answers arrive within this time; null before the first answer. */
  usualMs(): number | null;
  isLate(): boolean;
  noteAnswer(ms: number): void;
  noteLate(): void;
};

// A slow answer raises the usual time quickly, and fast ones lower it slowly, so that few answers are above it.
const RISE = 0.5;
const FALL = 0.05;
const LATE_MS = 5000;
const MAX_LATE_MS = 300_000;
const FORGIVE_MS = 60_000;

/** @param now monotonic milliseconds */
function createLatency(now: () => number): Latency {
  let usual: number | null = null;
  let strikes = 0;
  let struckAt = 0;
  let lateUntil = 0;
  const isLate = () => now() < lateUntil;
  return {
    usualMs: () => usual,
    isLate,
    noteAnswer: (ms) => {
      usual = usual === null ? ms : usual + (ms - usual) * (ms > usual ? RISE : FALL);
    },
    noteLate: () => {
      // Concurrent calls count once.
      if (isLate()) return;
      const forgiven = Math.floor((now() - struckAt) / FORGIVE_MS);
      strikes = Math.max(0, strikes - forgiven) + 1;
      struckAt = now();
      lateUntil = now() + Math.min(LATE_MS * 2 ** Math.min(strikes - 1, 10), MAX_LATE_MS);
    },
  };
}

/** One client's view of a provider. It answers only while it serves the right chain. */
export type Voter = {
  readonly record: ProviderRecord;
  readonly latency: Latency;
  /** Whether a call would have to wait before it is sent. */
  readonly isBusy: () => boolean;
  /** @throws ForeignProvider; an RPC error that says nothing about the call */
  ask(call: RpcCall): Promise<RpcAnswer>;
};

/**
 * Whether a provider refused to return so many logs. Anyone can fill a block with logs, so this is a provider failure
 * only if others return them.
 */
export function isLogRefusal({ method }: RpcCall, error: unknown): boolean {
  return method === 'eth_getLogs' && isRangeRefusal(error);
}

/**
 * Whether a provider refused the receipts of a whole block. Anyone can fill a block, and the service works without this
 * call.
 */
function isBlockRefusal({ method }: RpcCall, error: unknown): boolean {
  return method === 'eth_getBlockReceipts' && (isRangeRefusal(error) || isTimeout(error));
}

/**
 * Whether a provider refused a call that carries a contract's code and has no recipient. Some do, and the service works
 * without it.
 */
function isCodeRefusal({ method, params: [call] }: RpcCall, error: unknown): boolean {
  const hasNoRecipient = typeof call === 'object' && call !== null && !('to' in call);
  return method === 'eth_call' && hasNoRecipient && isRangeRefusal(error);
}

/**
 * Whether a failure says nothing about the provider. Anyone can send requests up to the service's own limit for them.
 */
function isNoFault(call: RpcCall, error: unknown): boolean {
  const isRefusal = isLogRefusal(call, error) || isBlockRefusal(call, error) || isCodeRefusal(call, error);
  return isRefusal || (error instanceof RpcOverloaded && error.isOwnLimit);
}

type VoterOptions = Partial<Pick<Voter, 'isBusy'>> & {
  /** Monotonic milliseconds. */
  readonly now?: () => number;
};

export function createVoter(
  record: ProviderRecord,
  send: SendCall,
  { isBusy = () => false, now = () => performance.now() }: VoterOptions = {},
): Voter {
  const latency = createLatency(now);
  return {
    ...{ record, latency, isBusy },
    ask: async (call) => {
      const askedAt = now();
      try {
        await record.verifyChain(send);
        const result = readResult(call.method, await send(call));
        record.noteAnswer();
        latency.noteAnswer(now() - askedAt);
        return { kind: 'result', result };
      } catch (error) {
        const revert = toRevert(error);
        if (!revert) {
          if (!isNoFault(call, error)) record.noteFailure(error);
          throw error;
        }
        record.noteAnswer();
        latency.noteAnswer(now() - askedAt);
        return revert;
      }
    },
  };
}
