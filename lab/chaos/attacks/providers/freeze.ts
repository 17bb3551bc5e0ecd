import { http } from 'viem';
import type { Falsify } from '../../../rpc/provider.ts';

type WithBlock = { readonly blockNumber?: string };
type Block = { readonly number: string };

const isBlock = (value: unknown): value is Block => typeof value === 'object' && value !== null && 'number' in value;
const isIn = (value: unknown): value is WithBlock =>
  typeof value === 'object' && value !== null && 'blockNumber' in value;

/** Answers as a provider that stands still at the current head: it knows nothing of later blocks. */
export async function readFreeze(rpcUrl: string): Promise<Falsify> {
  const head: unknown = await http(rpcUrl)({}).request({ method: 'eth_getBlockByNumber', params: ['latest', false] });
  if (!isBlock(head)) throw new Error(`${rpcUrl} has no head`);
  const last = BigInt(head.number);
  const isLater = (value: unknown) => isIn(value) && BigInt(value.blockNumber ?? 0) > last;
  return ({ method }, answer) => {
    const { result } = answer;
    if (method === 'eth_blockNumber') return { ...answer, result: head.number };
    if (method.startsWith('eth_getBlockBy') && isBlock(result) && BigInt(result.number) > last) {
      return { ...answer, result: method === 'eth_getBlockByNumber' ? head : null };
    }
    if (Array.isArray(result)) return { ...answer, result: result.filter((entry) => !isLater(entry)) };
    return isLater(result) ? { ...answer, result: null } : answer;
  };
}
