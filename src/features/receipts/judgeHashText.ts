import type { Hash } from 'viem';
import { parseAddress } from '#shared/address.ts';
import { findHash, parseHash } from '#shared/hash.ts';

export type JudgedHash = { readonly ok: true; readonly hash: Hash } | { readonly ok: false; readonly problem: string };

/** Finds the hash in what people paste: with spaces around it, or inside a block explorer's address. */
export function judgeHashText(text: string): JudgedHash {
  const trimmed = text.trim();
  const hash = findHash(trimmed) ?? parseHash(`0x${trimmed}`);
  if (hash) return { ok: true, hash };
  if (trimmed === '') return { ok: false, problem: 'Paste the hash of the transaction that you sent.' };
  if (parseAddress(trimmed.toLowerCase())) {
    return {
      ok: false,
      problem: 'This is an account address. A transaction hash is longer: 0x and 64 hex characters.',
    };
  }
  return { ok: false, problem: `A transaction hash is 0x and 64 hex characters; this has ${trimmed.length} in all.` };
}
