import { keccak_256 } from '@noble/hashes/sha3';
import type { Address } from 'viem';

/** The zero address: it denotes a chain's native token on the wire and in both contracts. */
export const NATIVE_TOKEN_ADDRESS: Address = '0x0000000000000000000000000000000000000000';

export function isNativeToken(token: Address): boolean {
  return token === NATIVE_TOKEN_ADDRESS;
}

// In EIP-55, an address in a single case has no checksum.
const ONE_CASE = /^0x[0-9a-f]{40}$|^0[xX][0-9A-F]{40}$/;

const ANY_CASE = /^0x[0-9a-fA-F]{40}$/;

// A list of pairs repeats the same few addresses thousands of times.
const MAX_REMEMBERED = 8192;
const remembered = new Map<string, Address>();

/** Writes 40 lower-case hex digits with their EIP-55 checksum: https://eips.ethereum.org/EIPS/eip-55 */
function withChecksum(digits: string): Address {
  const known = remembered.get(digits);
  if (known) return known;
  const hash = keccak_256(digits);
  const letters = Array.from(digits, (digit, index) => {
    const byte = hash[index >> 1] ?? 0;
    const nibble = index % 2 === 0 ? byte >> 4 : byte & 15;
    return nibble >= 8 ? digit.toUpperCase() : digit;
  });
  const address: Address = `0x${letters.join('')}`;
  if (remembered.size >= MAX_REMEMBERED) remembered.clear();
  remembered.set(digits, address);
  return address;
}

/**
 * Reads an account address: 0x and 40 hex digits, all in lower case, all in upper case (including the X), or with a
 * valid EIP-55 checksum. Nothing is trimmed.
 * @returns the checksummed address, or null for any other text
 */
export function parseAddress(text: string): Address | null {
  if (!ANY_CASE.test(text) && !ONE_CASE.test(text)) return null;
  const address = withChecksum(text.slice(2).toLowerCase());
  return ONE_CASE.test(text) || text === address ? address : null;
}

/** Compares two addresses regardless of case. */
export function isSameAddress(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
