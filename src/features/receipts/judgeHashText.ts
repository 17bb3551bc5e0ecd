import type { Hash } from 'viem';

export type JudgedHash = { readonly ok: true; readonly hash: Hash } | { readonly ok: false; readonly problem: string };

const HASH = /0x[0-9a-fA-F]{64}(?![0-9a-fA-F])/;

/** Finds the hash in what people paste: with spaces around it, or inside a block explorer's address. */
export function judgeHashText(text: string): JudgedHash {
  const trimmed = text.trim();
  const found = HASH.exec(trimmed)?.[0];
  if (found) return { ok: true, hash: found.toLowerCase() as Hash };
  if (trimmed === '') return { ok: false, problem: 'Paste the hash of the transaction that you sent.' };
  if (/^0x[0-9a-fA-F]{40}$/.test(trimmed)) {
    return {
      ok: false,
      problem: 'This is an account address. A transaction hash is longer: 0x and 64 hex characters.',
    };
  }
  if (/^[0-9a-fA-F]{64}$/.test(trimmed)) return { ok: true, hash: `0x${trimmed.toLowerCase()}` };
  return { ok: false, problem: `A transaction hash is 0x and 64 hex characters; this has ${trimmed.length} in all.` };
}
