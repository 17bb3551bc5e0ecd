import type { Hash } from 'viem';
import type { ServiceClient } from '../api/serviceClient.ts';
import type { ChainReads } from '../chain/chainReads.ts';
import { FINAL_DEPTH_BLOCKS } from '../domain/finality.ts';
import type { Attempt } from '../domain/transfer.ts';
import type { TransferTerms } from '../domain/transferTerms.ts';

/** What earlier polls of one transfer found. Lost on a reload. */
export type PollHistory = {
  /** Polls in a row that learned nothing. */
  emptyPolls: number;
  /** Polls in a row in which the chain had no room for the deposit any more. */
  absentPolls: number;
  /** Polls in a row in which the destination chain contradicted the service. */
  mismatches: number;
};

export const NO_HISTORY: PollHistory = { emptyPolls: 0, absentPolls: 0, mismatches: 0 };

export type PollSources = {
  readonly reads: Pick<
    ChainReads,
    | 'codeOf'
    | 'depositTime'
    | 'findDeposit'
    | 'findOnOtherChain'
    | 'minedNonce'
    | 'nonceOf'
    | 'pendingNonce'
    | 'proveTransfer'
    | 'proveTransferRefund'
    | 'readDeposit'
  >;
  readonly service: Pick<ServiceClient, 'getReceipt'>;
  /** Whether a deposit belongs to another transfer. */
  readonly isClaimed: (hash: string) => boolean;
  readonly history: PollHistory;
};

/** Nothing final rests on one answer. */
export const POLLS_BEFORE_VERDICT = 2;

type Sought = {
  readonly terms: TransferTerms;
  readonly attempt: Attempt;
  /** The deposit has this nonce or a later one. */
  readonly nonce: number;
};

/**
 * Whether the account has used the nonce in a block with its confirmations. A smart account can deposit without using
 * its nonce, so that nonce rules nothing out.
 */
async function hasMovedOn({ terms, nonce }: Sought, searchedTo: bigint, { reads }: PollSources): Promise<boolean> {
  const final = searchedTo - BigInt(FINAL_DEPTH_BLOCKS - 1);
  if (final < 0n || (await reads.minedNonce(terms, final)) <= nonce) return false;
  return (await reads.codeOf(terms.origin.chainId, terms.account)) === '0x';
}

/**
 * The one gate of every verdict that there is no deposit. `ruledOut`: in several polls in a row, something else had used the
 * nonce, nothing was pending, and the logs from the first block to those confirmations had no deposit with these terms.
 */
export async function lookForDeposit(
  sought: Sought,
  sources: PollSources,
): Promise<{ readonly kind: 'found'; readonly hash: Hash } | { readonly kind: 'open' | 'ruledOut' }> {
  const { reads, isClaimed, history } = sources;
  const { terms, attempt } = sought;
  // Before the search: it finds a deposit that is mined in between.
  const [pending, mined] = await Promise.all([reads.pendingNonce(terms), reads.minedNonce(terms)]);
  const search = await reads.findDeposit(terms, { fromBlock: attempt.fromBlock, isClaimed });
  if (search.kind === 'found') return search;
  const isAbsent = pending <= mined && search.kind === 'none' && (await hasMovedOn(sought, search.to, sources));
  history.absentPolls = isAbsent ? history.absentPolls + 1 : 0;
  return { kind: history.absentPolls >= POLLS_BEFORE_VERDICT ? 'ruledOut' : 'open' };
}
