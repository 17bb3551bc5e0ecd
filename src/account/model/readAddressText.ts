import type { Address } from 'viem';
import { parseAddress } from '#shared/address.ts';

/** An address, and the chain that the text names with it; null if it names none. */
type AddressReading = { readonly address: Address; readonly chainId: number | null };

// Copied addresses often contain spaces, direction marks, joiners and line ends.
const INVISIBLE = /[\s\p{Cf}\p{Cc}]/gu;
// EIP-681 (ethereum:0x…@1), ERC-3770 (eth:0x…) and CAIP-10 (eip155:1:0x…). Wallets write eth: for addresses on any
// chain.
const ADDRESS = /^(?:eth:|ethereum:(?:pay-)?|eip155:(\d{1,15}):)?(?:0x)?([\da-f]{40})(?:@(\d{1,15}))?$/i;

/**
 * Reads an address as people copy it. The 40 digits must be all lower case, all upper case, or have a valid EIP-55
 * checksum.
 */
export function readAddressText(text: string): AddressReading | null {
  const [, before, digits, after] = ADDRESS.exec(text.replace(INVISIBLE, '')) ?? [];
  if (digits === undefined) return null;
  const address = parseAddress(`0x${digits}`);
  const chain = before ?? after;
  return address && { address, chainId: chain === undefined ? null : Number(chain) };
}
