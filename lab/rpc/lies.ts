import type { Hex } from 'viem';
import { decodeFunctionData, encodeFunctionResult, getAbiItem, numberToHex, toFunctionSelector } from 'viem';
import { vaultAbi } from '#shared/abi/vaultAbi.ts';
import type { Fault } from './faultyRpc.ts';

const IS_PAID = toFunctionSelector(getAbiItem({ abi: vaultAbi, name: 'isPaid' }));
const ARE_PAID = [getAbiItem({ abi: vaultAbi, name: 'arePaid' })] as const;
const EMPTY_BLOOM = numberToHex(0n, { size: 256 });
const HEADERS = ['eth_getBlockByNumber', 'eth_getBlockByHash'];

async function ask(rpcUrl: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const answer = await fetch(rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  const { result }: { readonly result: unknown } = JSON.parse(await answer.text());
  return result;
}

/** Shows the newest block of this moment as the newest for ever. */
export async function freezeHead(rpcUrl: string): Promise<Fault> {
  const block = await ask(rpcUrl, 'eth_getBlockByNumber', ['latest', false]);
  const number = typeof block === 'object' && block !== null && 'number' in block ? block.number : null;
  return ({ method, params }) => {
    if (method === 'eth_blockNumber') return { result: number };
    return method === 'eth_getBlockByNumber' && params[0] === 'latest' ? { result: block } : undefined;
  };
}

/** Shows a newest block that no other provider has. */
export function inventHead(blocksAhead: number): Fault {
  const change = (block: unknown) => {
    if (typeof block !== 'object' || block === null || !('number' in block)) return block;
    return { ...block, number: numberToHex(BigInt(String(block.number)) + BigInt(blocksAhead)) };
  };
  return ({ method, params }) => (method === 'eth_getBlockByNumber' && params[0] === 'latest' ? { change } : undefined);
}

export function serveChainId(id: number): Fault {
  return ({ method }) => (method === 'eth_chainId' ? { result: numberToHex(id) } : undefined);
}

/** Says of every block that it has no logs. */
export const emptyBlooms: Fault = ({ method }) =>
  HEADERS.includes(method)
    ? { change: (block) => (typeof block === 'object' && block ? { ...block, logsBloom: EMPTY_BLOOM } : block) }
    : undefined;

/** Says of every id that it is paid, or that it is not. */
export function answerPaid(isPaid: boolean): Fault {
  return ({ method, params: [call] }) => {
    if (method !== 'eth_call') return undefined;
    const { data } = call as { readonly data: Hex };
    if (data.startsWith(IS_PAID)) return { result: numberToHex(isPaid ? 1 : 0, { size: 32 }) };
    if (!data.startsWith(toFunctionSelector(ARE_PAID[0]))) return undefined;
    const [ids] = decodeFunctionData({ abi: ARE_PAID, data }).args;
    return { result: encodeFunctionResult({ abi: ARE_PAID, result: ids.map(() => isPaid) }) };
  };
}

/** Asks for this gas price, in wei. */
export function priceGas(tip: bigint): Fault {
  return ({ method }) =>
    ['eth_maxPriorityFeePerGas', 'eth_gasPrice'].includes(method) ? { result: numberToHex(tip) } : undefined;
}
