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
 * The revert that an RPC error reports, with only its data: the rest of the error is the provider's own text.
 * @returns null if the provider didn't run the call, so the error says nothing about it
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
/** Stands in for a hint that the agreeing providers don't share. */
const UNKNOWN_HINT = 'unknown';

function readHint(answer: RpcAnswer, name: 'logsBloom' | 'l1Fee'): unknown {
  const result = answer.kind === 'result' ? answer.result : null;
  return typeof result === 'object' && result !== null && name in result ? result[name as never] : undefined;
}

/** The union of all bloom filters. If one filter is missing, the block may have any log. */
function mergeBlooms(blooms: readonly unknown[]): string | null {
  const known = blooms.flatMap((bloom) => (typeof bloom === 'string' ? [BigInt(bloom)] : []));
  const bits = known.reduce((all, bloom) => all | bloom, 0n);
  return known.length < blooms.length ? null : numberToHex(bits, { size: BLOOM_BYTES });
}

/**
 * Takes the first of several equal answers, with the hints of all. The comparison ignores hints, so a single provider's
 * empty filter would hide a block's logs. A data fee that they don't share is unknown.
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
 * A block's logsBloom is only a hint about where to look, and some nodes report empty ones. A receipt's data fee moves
 * no money, and some OP-stack nodes omit it.
 */
function withoutHints(result: unknown): unknown {
  if (Array.isArray(result)) return result.map(withoutHints);
  if (typeof result !== 'object' || result === null) return result;
  if (!('logsBloom' in result) && !('l1Fee' in result)) return result;
  const { logsBloom: _bloom, l1Fee: _fee, ...compared } = result as Record<string, unknown>;
  return compared;
}

/** A text that two providers' answers share exactly when the providers agree. */
export function describeAnswer(answer: RpcAnswer): string {
  if (answer.kind === 'result') return `result ${JSON.stringify(withoutHints(answer.result))}`;
  return `revert ${answer.data}`;
}

/** Thrown for a result that no honest node gives. It counts as a provider failure, so the others decide. */
export class MalformedResult extends Error {
  readonly code = 'MALFORMED_RESULT';
}

type Json = Readonly<Record<string, unknown>>;

const LOG_FIELDS = ['address', 'data', 'blockNumber', 'blockHash', 'transactionHash', 'transactionIndex', 'logIndex'];
const RECEIPT_FIELDS = [
  ...['transactionHash', 'transactionIndex', 'blockHash', 'blockNumber', 'from', 'to', 'contractAddress', 'status'],
  // The OP stack charges it in addition to gas. Other chains lack it, and the comparison ignores it.
  ...['type', 'gasUsed', 'effectiveGasPrice', 'l1Fee'],
];
const TRANSACTION_FIELDS = ['hash', 'blockHash', 'blockNumber', 'from', 'to', 'input', 'nonce', 'value', 'type'];
const BLOCK_FIELDS = ['number', 'hash', 'parentHash', 'timestamp', 'baseFeePerGas', 'gasLimit', 'gasUsed'];

const MAX_TOPICS = 4;
const BLOOM = /^0x[0-9a-f]{512}$/i;
const QUANTITY = /^0x[0-9a-f]{1,64}$/i;
const NO_HEX_DIGIT = /[^0-9a-f]/i;

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function toObject(value: unknown): Json {
  if (!isObject(value)) throw new MalformedResult('the answer is not an object');
  return value;
}

function toList<T>(value: unknown, toItem: (item: unknown) => T): readonly T[] {
  if (!Array.isArray(value)) throw new MalformedResult('the answer is not a list');
  return value.map(toItem);
}

/** Nodes write hexadecimal digits in either case. */
function toText(value: unknown): string {
  if (typeof value !== 'string') throw new MalformedResult('a value in the answer is not text');
  return value.toLowerCase();
}

function toHex(value: unknown): string {
  const text = toText(value);
  if (!text.startsWith('0x') || NO_HEX_DIGIT.test(text.slice(2)))
    throw new MalformedResult('the answer is not hex data');
  return text;
}

/** At most 256 bits: a longer number would take seconds to print. */
export function toQuantity(value: unknown): string {
  const text = toText(value);
  if (!QUANTITY.test(text)) throw new MalformedResult('the answer is not a quantity');
  return text;
}

function pick(value: Json, fields: readonly string[]): Record<string, string | null> {
  const entries = fields.map((field) => {
    const found = Object.hasOwn(value, field) ? value[field] : null;
    return [field, found === null || found === undefined ? null : toText(found)];
  });
  return Object.fromEntries(entries);
}

function toLog(item: unknown): Json {
  const value = toObject(item);
  const topics = toList(value.topics, toText);
  if (topics.length > MAX_TOPICS) throw new MalformedResult(`a log has more than ${MAX_TOPICS} topics`);
  return { ...pick(value, LOG_FIELDS), topics, removed: value.removed === true };
}

function toLogs(result: unknown): readonly Json[] {
  return toList(result, toLog);
}

function toReceipt(result: unknown): Json | null {
  if (result === null) return null;
  const value = toObject(result);
  return { ...pick(value, RECEIPT_FIELDS), logs: toLogs(value.logs) };
}

function toTransaction(result: unknown): Json | null {
  return result === null ? null : pick(toObject(result), TRANSACTION_FIELDS);
}

function toBlock(result: unknown): Json | null {
  if (result === null) return null;
  const value = toObject(result);
  const { number, timestamp, logsBloom } = value;
  if (number !== null) toQuantity(number);
  toQuantity(timestamp);
  const toTransactionHash = (item: unknown) => toText(isObject(item) ? item.hash : item);
  return {
    ...pick(value, BLOCK_FIELDS),
    transactions: toList(value.transactions ?? [], toTransactionHash),
    logsBloom: typeof logsBloom === 'string' && BLOOM.test(logsBloom) ? logsBloom : null,
  };
}

const READERS: Readonly<Record<string, (result: unknown) => unknown>> = {
  eth_getLogs: toLogs,
  eth_getTransactionReceipt: toReceipt,
  eth_getBlockReceipts: (result) => (result === null ? null : toList(result, toReceipt)),
  eth_getTransactionByHash: toTransaction,
  eth_getBlockByNumber: toBlock,
  eth_getBlockByHash: toBlock,
  eth_call: toHex,
  eth_getCode: toHex,
  eth_getStorageAt: toHex,
};

/**
 * Reads a provider's result strictly. It keeps only what the service uses, in one form, so that honest providers agree
 * and a liar can neither add anything nor break the comparison. Results of other methods are quantities.
 * @throws MalformedResult
 */
export function readResult(method: string, result: unknown): unknown {
  return (READERS[method] ?? toQuantity)(result);
}
