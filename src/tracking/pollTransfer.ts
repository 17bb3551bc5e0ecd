import type { Hash } from 'viem';
import { assertNever } from '#shared/assertNever.ts';
import type { ServiceClient } from '../api/serviceClient.ts';
import type { ChainReads } from '../chain/chainReads.ts';
import { isEqual } from '../domain/isEqual.ts';
import type { Transfer, TransferEvent } from '../domain/transfer.ts';
import { depositHash } from '../domain/transfer.ts';

/** What earlier polls of one transfer found. Lost on a reload. */
export type PollHistory = {
  /** Polls in a row that learned nothing. */
  emptyPolls: number;
  /** The block number at which the nonce of the deposit was first seen as used. */
  nonceUsedAt: bigint | null;
  /** Earlier blocks hold no deposit of this transfer. Null before the first search. */
  searchFrom: bigint | null;
};

export type PollSources = {
  readonly reads: Pick<
    ChainReads,
    | 'depositTime'
    | 'findDeposits'
    | 'findOnOtherChain'
    | 'minedNonce'
    | 'nonceOf'
    | 'originHeight'
    | 'pendingNonce'
    | 'proveTransfer'
    | 'proveTransferRefund'
    | 'readDeposit'
  >;
  readonly service: Pick<ServiceClient, 'getReceipt'>;
  /** Whether another transfer already has this deposit hash. */
  readonly isClaimed: (hash: string) => boolean;
  readonly history: PollHistory;
};

type WithStatus<S extends Transfer['status']> = Extract<Transfer, { status: S }>;

/** After so many empty polls, search for a replaced, cancelled or misdirected deposit too. */
const EMPTY_POLLS_BEFORE_SEARCH = 3;
/** A node may report a used nonce before it has the block that used it. After so many blocks it has that block. */
const BLOCKS_BEFORE_NONCE_COUNTS = 5n;
/** A reorganization, or a node that lags behind, may show a deposit in a block that was searched before. */
const BLOCKS_SEARCHED_AGAIN = 2_000n;

/**
 * Searches the blocks since the wallet was opened. A Safe may take days, so a block that is old enough for every node is
 * searched once.
 */
async function findUnclaimed(
  transfer: Transfer,
  fromBlock: bigint,
  { reads, isClaimed, history }: PollSources,
): Promise<Hash | null> {
  const height = await reads.originHeight(transfer.terms);
  const deposits = await reads.findDeposits(transfer.terms, history.searchFrom ?? fromBlock);
  const found = deposits.find((hash) => !isClaimed(hash)) ?? null;
  const settled = height - BLOCKS_SEARCHED_AGAIN;
  if (found === null && settled > (history.searchFrom ?? fromBlock)) history.searchFrom = settled;
  return found;
}

/** Whether a block that uses the nonce is deep enough for every node to have it. */
async function isNonceUsed(transfer: Transfer, nonce: number, { reads, history }: PollSources): Promise<boolean> {
  if ((await reads.minedNonce(transfer.terms)) <= nonce) {
    history.nonceUsedAt = null;
    return false;
  }
  const height = await reads.originHeight(transfer.terms);
  history.nonceUsedAt ??= height;
  return height - history.nonceUsedAt >= BLOCKS_BEFORE_NONCE_COUNTS;
}

/**
 * The wallet was opened and has not answered. "Not signed" is a guess, because the wallet may have used a later nonce:
 * later polls keep searching for the deposit, and a session searches again before it asks for a signature.
 */
async function findSignedDeposit(transfer: WithStatus<'signing'>, sources: PollSources): Promise<TransferEvent | null> {
  const { terms, attempt, proposal } = transfer;
  if (proposal) return findProposedDeposit(transfer, proposal, sources);
  const isUsed = await isNonceUsed(transfer, attempt.nonce, sources);
  const found = await findUnclaimed(transfer, attempt.fromBlock, sources);
  if (found) return { type: 'depositFound', hash: found };
  const isPending = (await sources.reads.pendingNonce(terms)) > (await sources.reads.minedNonce(terms));
  return isUsed && !isPending ? { type: 'notSigned' } : null;
}

