import { encodeEventTopics } from 'viem';
import { depositAbi } from '#shared/abi/depositAbi.ts';

/** Faults of a whole HTTP request, with their probabilities. */
export const REQUEST_FAULTS = {
  /** The request never reaches the chain. */
  dropped: 0.02,
  /** The chain executes the request, but the response is lost. */
  answerDropped: 0.03,
  delayed: 0.01,
  duplicated: 0.02,
  badGateway: 0.02,
  /** HTTP 429. */
  rateLimited: 0.01,
  truncated: 0.01,
} as const;

export type RequestFault = keyof typeof REQUEST_FAULTS;

export type RpcFault = RequestFault | 'staleReceipt' | 'staleNonce' | 'staleLogs' | 'forgedLog' | 'forgedReceipt';

type ResponseFault = {
  readonly fault: RpcFault;
  readonly probability: number;
  readonly method: string;
  /** Returns the same object when the fault does not apply to the result. */
  readonly falsify: (result: unknown) => unknown;
};

const [DEPOSIT_TOPIC] = encodeEventTopics({ abi: depositAbi, eventName: 'Deposit' });
const WORD = 64;
const LARGE_AMOUNT = `${'0'.repeat(40)}${'f'.repeat(24)}`;

/** Raises the amounts in a receipt with deposits: in the deposit events and in the token's events. */
export function forgeReceipt(result: unknown): unknown {
  const text = JSON.stringify(result);
  if (!text.includes(DEPOSIT_TOPIC)) return result;
  return JSON.parse(text, (key, value: unknown) => {
    if (key !== 'data' || typeof value !== 'string') return value;
    if (value.length === 2 + WORD) return `0x${LARGE_AMOUNT}`;
    // The amount of a deposit is the second word, after the offset of the recipient.
    return value.length > 2 + 2 * WORD
      ? `${value.slice(0, 2 + WORD)}${LARGE_AMOUNT}${value.slice(2 + 2 * WORD)}`
      : value;
  });
}

/** Adds a log that no receipt contains. */
export function forgeLog(result: unknown): unknown {
  if (!Array.isArray(result) || result.length === 0) return result;
  const [log] = result;
  return [...result, { ...log, transactionHash: `0x${'fe'.repeat(32)}`, logIndex: '0x63' }];
}

function decrement(result: unknown): unknown {
  const count = typeof result === 'string' ? Number(result) : 0;
  return count > 0 ? `0x${(count - 1).toString(16)}` : result;
}

/** Faults of one call's response. The stale ones imitate a node that lags behind. */
export const RESPONSE_FAULTS: readonly ResponseFault[] = [
  { fault: 'forgedReceipt', probability: 0.2, method: 'eth_getTransactionReceipt', falsify: forgeReceipt },
  { fault: 'staleReceipt', probability: 0.03, method: 'eth_getTransactionReceipt', falsify: () => null },
  { fault: 'staleNonce', probability: 0.05, method: 'eth_getTransactionCount', falsify: decrement },
  { fault: 'staleLogs', probability: 0.05, method: 'eth_getLogs', falsify: () => [] },
  { fault: 'forgedLog', probability: 0.02, method: 'eth_getLogs', falsify: forgeLog },
];
