import type { Fault, RpcCall } from '../../rpc/faultyRpc.ts';
import type { Network } from '../startNetworks.ts';
import { connect, setFaults } from './chainActions.ts';

const BLOCKS: readonly string[] = ['eth_getBlockByNumber', 'eth_getBlockByHash'];
const STATE: readonly string[] = ['eth_call', 'eth_getBalance'];
const TRACK_MS = 500;
const RECENT = 3n;

export const drop: Fault = () => 'drop';
export const dropLogs: Fault = ({ method }) => (method === 'eth_getLogs' ? 'drop' : undefined);

function firstBlock({ method, params: [filter] }: RpcCall): bigint | null {
  if (method !== 'eth_getLogs' || typeof filter !== 'object' || filter === null || !('fromBlock' in filter))
    return null;
  return typeof filter.fromBlock === 'string' ? BigInt(filter.fromBlock) : null;
}

/** Drops the questions about the logs of old blocks. */
export function dropLogsBefore(block: bigint): Fault {
  return (call) => {
    const first = firstBlock(call);
    return first !== null && first < block ? 'drop' : undefined;
  };
}

/** Every endpoint answers differently about each block. */
export function contradict(network: Network): void {
  for (const endpoint of network.endpoints.keys()) {
    network.setFault(endpoint, ({ method }) =>
      BLOCKS.includes(method) ? { change: (block) => withGas(block, `0x${endpoint + 1}`) } : undefined,
    );
  }
}

function withGas(block: unknown, gasUsed: string): unknown {
  return typeof block === 'object' && block !== null ? { ...block, gasUsed } : block;
}

/** One endpoint lies about blocks and balances. */
export const lie: Fault = ({ method }) => {
  if (BLOCKS.includes(method)) return { change: (block) => withGas(block, '0x7') };
  return method === 'eth_getBalance' || method === 'eth_getTransactionCount' ? { result: '0x7' } : undefined;
};

/** One endpoint serves another chain. It drops the other calls, because the service asks for the chain again after failures. */
export const serveForeign: Fault = ({ method }) => (method === 'eth_chainId' ? { result: '0x1' } : 'drop');

/** One endpoint stands still at the newest block. */
export async function standStill(network: Network, endpoint: number): Promise<void> {
  const response = await fetch(network.nodeUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_getBlockByNumber', params: ['latest', false] }),
  });
  const { result } = (await response.json()) as { result: { number: string } };
  network.setFault(endpoint, ({ method, params: [block] }) => {
    if (method === 'eth_blockNumber') return { result: result.number };
    return method === 'eth_getBlockByNumber' && block === 'latest' ? { result } : undefined;
  });
}

/** The endpoints have the state of the newest blocks only. @returns a function that ends it */
export function forgetFinalState(network: Network): () => void {
  let head = 0n;
  const timer = setInterval(() => {
    connect(network)
      .getBlockNumber()
      .then((number) => {
        head = number;
      })
      .catch(() => {});
  }, TRACK_MS);
  setFaults(network, ({ method, params }) => {
    const block = params[1];
    if (!STATE.includes(method) || typeof block !== 'string' || !block.startsWith('0x')) return undefined;
    return BigInt(block) + RECENT < head ? { error: { code: -32_000, message: 'missing trie node' } } : undefined;
  });
  return () => {
    clearInterval(timer);
    setFaults(network, null);
  };
}
