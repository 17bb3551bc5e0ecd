import type { Address } from 'viem';
import { getAddress, isAddress, zeroAddress } from 'viem';

/** The address by which the wire names a chain's native token. */
export const NATIVE_TOKEN_ADDRESS = zeroAddress;

export function isNativeToken(token: Address): boolean {
  return token === NATIVE_TOKEN_ADDRESS;
}

/**
 * Reads an account address: 20 bytes of 0x-hex, where mixed case must carry a valid EIP-55 checksum. Nothing is trimmed.
 * @returns the checksummed address, or null where the text is none
 */
export function parseAddress(text: string): Address | null {
  return isAddress(text, { strict: true }) ? getAddress(text) : null;
}

export function isSameAddress(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
