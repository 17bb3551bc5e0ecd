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
    // The only call that the service makes whose answer is one word with the value 0 is isPaid.
    title: 'claims that every deposit is already paid',
    falsify: change('eth_call', (word) => (word === `0x${'0'.repeat(64)}` ? `0x${'0'.repeat(63)}1` : word)),
  },
  reverted: {
    title: 'claims that every payment reverted',
    falsify: change('eth_getTransactionReceipt', (receipt) =>
      isRecord(receipt) ? { ...receipt, status: '0x0', logs: [] } : receipt,
    ),
  },
};
