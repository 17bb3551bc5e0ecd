import type { Hash } from 'viem';

const HASH = /^0x[0-9a-f]{64}$/i;
const HASH_INSIDE_TEXT = /0x[0-9a-f]{64}(?![0-9a-f])/i;

/**
 * Reads a 32-byte hash: 0x and 64 hex digits in either case. Nothing is trimmed.
 * @returns the hash in lower case, or null for any other text
 */
export function parseHash(text: string): Hash | null {
  return HASH.test(text) ? `0x${text.slice(2).toLowerCase()}` : null;
}

/**
 * Finds the first 32-byte hash in a longer text, such as a block explorer's URL.
 * @returns the hash in lower case, or null if there is none
 */
export function findHash(text: string): Hash | null {
  return parseHash(HASH_INSIDE_TEXT.exec(text)?.[0] ?? '');
}
