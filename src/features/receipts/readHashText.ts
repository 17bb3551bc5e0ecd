import type { Hash } from 'viem';
import { parseAddress } from '#shared/address.ts';
import { findHash, parseHash } from '#shared/hash.ts';

export type HashResult = { readonly ok: true; readonly hash: Hash } | { readonly ok: false; readonly problem: string };

/** Finds the hash in pasted text: between spaces, without 0x, or in the URL of a block explorer. */
export function readHashText(text: string): HashResult {
  const trimmed = text.trim();
  const hash = findHash(trimmed) ?? parseHash(`0x${trimmed}`);
  if (hash) return { ok: true, hash };
  if (trimmed === '') return { ok: false, problem: 'Paste the hash of your deposit transaction.' };
  if (parseAddress(trimmed.toLowerCase())) {
    return {
      ok: false,
      problem: 'This is an account address. A transaction hash has 64 hex characters after 0x.',
    };
  }
  return { ok: false, problem: `A transaction hash has 66 characters. This text has ${trimmed.length}.` };
}
