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
/** Stands for a hint that the agreeing providers do not share. */
const UNKNOWN_HINT = 'unknown';

function readHint(answer: RpcAnswer, name: 'logsBloom' | 'l1Fee'): unknown {
  const result = answer.kind === 'result' ? answer.result : null;
  return typeof result === 'object' && result !== null && name in result ? result[name as never] : undefined;
}

/** The bits of all bloom filters. Without one of the filters, the block may have any log. */
function mergeBlooms(blooms: readonly unknown[]): string | null {
  const known = blooms.flatMap((bloom) => (typeof bloom === 'string' ? [BigInt(bloom)] : []));
  const bits = known.reduce((all, bloom) => all | bloom, 0n);
  return known.length < blooms.length ? null : numberToHex(bits, { size: BLOOM_BYTES });
}

/**
 * Takes the first of some equal answers, with the hints of all. The comparison leaves hints out, so a single provider's empty
 * filter would hide the logs of a block. A data fee that they do not share is unknown.
 */
export function mergeHints(answers: readonly [RpcAnswer, ...RpcAnswer[]]): RpcAnswer {
  const [first] = answers;
  if (first.kind !== 'result' || typeof first.result !== 'object' || Array.isArray(first.result)) return first;
  const blooms = answers.map((answer) => readHint(answer, 'logsBloom'));
  const fees = answers.map((answer) => readHint(answer, 'l1Fee'));
  const merged = {
    ...(blooms.some((bloom) => bloom !== blooms[0]) && { logsBloom: mergeBlooms(blooms) }),
    ...(fees.some((fee) => fee !== fees[0]) && { l1Fee: UNKNOWN_HINT }),
  };
  return Object.keys(merged).length === 0 ? first : { ...first, result: { ...first.result, ...merged } };
}

/**
 * A block's logsBloom is only a hint about where to look, and some nodes report empty ones. A receipt's data fee moves no money,
 * and some nodes of the OP stack omit it.
 */
function withoutHints(result: unknown): unknown {
  if (Array.isArray(result)) return result.map(withoutHints);
  if (typeof result !== 'object' || result === null) return result;
  if (!('logsBloom' in result) && !('l1Fee' in result)) return result;
  const { logsBloom: _bloom, l1Fee: _fee, ...compared } = result as Record<string, unknown>;
  return compared;
}

/** The text that two providers' answers share exactly when the providers agree. */
export function describeAnswer(answer: RpcAnswer): string {
  if (answer.kind === 'result') return `result ${JSON.stringify(withoutHints(answer.result))}`;
  return `revert ${answer.data}`;
}
