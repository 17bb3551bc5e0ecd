import type { Address } from 'viem';
import { numberToHex } from 'viem';
import type { TestChain } from './testChain.ts';

const DECIMALS = 8n;

/**
 * Puts a price feed at an address of a chain: bytecode that answers every call with the same round. Its first word is the
 * round's id, which is also the answer to `decimals()`.
 */
export async function setPriceFeed(
  { client }: TestChain,
  { address, answer, updatedAt }: { readonly address: Address; readonly answer: bigint; readonly updatedAt: Date },
): Promise<void> {
  const time = BigInt(Math.floor(updatedAt.getTime() / 1000));
  const words = [DECIMALS, answer, time, time, DECIMALS];
  const stores = words.map((word, index) => {
    const value = numberToHex(word, { size: 32 }).slice(2);
    const offset = numberToHex(index * 32, { size: 1 }).slice(2);
    return `7f${value}60${offset}52`;
  });
  await client.setCode({ address, bytecode: `0x${stores.join('')}60a06000f3` });
}
