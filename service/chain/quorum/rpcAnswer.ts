import { BaseError, numberToHex, RpcRequestError } from 'viem';

export type RpcCall = { readonly method: string; readonly params: readonly unknown[] };

/** What a provider says about a call. A revert is an answer too: the call ran and failed. */
export type RpcAnswer =
  /** As `readResult` returns it. */
  | { readonly kind: 'result'; readonly result: unknown }
  | { readonly kind: 'revert'; readonly data: string; readonly error: RpcRequestError };

const REVERTED = 3;

function findRpcError(error: unknown): RpcRequestError | null {
  if (!(error instanceof BaseError)) return null;
  const cause = error.walk((candidate) => candidate instanceof RpcRequestError);
  return cause instanceof RpcRequestError ? cause : null;
}

function readRevertData(data: unknown): string | undefined {
  // Some nodes wrap the data in an object.
  const inner = typeof data === 'object' && data !== null && 'data' in data ? data.data : data;
  return typeof inner === 'string' ? inner.toLowerCase() : undefined;
}

/**
 * The revert that an RPC error reports, with nothing but its data: the rest of the error is the provider's own text.
 * @returns null when the provider did not run the call, so that the error says nothing about it
 */
export function toRevert(error: unknown): RpcAnswer | null {
  const cause = findRpcError(error);
  const isRevert = cause?.code === REVERTED || /execution reverted|vm exception.*revert/i.test(cause?.details ?? '');
  if (!cause || !isRevert) return null;
  const data = readRevertData(cause.data);
  const clean = { code: REVERTED, message: 'execution reverted', ...(data !== undefined && { data }) };
  return { kind: 'revert', data: data ?? '', error: new RpcRequestError({ body: {}, url: '', error: clean }) };
}

const BLOOM_BYTES = 256;

function readBloom(answer: RpcAnswer | undefined): unknown {
  const result = answer?.kind === 'result' ? answer.result : null;
  return typeof result === 'object' && result !== null && 'logsBloom' in result ? result.logsBloom : undefined;
}

/**
 * Takes the first of some equal answers, with the bits of all their bloom filters: the comparison leaves the filters out, so a
 * single provider's empty filter would hide the logs of a block. Without one of the filters, the block may have any log.
 */
export function mergeHints([first, ...others]: readonly [RpcAnswer, ...RpcAnswer[]]): RpcAnswer {
  if (first.kind !== 'result' || typeof first.result !== 'object') return first;
  const blooms = [first, ...others].map(readBloom);
  if (blooms.every((bloom) => bloom === blooms[0])) return first;
  const known = blooms.flatMap((bloom) => (typeof bloom === 'string' ? [BigInt(bloom)] : []));
  const bits = known.reduce((all, bloom) => all | bloom, 0n);
  const logsBloom = known.length < blooms.length ? null : numberToHex(bits, { size: BLOOM_BYTES });
  return { ...first, result: { ...first.result, logsBloom } };
}

/** A block's logsBloom is only a hint about where to look, and some nodes report empty ones. */
function withoutHints(result: unknown): unknown {
  if (typeof result !== 'object' || result === null || !('logsBloom' in result)) return result;
  const { logsBloom: _, ...compared } = result;
  return compared;
}

/** The text that two providers' answers share exactly when the providers agree. */
export function describeAnswer(answer: RpcAnswer): string {
  if (answer.kind === 'result') return `result ${JSON.stringify(withoutHints(answer.result))}`;
  return `revert ${answer.data}`;
}
