import type { RpcAnswer } from './rpcAnswer.ts';

/** A provider's newest block, at the moment when it answered. */
export type ProviderHead = {
  readonly number: bigint;
  /** The block's timestamp in Unix seconds. */
  readonly time: bigint;
  readonly answer: RpcAnswer;
  /** Monotonic milliseconds. */
  readonly readAt: number;
};

/** @returns null when the answer is no block */
export function toProviderHead(answer: RpcAnswer, readAt: number): ProviderHead | null {
  if (answer.kind !== 'result' || typeof answer.result !== 'object' || answer.result === null) return null;
  const { number, timestamp }: { number?: unknown; timestamp?: unknown } = answer.result;
  if (typeof number !== 'string' || typeof timestamp !== 'string') return null;
  return { number: BigInt(number), time: BigInt(timestamp), answer, readAt };
}