/** A Safe's owners sign for as long as they like, and the nonce of its account says nothing about its transactions. */
async function findProposedDeposit(
  transfer: WithStatus<'signing'>,
  proposal: Hash,
  sources: PollSources,
): Promise<TransferEvent | null> {
  const found = await findUnclaimed(transfer, transfer.attempt.fromBlock, sources);
  if (found) return { type: 'depositFound', hash: found };
  // Other smart accounts answer with the hash of a transaction that the node did not know yet.
  const isTransaction = (await sources.reads.nonceOf(transfer.terms, proposal)) !== null;
  return isTransaction ? { type: 'depositFound', hash: proposal } : null;
}

async function findEarlierDeposit(
  transfer: WithStatus<'readyToSign'>,
  sources: PollSources,
): Promise<TransferEvent | null> {
  const found = transfer.attempt && (await findUnclaimed(transfer, transfer.attempt.fromBlock, sources));
  return found ? { type: 'depositFound', hash: found } : null;
}

/** The hash is not mined: the wallet sped it up, cancelled it, sent it to another chain, or it is a Safe's own hash. */
async function findReplacement(transfer: WithStatus<'sent'>, sources: PollSources): Promise<TransferEvent | null> {
  const { terms, attempt, hash, nonce } = transfer;
  const { reads } = sources;
  const nodeNonce = await reads.nonceOf(terms, hash);
  if (nodeNonce !== null && nodeNonce !== nonce) return { type: 'nonceSeen', nonce: nodeNonce };
  // Only the nonce of this very transaction counts. While a node knows the transaction, it is not replaced.
  const isReplaced = nodeNonce === null && nonce !== null && (await isNonceUsed(transfer, nonce, sources));
  const found = attempt && (await findUnclaimed(transfer, attempt.fromBlock, sources));
  if (found) return { type: 'depositFound', hash: found };
  if (isReplaced && (await reads.readDeposit(terms, hash)) === 'pending') {
    return { type: 'depositFailed', kind: 'cancelled', foundOn: null };
  }
  const elsewhere = nodeNonce === null ? await reads.findOnOtherChain(terms, hash) : null;
  return elsewhere ? { type: 'depositFailed', kind: 'otherChain', foundOn: elsewhere } : null;
}

async function pollOrigin(transfer: WithStatus<'sent'>, sources: PollSources): Promise<TransferEvent | null> {
  const { reads, history } = sources;
  const found = await reads.readDeposit(transfer.terms, transfer.hash);
  switch (found) {
    case 'mined':
      return { type: 'depositMined', at: await reads.depositTime(transfer.terms.origin.chainId, transfer.hash) };
    case 'reverted':
      return { type: 'depositFailed', kind: 'reverted', foundOn: null };
    case 'noDeposit': {
      // The wallet may have answered with another transaction's hash. Search for the deposit before reporting a failure.
      const real = transfer.attempt && (await findUnclaimed(transfer, transfer.attempt.fromBlock, sources));
      if (real) return { type: 'depositFound', hash: real };
      return history.emptyPolls >= EMPTY_POLLS_BEFORE_SEARCH
        ? { type: 'depositFailed', kind: 'noDeposit', foundOn: null }
        : null;
    }
    case 'pending': {
      // Store the nonce while a node knows the transaction: no node shows a replaced one.
      const nonce = transfer.nonce === null ? await reads.nonceOf(transfer.terms, transfer.hash) : null;
      if (nonce !== null) return { type: 'nonceSeen', nonce };
      return history.emptyPolls >= EMPTY_POLLS_BEFORE_SEARCH ? findReplacement(transfer, sources) : null;
    }
  }
}

