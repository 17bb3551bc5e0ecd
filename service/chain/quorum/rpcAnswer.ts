import { BaseError, RpcRequestError } from 'viem';

export type RpcCall = { readonly method: string; readonly params: readonly unknown[] };

/** What a provider says about a call. A revert is an answer too: the call ran and failed. */
export type RpcAnswer =
  | { readonly kind: 'result'; readonly result: unknown }
  | { readonly kind: 'revert'; readonly error: unknown };

const REVERTED = 3;

const LOG_FIELDS = [
  ...['address', 'topics', 'data', 'blockNumber', 'blockHash', 'transactionHash', 'transactionIndex', 'logIndex'],
];
const RECEIPT_FIELDS = [
  ...['transactionHash', 'transactionIndex', 'blockHash', 'blockNumber', 'from', 'to', 'contractAddress', 'status'],
  ...['type', 'gasUsed', 'effectiveGasPrice'],
];
const BLOCK_FIELDS = ['number', 'hash', 'parentHash', 'timestamp', 'baseFeePerGas', 'gasLimit', 'gasUsed'];

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function lower(value: unknown): unknown {
  if (typeof value === 'string') return value.toLowerCase();
  return Array.isArray(value) ? value.map(lower) : value;
}

function pick(value: unknown, fields: readonly string[]): Readonly<Record<string, unknown>> {
  if (!isObject(value)) return {};
  return Object.fromEntries(fields.map((field) => [field, lower(value[field] ?? null)]));
}

function toLog(value: unknown): unknown {
  const isRemoved = isObject(value) && value.removed === true;
  return { ...pick(value, LOG_FIELDS), removed: isRemoved };
}

function toLogs(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value.map(toLog) : [];
}

function toReceipt(value: unknown): unknown {
  return isObject(value) ? { ...pick(value, RECEIPT_FIELDS), logs: toLogs(value.logs) } : null;
}

function toTransaction(value: unknown): unknown {
  return lower(isObject(value) ? value.hash : value);
}

function toBlock(value: unknown): unknown {
  if (!isObject(value)) return null;
  const { transactions } = value;
  const hashes = Array.isArray(transactions) ? transactions.map(toTransaction) : [];
  return { ...pick(value, BLOCK_FIELDS), transactions: hashes };
}

// Providers add further fields, and write hexadecimal digits in either case. Only these fields are compared, and only
// they reach the service.
const NORMAL_FORMS: Readonly<Record<string, (result: unknown) => unknown>> = {
  eth_getLogs: toLogs,
  eth_getTransactionReceipt: toReceipt,
  eth_getBlockReceipts: (result) => (Array.isArray(result) ? result.map(toReceipt) : null),
  eth_getBlockByNumber: toBlock,
  eth_getBlockByHash: toBlock,
};

/** The part of a result that providers must agree on. */
function normaliseResult({ method }: RpcCall, result: unknown): unknown {
  return (NORMAL_FORMS[method] ?? lower)(result);
}

/** The revert that an RPC error reports; null when the provider did not run the call. */
function findRevert(error: unknown): RpcRequestError | null {
  if (!(error instanceof BaseError)) return null;
  const cause = error.walk((candidate) => candidate instanceof RpcRequestError);
  if (!(cause instanceof RpcRequestError)) return null;
  return cause.code === REVERTED || /execution reverted|vm exception.*revert/i.test(cause.details) ? cause : null;
}

/** @returns null when the error says nothing about the call */
export function toRevert(error: unknown): RpcAnswer | null {
  return findRevert(error) ? { kind: 'revert', error } : null;
}

/** The text that two providers' answers share exactly when the providers agree. */
export function describeAnswer(call: RpcCall, answer: RpcAnswer): string {
  if (answer.kind === 'result') return `result ${JSON.stringify(normaliseResult(call, answer.result)) ?? ''}`;
  return `revert ${JSON.stringify(lower(findRevert(answer.error)?.data ?? null))}`;
}

/**
 * The result with only the compared fields. A block keeps its logsBloom, which is only a hint about where to look.
 */
export function trustedResult(call: RpcCall, result: unknown): unknown {
  if (NORMAL_FORMS[call.method] === undefined) return result;
  const normal = normaliseResult(call, result);
  if (!isObject(normal) || !isObject(result) || result.logsBloom === undefined || 'logs' in normal) return normal;
  return { ...normal, logsBloom: result.logsBloom };
}
