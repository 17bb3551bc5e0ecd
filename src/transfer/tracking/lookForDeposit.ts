import type { Hash } from 'viem';
import type { Receipt } from '#client/receipt.ts';
import { FINAL_DEPTH_BLOCKS } from '../../chain/model/finality.ts';
import type { Attempt } from '../model/transfer.ts';
import type { TransferTerms } from '../model/transferTerms.ts';
import type { ChainReads } from '../reads/chainReads.ts';

/** What earlier polls of one transfer found. Lost on a reload. */
export type PollHistory = {
  /** Polls in a row without news. */
  emptyPolls: number;
  /** Polls in a row that found the deposit no longer possible. */
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
    | 'depositsIn'
    | 'findDeposit'
    | 'findOnOtherChain'
    | 'minedNonce'
    | 'nonceOf'
    | 'pendingNonce'
    | 'proveTransfer'
    | 'proveTransferRefund'
    | 'readDeposit'
  >;
  /** The service's receipt for a deposit. */
  readonly receiptOf: (hash: Hash) => Promise<Receipt>;
  /** Whether a deposit, mined in this block, belongs to another transfer. */
  readonly isClaimed: (hash: string, block: bigint) => boolean;
  readonly history: PollHistory;
};

/** Nothing final depends on a single answer. */
export const POLLS_BEFORE_VERDICT = 2;

/**
 * The sources of one poll. Only a poll that finds the deposit absent continues the count; a failed poll resets it too.
 */
export type Poll = PollSources & { readonly absentBefore: number };

export function startPoll(sources: PollSources): Poll {
  const absentBefore = sources.history.absentPolls;
  sources.history.absentPolls = 0;
  return { ...sources, absentBefore };
}

type Sought = {
  readonly terms: TransferTerms;
  readonly attempt: Attempt;
  /** The deposit has this nonce or a later one. */
  readonly nonce: number;
};

/**
 * Whether something else seems to have used the nonce. A smart account can deposit without using its nonce, so its
 * nonce rules nothing out.
 */
async function seemsAbsent({ terms, nonce }: Sought, { reads }: Poll): Promise<boolean> {
  const [pending, mined] = await Promise.all([reads.pendingNonce(terms), reads.minedNonce(terms)]);
  return pending <= mined && mined > nonce && (await reads.codeOf(terms.origin.chainId, terms.account)) === '0x';
}

/** Whether the account had used the nonce by the last final block. */
async function hasMovedOn({ terms, nonce }: Sought, searchedTo: bigint, { reads }: Poll): Promise<boolean> {
  const final = searchedTo - BigInt(FINAL_DEPTH_BLOCKS - 1);
  return final >= 0n && (await reads.minedNonce(terms, final)) > nonce;
}

/**
 * Every verdict that there is no deposit passes through here. `ruledOut`: in several polls in a row, something else had
 * used the nonce with enough confirmations, nothing was pending, and no block from the first one on had a deposit with
 * these terms in its logs.
 */
export async function lookForDeposit(
  sought: Sought,
  poll: Poll,
): Promise<{ readonly kind: 'found'; readonly hash: Hash } | { readonly kind: 'open' | 'ruledOut' }> {
  const { reads, isClaimed, history, absentBefore } = poll;
  const { terms, attempt } = sought;
  // Read before the search, which then finds a deposit mined in between.
  const isWhole = await seemsAbsent(sought, poll);
  const search = await reads.findDeposit(terms, { fromBlock: attempt.fromBlock, isClaimed, isWhole });
  if (search.kind === 'found') return search;
  if (!isWhole) return { kind: 'open' };
  if (search.kind === 'incomplete') {
    // The next poll continues the same search.
    history.absentPolls = absentBefore;
    return { kind: 'open' };
  }
  if (!(await hasMovedOn(sought, search.to, poll))) return { kind: 'open' };
  if (absentBefore + 1 >= POLLS_BEFORE_VERDICT) return { kind: 'ruledOut' };
  history.absentPolls = absentBefore + 1;
  return { kind: 'open' };
}
