import type { Address } from 'viem';
import { parseAddress } from '#shared/address.ts';
import type { Catalog, Chain } from '../../boot/model/catalog.ts';
import { internalAddresses } from '../../boot/model/catalog.ts';

export type RecipientResult =
  | { readonly ok: true; readonly recipient: Address }
  | { readonly ok: false; readonly problem: string };

// EIP-1352 reserves the lowest addresses for precompiled contracts. Money sent there is lost.
const HIGHEST_RESERVED = 0xffffn;

export const NOT_AN_ADDRESS = 'is not an account address (0x and 40 hex digits with a valid checksum)';

/**
 * Parses a payout's recipient. It trims and corrects nothing: text that isn't exactly an address is rejected.
 * @param internal the bridge's addresses and the tokens on the destination chain
 */
export function parseRecipient(text: string, internal: readonly Address[]): RecipientResult {
  const recipient = parseAddress(text);
  if (!recipient) return { ok: false, problem: NOT_AN_ADDRESS };
  if (BigInt(recipient) === 0n) return { ok: false, problem: 'is the zero address' };
  if (BigInt(recipient) <= HIGHEST_RESERVED) return { ok: false, problem: 'is reserved for precompiled contracts' };
  if (internal.includes(recipient)) return { ok: false, problem: 'is an address of the bridge or a token contract' };
  return { ok: true, recipient };
}

/** Parses a payout's recipient on a chain of the catalog. */
export function readRecipient(catalog: Catalog, destination: Chain, text: string): RecipientResult {
  return parseRecipient(text, internalAddresses(catalog, destination));
}
