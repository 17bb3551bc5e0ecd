import type { Hash } from 'viem';
import { assertNever } from '#shared/assertNever.ts';
import type { ServiceClient } from '../api/serviceClient.ts';
import type { ChainReads } from '../chain/chainReads.ts';
import type { RefundFinding, Transfer, TransferEvent } from '../domain/transfer.ts';
import { depositHash } from '../domain/transfer.ts';

/** What a page remembers of one transfer from look to look. */
export type Memory = {
  /** How often in a row nothing was learned. */
  quietLooks: number;
  /** The height at which the account's nonce was first seen to have passed the transfer's. */
  nonceUsedAt: bigint | null;
};

export type Sources = {
  readonly reads: ChainReads;
  readonly service: ServiceClient;
  /** Deposits that belong to another transfer already. */
  readonly isClaimed: (hash: string) => boolean;
  readonly memory: Memory;
};

type Open<S extends Transfer['status']> = Extract<Transfer, { status: S }>;

/** After so many looks without an answer, the rarer explanations are asked for too. */
const QUIET_LOOKS_BEFORE_SEARCH = 3;
/** A node may know a nonce and not yet the block that used it: that deep it has caught up, or will not. */
const BLOCKS_BEFORE_VERDICT = 5n;

async function findUnclaimed(
  transfer: Transfer,
  fromBlock: bigint,
  { reads, isClaimed }: Sources,
): Promise<Hash | null> {
  const deposits = await reads.findDeposits(transfer.terms, fromBlock);
  return deposits.find((hash) => !isClaimed(hash)) ?? null;
}

/** Whether the account has used that nonce, and long enough ago for its block to be seen by every node that is asked. */
async function isNonceLongUsed(transfer: Transfer, nonce: number, { reads, memory }: Sources): Promise<boolean> {
  if ((await reads.minedNonce(transfer.terms)) <= nonce) {
    memory.nonceUsedAt = null;
    return false;
  }
  const height = await reads.originHeight(transfer.terms);
  memory.nonceUsedAt ??= height;
  return height - memory.nonceUsedAt >= BLOCKS_BEFORE_VERDICT;
}

/**
 * A wallet was opened and never answered: the chain knows whether it signed. That nothing was is only ever a guess, for
 * the wallet may have used a later nonce; the transfer goes on being looked for, and is before it is signed again.
 */
async function lookForDeposit(transfer: Open<'signing'>, sources: Sources): Promise<TransferEvent | null> {
  const { terms, attempt } = transfer;
  const isUsed = await isNonceLongUsed(transfer, attempt.nonce, sources);
  const found = await findUnclaimed(transfer, attempt.fromBlock, sources);
  if (found) return { type: 'depositFound', hash: found };
  const isPending = (await sources.reads.pendingNonce(terms)) > (await sources.reads.minedNonce(terms));
  return isUsed && !isPending ? { type: 'notSigned' } : null;
}

async function lookForEarlierAttempt(transfer: Open<'readyToSign'>, sources: Sources): Promise<TransferEvent | null> {
  const found = transfer.attempt && (await findUnclaimed(transfer, transfer.attempt.fromBlock, sources));
  return found ? { type: 'depositFound', hash: found } : null;
}

/** The hash that the wallet gave is not mined: sped up, cancelled, not the chain's own (a Safe's), or sent elsewhere. */
async function searchForReplacement(transfer: Open<'sent'>, sources: Sources): Promise<TransferEvent | null> {
  const { terms, attempt, hash, nonce } = transfer;
  const { reads } = sources;
  const shown = await reads.nonceOf(terms, hash);
  if (shown !== null && shown !== nonce) return { type: 'nonceSeen', nonce: shown };
  // Its own nonce, once seen, is the only one that says anything; and while a node shows it, it is not replaced.
  const isReplaced = shown === null && nonce !== null && (await isNonceLongUsed(transfer, nonce, sources));
  const found = attempt && (await findUnclaimed(transfer, attempt.fromBlock, sources));
  if (found) return { type: 'depositFound', hash: found };
  if (isReplaced && (await reads.readDeposit(terms, hash)) === 'pending') {
    return { type: 'depositFailed', kind: 'cancelled', message: '' };
  }
  const elsewhere = shown === null ? await reads.findOnOtherChain(terms, hash) : null;
  return elsewhere ? { type: 'depositFailed', kind: 'otherChain', message: elsewhere } : null;
}

