import { BaseError } from 'viem';
import type { BlockRange } from '../domain/blockRange.ts';

// Providers refuse large answers in many words and codes ("query returned more than 10000 results"), so every error that the
// endpoint itself returns counts. viem refuses a response above 10 MiB. Lost connections do not count: a smaller range would
// not help.
const REFUSALS: ReadonlySet<string> = new Set(['RpcRequestError', 'ResponseBodyTooLargeError']);

/** Returns whether the endpoint may answer the same request for fewer blocks. */
export function mayFitInSmallerRange(error: unknown): boolean {
  return (
    error instanceof BaseError && error.walk((cause) => cause instanceof Error && REFUSALS.has(cause.name)) !== null
  );
}

export type RangeReader<T> = {
  readRange(range: BlockRange): Promise<readonly T[]>;
  /** Reads a block that `readRange` cannot read. */
  readBlock(number: bigint): Promise<readonly T[]>;
};

/** Reads a range of blocks. Halves the range when the endpoint refuses it, down to one block. */
export async function readInHalves<T>(range: BlockRange, reader: RangeReader<T>): Promise<readonly T[]> {
  try {
    return await reader.readRange(range);
  } catch (error) {
    if (!mayFitInSmallerRange(error)) throw error;
  }
  if (range.from === range.to) return reader.readBlock(range.from);
  const middle = (range.from + range.to) / 2n;
  const first = await readInHalves({ from: range.from, to: middle }, reader);
  return [...first, ...(await readInHalves({ from: middle + 1n, to: range.to }, reader))];
}
