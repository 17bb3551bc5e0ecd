import type { Address } from 'viem';
import { getAddress, isAddress, zeroAddress } from 'viem';

/** The zero address: it denotes a chain's native token on the wire and in both contracts. */
export const NATIVE_TOKEN_ADDRESS = zeroAddress;

export function isNativeToken(token: Address): boolean {
  return token === NATIVE_TOKEN_ADDRESS;
}

/**
 * Reads an account address: 0x and 40 hex digits. Mixed case must be a valid EIP-55 checksum. Nothing is trimmed.
 * @returns the checksummed address, or null for any other text
 */
export function parseAddress(text: string): Address | null {
  return isAddress(text, { strict: true }) ? getAddress(text) : null;
}

/** Compares two addresses regardless of case. */
export function isSameAddress(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
