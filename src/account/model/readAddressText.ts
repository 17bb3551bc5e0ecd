import type { Address } from 'viem';
import { parseAddress } from '#shared/address.ts';

/** An address, and the chain that the text names with it; null where it names none. */
type AddressReading = { readonly address: Address; readonly chainId: number | null };

// Spaces, marks of direction, joiners and line ends come along when a person copies an address.
const INVISIBLE = /[\s\p{Cf}\p{Cc}]/gu;
// EIP-681 (ethereum:0x…@1), ERC-3770 (eth:0x…) and CAIP-10 (eip155:1:0x…). Wallets write eth: for an address of any chain.
const ADDRESS = /^(?:eth:|ethereum:(?:pay-)?|eip155:(\d{1,15}):)?(?:0x)?([\da-f]{40})(?:@(\d{1,15}))?$/i;

/**
 * Reads an address as people copy it. The 40 digits themselves must be all in lower case, all in upper case, or have a valid
 * EIP-55 checksum.
 */
export function readAddressText(text: string): AddressReading | null {
  const [, before, digits, after] = ADDRESS.exec(text.replace(INVISIBLE, '')) ?? [];
  if (digits === undefined) return null;
  const address = parseAddress(`0x${digits}`);
  const chain = before ?? after;
  return address && { address, chainId: chain === undefined ? null : Number(chain) };
}
