import type { CustomTransport } from 'viem';
import { custom } from 'viem';
import { lowerMedian } from './agreement.ts';
import { askQuorum } from './askQuorum.ts';
import type { Panel } from './ballot.ts';
import { NoQuorum } from './noQuorum.ts';
import type { RpcAnswer, RpcCall } from './rpcAnswer.ts';
import { trustedResult } from './rpcAnswer.ts';

export type QuorumReads = { readonly panel: () => Panel; readonly readHead: () => Promise<unknown> };

// The position of the block in the parameters of the methods that read a chain's state.
const BLOCK_POSITIONS: Readonly<Record<string, number>> = {
  eth_call: 1,
  eth_estimateGas: 1,
  eth_getBalance: 1,
  eth_getCode: 1,
  eth_getTransactionCount: 1,
  eth_getStorageAt: 2,
};

// Each node has its own view of the market, so no two need to name the same price.
const PRICES = ['eth_maxPriorityFeePerGas', 'eth_gasPrice'];

function isHeader(value: unknown): value is { readonly number: string } {
  return typeof value === 'object' && value !== null && 'number' in value && typeof value.number === 'string';
}

/** Reads the state at one block: at "latest", two honest providers may read two blocks, and would seem to differ. */
async function pinBlock(readHead: () => Promise<unknown>, call: RpcCall): Promise<RpcCall> {
  const position = BLOCK_POSITIONS[call.method];
  if (position === undefined || !['latest', undefined].some((tag) => call.params[position] === tag)) return call;
  const head = await readHead();
  if (!isHeader(head)) return call;
  const params = [...call.params];
  params[position] = head.number;
  return { ...call, params };
}

async function readPrice(panel: Panel, call: RpcCall): Promise<string> {
  const answers = await Promise.allSettled(panel.voters.map((voter) => voter.ask(call)));
  const prices = answers.flatMap((answer) =>
    answer.status === 'fulfilled' && answer.value.kind === 'result' && typeof answer.value.result === 'string'
      ? [BigInt(answer.value.result)]
      : [],
  );
  const price = prices.length >= panel.quorum ? lowerMedian(prices) : null;
  if (price !== null) return `0x${price.toString(16)}`;
  const failure: unknown = answers.find(({ status }) => status === 'rejected');
  throw new NoQuorum(`Fewer than ${panel.quorum} providers of ${panel.chainName} answered ${call.method}.`, {
    ...(failure instanceof Error && { cause: failure }),
  });
}

function unwrap(call: RpcCall, answer: RpcAnswer, { quorum }: Panel): unknown {
  if (answer.kind === 'revert') throw answer.error;
  return quorum > 1 ? trustedResult(call, answer.result) : answer.result;
}

/** Answers each request with what a quorum of a chain's providers says. */
export function createQuorumTransport({ panel, readHead }: QuorumReads): CustomTransport {
  const request = async ({ method, params = [] }: { method: string; params?: readonly unknown[] }) => {
    const call = { method, params };
    const current = panel();
    if (method === 'eth_blockNumber') {
      const head = await readHead();
      return isHeader(head) ? head.number : null;
    }
    if (method === 'eth_getBlockByNumber' && params[0] === 'latest' && params[1] !== true) {
      return unwrap({ method, params }, { kind: 'result', result: await readHead() }, current);
    }
    if (PRICES.includes(method)) return readPrice(current, call);
    const pinned = current.quorum > 1 ? await pinBlock(readHead, call) : call;
    return unwrap(pinned, await askQuorum(panel(), pinned), current);
  };
  return custom({ request }, { key: 'quorum', name: 'Quorum of providers', retryCount: 0 });
}