async function readOrigin(transfer: Open<'sent'>, sources: Sources): Promise<TransferEvent | null> {
  const { reads, memory } = sources;
  const found = await reads.readDeposit(transfer.terms, transfer.hash);
  switch (found) {
    case 'mined':
      return { type: 'depositMined' };
    case 'reverted':
      return { type: 'depositFailed', kind: 'reverted', message: '' };
    case 'noDeposit': {
      // A wallet may answer with a hash that is not this deposit's. The real one is looked for before anything is said.
      const real = transfer.attempt && (await findUnclaimed(transfer, transfer.attempt.fromBlock, sources));
      if (real) return { type: 'depositFound', hash: real };
      return memory.quietLooks >= QUIET_LOOKS_BEFORE_SEARCH
        ? { type: 'depositFailed', kind: 'noDeposit', message: '' }
        : null;
    }
    case 'pending': {
      // Its nonce is learned while it is in sight: replaced, it is not shown any more.
      const nonce = transfer.nonce === null ? await reads.nonceOf(transfer.terms, transfer.hash) : null;
      if (nonce !== null) return { type: 'nonceSeen', nonce };
      return memory.quietLooks >= QUIET_LOOKS_BEFORE_SEARCH ? searchForReplacement(transfer, sources) : null;
    }
  }
}

async function askService(transfer: Open<'deposited' | 'failed'>, sources: Sources): Promise<TransferEvent | null> {
  const { reads, service } = sources;
  const receipt = await service.getReceipt({ depositHash: transfer.hash });
  switch (receipt.kind) {
    case 'delivered': {
      const { payoutHash, received } = receipt.delivery;
      return { type: 'payoutReported', payoutHash, claimed: received.amount };
    }
    case 'failed': {
      const isNews = transfer.status === 'deposited' || transfer.message !== receipt.message;
      return isNews ? { type: 'failureReported', message: receipt.message } : null;
    }
    case 'inProgress':
      return reportStep(transfer, receipt.step);
    case 'unknown':
      if (transfer.status === 'deposited' && (await reads.readDeposit(transfer.terms, transfer.hash)) === 'pending') {
        return { type: 'depositUnmined' };
      }
      return reportStep(transfer, '');
    case 'refused':
      return reportStep(transfer, '');
    default:
      return assertNever(receipt);
  }
}

function reportStep(transfer: Open<'deposited' | 'failed'>, step: string): TransferEvent | null {
  if (transfer.status === 'failed' || step === transfer.step) return null;
  return { type: 'stepReported', step };
}

function isSameFinding(finding: RefundFinding, known: RefundFinding | null): boolean {
  return JSON.stringify(finding) === JSON.stringify(known);
}

/** A refund is a payment on the origin chain: it is looked for there, whatever the service says of it. */
async function lookForRefund(transfer: Open<'failed'>, sources: Sources): Promise<TransferEvent | null> {
  const proof = await sources.reads.proveTransferRefund(transfer.terms, transfer);
  if (proof.kind === 'proven') return { type: 'refundProven', refundHash: proof.hash, refunded: proof.refunded };
  if (!isSameFinding(proof, transfer.refund)) return { type: 'refundUnproven', finding: proof };
  return askService(transfer, sources);
}

async function askDestination(transfer: Open<'reported'>, { reads, service }: Sources): Promise<TransferEvent | null> {
  const proof = await reads.proveTransfer(transfer.terms, transfer);
  if (proof.kind === 'proven') return { type: 'deliveryProven', received: proof.received };
  if (proof.kind === 'mismatch') return { type: 'deliveryDisputed', shortfalls: proof.shortfalls };
  // Not to be found there: the service may have named another transaction since.
  const receipt = await service.getReceipt({ depositHash: transfer.hash });
  if (receipt.kind !== 'delivered' || receipt.delivery.payoutHash === transfer.payoutHash) return null;
  const { payoutHash, received } = receipt.delivery;
  return { type: 'payoutReported', payoutHash, claimed: received.amount };
}

/** One look at where an open transfer is. Throws where nobody answered: the wait goes on. */
export async function lookAt(transfer: Transfer, sources: Sources): Promise<TransferEvent | null> {
  switch (transfer.status) {
    case 'signing':
      return lookForDeposit(transfer, sources);
    case 'sent':
      return readOrigin(transfer, sources);
    case 'readyToSign':
      return lookForEarlierAttempt(transfer, sources);
    case 'deposited':
      return askService(transfer, sources);
    case 'failed':
      return lookForRefund(transfer, sources);
    case 'reported':
      return askDestination(transfer, sources);
    default:
      return null;
  }
}

const TRAVELLING: ReadonlySet<Transfer['status']> = new Set(['signing', 'sent', 'deposited', 'reported']);

/** Whether there is anything to learn about it: from the chains, or from the service. */
export function isTravelling(transfer: Transfer): boolean {
  if (transfer.status === 'readyToSign') return transfer.attempt !== null;
  // The service's word is followed up until the chain shows the refund; what failed on the chain itself is final.
  if (transfer.status === 'failed') return transfer.kind === 'failedByService';
  return TRAVELLING.has(transfer.status);
}

export function claimedHashes(transfers: readonly Transfer[]): ReadonlySet<string> {
  return new Set(transfers.map(depositHash).filter((hash) => hash !== null));
}
