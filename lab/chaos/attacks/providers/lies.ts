import type { Falsify } from '../../../rpc/provider.ts';
import { forgeLog, forgeReceipt } from '../../campaign/rpcFaults.ts';

const AHEAD = 1000n;
const FAR_FEE = 1000n;

function raise(value: unknown, raised: (number: bigint) => bigint): unknown {
  return typeof value === 'string' && /^0x[0-9a-f]+$/.test(value) ? `0x${raised(BigInt(value)).toString(16)}` : value;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function change(method: string, edit: (result: unknown) => unknown): Falsify {
  return (request, answer) =>
    request.method === method && answer.result !== undefined ? { ...answer, result: edit(answer.result) } : answer;
}

const both =
  (first: Falsify, second: Falsify): Falsify =>
  (request, answer) =>
    second(request, first(request, answer));

const inBlocks = (edit: (block: Readonly<Record<string, unknown>>) => unknown): Falsify =>
  change('eth_getBlockByNumber', (block) => (isRecord(block) ? edit(block) : block));

const FALSE = '0'.repeat(64);
const TRUE = `${'0'.repeat(63)}1`;
// The encoding of a list: the place of its length, the length, and a word for each entry.
const TRUTH_VALUES = new RegExp(`^0x${'0'.repeat(62)}20[0-9a-f]{64}(?:${FALSE}|${TRUE})+$`);
const LIST_START = 2 + 64 + 64;

/** Only isPaid and arePaid have answers of truth values that can be false for an honest provider. */
function claimPaid(answer: unknown): unknown {
  if (typeof answer !== 'string') return answer;
  if (answer === `0x${FALSE}`) return `0x${TRUE}`;
  if (!TRUTH_VALUES.test(answer)) return answer;
  return answer.slice(0, LIST_START) + TRUE.repeat((answer.length - LIST_START) / 64);
}

/** Lies of one provider, each about one thing. */
export const LIES: Readonly<Record<string, { readonly title: string; readonly falsify: Falsify }>> = {
  head: {
    title: 'claims a head 1000 blocks ahead, so that every deposit looks final',
    falsify: both(
      change('eth_blockNumber', (head) => raise(head, (number) => number + AHEAD)),
      ({ method, params = [] }, answer) =>
        method === 'eth_getBlockByNumber' && params[0] === 'latest' && isRecord(answer.result)
          ? { ...answer, result: { ...answer.result, number: raise(answer.result.number, (number) => number + AHEAD) } }
          : answer,
    ),
  },
  'hidden-logs': { title: 'hides every deposit', falsify: change('eth_getLogs', () => []) },
  'forged-logs': { title: 'invents deposits in its logs', falsify: change('eth_getLogs', forgeLog) },
  receipts: {
    title: 'forges the amounts of deposits in receipts',
    falsify: change('eth_getTransactionReceipt', forgeReceipt),
  },
  'chain-id': { title: 'claims another chain id', falsify: change('eth_chainId', () => '0x1') },
  prices: {
    title: 'claims gas prices a thousand times too high',
    falsify: both(
      both(
        change('eth_gasPrice', (price) => raise(price, (number) => number * FAR_FEE)),
        change('eth_maxPriorityFeePerGas', (price) => raise(price, (number) => number * FAR_FEE)),
      ),
      inBlocks((block) => ({
        ...block,
        baseFeePerGas: raise(block.baseFeePerGas, (fee) => fee * FAR_FEE + 10n ** 12n),
      })),
    ),
  },
  bloom: {
    title: 'reports an empty logsBloom in every block',
    falsify: inBlocks((block) => ({ ...block, logsBloom: `0x${'0'.repeat(512)}` })),
  },
  paid: {
    title: 'claims that every deposit is already paid',
    falsify: change('eth_call', claimPaid),
  },
  reverted: {
    title: 'claims that every payment reverted',
    falsify: change('eth_getTransactionReceipt', (receipt) =>
      isRecord(receipt) ? { ...receipt, status: '0x0', logs: [] } : receipt,
    ),
  },
};
