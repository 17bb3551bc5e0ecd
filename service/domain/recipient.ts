import type { Address } from 'viem';
import { parseAddress } from '#shared/address.ts';
import type { Catalog, Chain } from './catalog.ts';
import { internalAddresses } from './catalog.ts';

export type RecipientResult =
  | { readonly ok: true; readonly recipient: Address }
  | { readonly ok: false; readonly problem: string };

// EIP-1352 reserves the lowest addresses for precompiled contracts: money sent to one is gone.
const HIGHEST_RESERVED = 0xffffn;

/** Reads who is to be paid on a chain. Nothing is trimmed or mended: a text that is not exactly an address is refused. */
export function readRecipient(catalog: Catalog, destination: Chain, text: string): RecipientResult {
  const recipient = parseAddress(text);
  if (!recipient)
    return { ok: false, problem: 'is not an account address (0x and 40 hex digits with a valid checksum)' };
  if (BigInt(recipient) === 0n) return { ok: false, problem: 'is the zero address' };
  if (BigInt(recipient) <= HIGHEST_RESERVED) return { ok: false, problem: 'is reserved for a built-in contract' };
  if (internalAddresses(catalog, destination).includes(recipient)) {
    return { ok: false, problem: 'belongs to the bridge or is a token contract' };
  }
  return { ok: true, recipient };
}