async function pollService(
  transfer: WithStatus<'deposited' | 'failed'>,
  sources: PollSources,
): Promise<TransferEvent | null> {
  const { reads, service } = sources;
  const receipt = await service.getReceipt({ depositHash: transfer.hash });
  switch (receipt.kind) {
    case 'delivered': {
      const { payoutHash, received } = receipt.delivery;
      return { type: 'payoutReported', payoutHash, claimed: received.amount };
    }
    case 'failed': {
      const { report, claim } = receipt;
      const told = { report, claim };
      const isNews =
        transfer.status === 'deposited' || !isEqual({ report: transfer.report, claim: transfer.claim }, told);
      return isNews ? { type: 'failureReported', ...told } : null;
    }
    case 'inProgress':
      return reportStep(transfer, receipt);
    case 'unknown':
      if (transfer.status === 'deposited' && (await reads.readDeposit(transfer.terms, transfer.hash)) === 'pending') {
        return { type: 'depositUnmined' };
      }
      return reportStep(transfer, NO_STEP);
    case 'refused':
      return reportStep(transfer, NO_STEP);
    default:
      return assertNever(receipt);
  }
}

type StepReport = Pick<Extract<TransferEvent, { type: 'stepReported' }>, 'report' | 'confirmations'>;

const NO_STEP: StepReport = { report: null, confirmations: null };

function reportStep(
  transfer: WithStatus<'deposited' | 'failed'>,
  { report, confirmations }: StepReport,
): TransferEvent | null {
  if (transfer.status === 'failed') return null;
  if (isEqual(report, transfer.report) && isEqual(confirmations, transfer.confirmations)) return null;
  return { type: 'stepReported', report, confirmations };
}

/** Looks for the refund on the origin chain, whatever the service reports. */
async function pollRefund(transfer: WithStatus<'failed'>, sources: PollSources): Promise<TransferEvent | null> {
  const proof = await sources.reads.proveTransferRefund(transfer.terms, transfer);
  if (proof.kind === 'proven') return { type: 'refundProven', refundHash: proof.hash, refunded: proof.refunded };
  if (!isEqual(proof, transfer.refund)) return { type: 'refundUnproven', finding: proof };
  return pollService(transfer, sources);
}

async function pollDestination(
  transfer: WithStatus<'reported'>,
  { reads, service }: PollSources,
): Promise<TransferEvent | null> {
  const proof = await reads.proveTransfer(transfer.terms, transfer);
  if (proof.kind === 'proven') return { type: 'deliveryProven', received: proof.received };
  if (proof.kind === 'mismatch') return { type: 'deliveryDisputed', shortfalls: proof.shortfalls };
  // The service may have replaced the payout since it reported this hash.
  const receipt = await service.getReceipt({ depositHash: transfer.hash });
  if (receipt.kind !== 'delivered' || receipt.delivery.payoutHash === transfer.payoutHash) return null;
  const { payoutHash, received } = receipt.delivery;
  return { type: 'payoutReported', payoutHash, claimed: received.amount };
}

/** Asks the chains and the service once. @returns the event to apply, or null. Throws when they do not answer. */
export async function pollTransfer(transfer: Transfer, sources: PollSources): Promise<TransferEvent | null> {
  switch (transfer.status) {
    case 'signing':
      return findSignedDeposit(transfer, sources);
    case 'sent':
      return pollOrigin(transfer, sources);
    case 'readyToSign':
      return findEarlierDeposit(transfer, sources);
    case 'deposited':
      return pollService(transfer, sources);
    case 'failed':
      return pollRefund(transfer, sources);
    case 'reported':
      return pollDestination(transfer, sources);
    default:
      return null;
  }
}

const POLLED: ReadonlySet<Transfer['status']> = new Set(['signing', 'sent', 'deposited', 'reported']);

/** Whether the chains or the service may still have news of the transfer. */
export function needsPolling(transfer: Transfer): boolean {
  if (transfer.status === 'readyToSign') return transfer.attempt !== null;
  // A deposit that failed on its chain is final. A failure that the service reports ends with a refund on the chain.
  if (transfer.status === 'failed') return transfer.kind === 'failedByService';
  return POLLED.has(transfer.status);
}

export function claimedHashes(transfers: readonly Transfer[]): ReadonlySet<string> {
  return new Set(transfers.map(depositHash).filter((hash) => hash !== null));
}
