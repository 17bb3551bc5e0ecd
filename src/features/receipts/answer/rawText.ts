import type { ChainConfig } from '../../../config/runtimeConfig.ts';
import type { Case } from '../../../domain/desk/judge.ts';

const isChain = (value: unknown): value is ChainConfig =>
  typeof value === 'object' && value !== null && 'rpcUrls' in value && 'depositContract' in value;

/** The evidence as JSON. A URL of an RPC endpoint can hold a key, so a chain is only its name and id. */
export function rawText({ evidence }: Case): string {
  const plain = (_key: string, value: unknown) => {
    if (typeof value === 'bigint') return `${value}`;
    return isChain(value) ? { name: value.name, id: value.id } : value;
  };
  return JSON.stringify(evidence, plain, 2);
}
