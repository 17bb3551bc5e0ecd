import type { Hex } from 'viem';
import { numberToHex, RpcRequestError } from 'viem';
import type { RpcCall } from './endpoint.ts';

/** Answers a call in memory, or throws what a provider's client would throw. */
export type MemoryNode = (call: RpcCall) => Promise<unknown>;

function hashOf(number: number): Hex {
  return numberToHex(number + 1, { size: 32 });
}

/** A block header of the chain that all honest nodes serve. */
export function memoryBlock(number: number) {
  return {
    number: numberToHex(number),
    hash: hashOf(number),
    parentHash: hashOf(number - 1),
    timestamp: numberToHex(1_700_000_000 + number),
    baseFeePerGas: '0x5',
    gasLimit: '0x1c9c380',
    gasUsed: '0x0',
    logsBloom: numberToHex(0, { size: 256 }),
    transactions: [hashOf(number)],
  };
}

/** A node with the blocks up to `head`, of which `final` is finalized. It serves no other state. */
export function createHonestNode(chainId: number, head: () => number, final = head): MemoryNode {
  return async ({ method, params }) => {
    switch (method) {
      case 'eth_chainId':
        return numberToHex(chainId);
      case 'eth_getBlockByNumber': {
        const [block] = params;
        const number = block === 'latest' ? head() : block === 'finalized' ? final() : Number(block);
        return number <= head() ? memoryBlock(number) : null;
      }
      case 'eth_getBalance':
      case 'eth_maxPriorityFeePerGas':
        return '0x64';
      case 'eth_call':
        return numberToHex(1, { size: 32 });
      case 'eth_getLogs':
        return [];
      default:
        throw new RpcRequestError({ body: {}, url: '', error: { code: -32_601, message: `no ${method}` } });
    }
  };
}
