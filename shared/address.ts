import type { Address } from 'viem';
import { getAddress, isAddress, zeroAddress } from 'viem';

/** The zero address: it denotes a chain's native token on the wire and in both contracts. */
export const NATIVE_TOKEN_ADDRESS = zeroAddress;

export function isNativeToken(token: Address): boolean {
  return token === NATIVE_TOKEN_ADDRESS;
}

// EIP-55 reads an address in one case as an address without a checksum.
const ONE_CASE = /^0x[0-9a-f]{40}$|^0[xX][0-9A-F]{40}$/;

/**
 * Reads an account address: 0x and 40 hex digits, all in lower case, all in upper case (also the X), or with a valid EIP-55
 * checksum. Nothing is trimmed.
 * @returns the checksummed address, or null for any other text
 */
export function parseAddress(text: string): Address | null {
  if (ONE_CASE.test(text)) return getAddress(text.toLowerCase());
  return isAddress(text, { strict: true }) ? getAddress(text) : null;
}

/** Compares two addresses regardless of case. */
export function isSameAddress(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
