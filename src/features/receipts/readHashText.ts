import type { Hash } from 'viem';
import { parseAddress } from '#shared/address.ts';
import { findHash, parseHash } from '#shared/hash.ts';
import type { ReceiptsWords } from '../../words/receipts/receiptsWords.ts';

export type HashProblem =
  | { readonly kind: 'missing' }
  | { readonly kind: 'address' }
  | { readonly kind: 'length'; readonly count: number };

export type HashResult =
  | { readonly ok: true; readonly hash: Hash }
  | { readonly ok: false; readonly problem: HashProblem };

/** Finds the hash in pasted text: between spaces, without 0x, or in the URL of a block explorer. */
export function readHashText(text: string): HashResult {
  const trimmed = text.trim();
  const hash = findHash(trimmed) ?? parseHash(`0x${trimmed}`);
  if (hash) return { ok: true, hash };
  if (trimmed === '') return { ok: false, problem: { kind: 'missing' } };
  if (parseAddress(trimmed.toLowerCase())) return { ok: false, problem: { kind: 'address' } };
  return { ok: false, problem: { kind: 'length', count: trimmed.length } };
}

export function hashProblemText(problem: HashProblem, { t }: ReceiptsWords): string {
  switch (problem.kind) {
    case 'missing':
      return t('hashMissing');
    case 'address':
      return t('hashIsAddress');
    case 'length':
      return t('hashLength', { count: problem.count });
  }
}
