import type { Address, Hash } from 'viem';
import type { Transfer } from '../../transfer/model/transfer.ts';
import { depositHash } from '../../transfer/model/transfer.ts';
import type { ChainEvidence } from './evidence.ts';

/** What an earlier lookup saw of a transaction. It explains a hash that no endpoint shows any more. */
export type Remembered = {
  readonly hash: Hash;
  readonly chainId: number;
  readonly from: Address;
  readonly nonce: number | null;
  /** Null while the transaction was pending. */
  readonly block: { readonly number: bigint; readonly hash: Hash } | null;
  /** When this page last saw it; absent if an earlier page stored it. */
  readonly seenAtMs?: number;
};

/** What this browser knows about hashes before it asks the chains. */
export type LookupMemory = {
  readonly remembered: readonly Remembered[];
  readonly transfers: readonly Transfer[];
  /** Accounts pasted beside the hash. */
  readonly addresses: readonly Address[];
};

/** What to remember of a transaction; null if the chain shows none. */
export function rememberTransaction(hash: Hash, evidence: ChainEvidence): Remembered | null {
  if (evidence.kind !== 'pending' && evidence.kind !== 'mined') return null;
  const { from, nonce, chain } = evidence;
  const block = evidence.kind === 'mined' ? { number: evidence.blockNumber, hash: evidence.blockHash } : null;
  return { hash, chainId: chain.id, from, nonce, block };
}

/** What was last seen of a hash, or what a stored transfer says about it. */
export function recall({ remembered, transfers }: LookupMemory, hash: Hash): Remembered | null {
  const seen = remembered.findLast((one) => one.hash === hash);
  if (seen) return seen;
  const stored = transfers.find((one) => depositHash(one) === hash);
  if (!stored || !('nonce' in stored)) return null;
  return { hash, chainId: stored.terms.origin.chainId, from: stored.terms.account, nonce: stored.nonce, block: null };
}

type Proposal = { readonly chainId: number; readonly safe: Address };

/** The Safe whose owners were asked to sign this hash in this browser. */
export function recallProposal({ transfers }: LookupMemory, hash: Hash): Proposal | null {
  const stored = transfers.find((one) => one.status === 'signing' && one.proposal === hash);
  return stored ? { chainId: stored.terms.origin.chainId, safe: stored.terms.account } : null;
}

/** The accounts that may be the Safe behind a hash: pasted ones, and those of this browser's transfers. */
export function accountsIn({ transfers, addresses }: LookupMemory): readonly Address[] {
  return [...new Set([...addresses, ...transfers.map(({ terms }) => terms.account)])];
}
