import type { Hash } from 'viem';
import type { Receipt } from '#client/receipt.ts';
import { assertNever } from '#shared/assertNever.ts';
import { isEqual } from '../../lib/isEqual.ts';
import { reading } from '../../lib/reading.ts';
import type { Attempt, Doubt, FailureKind, Transfer, TransferEvent } from '../model/transfer.ts';
import type { TransferTerms } from '../model/transferTerms.ts';
import type { DeliveryProof } from '../reads/proofReads.ts';
import type { Poll, PollSources } from './lookForDeposit.ts';
import { lookForDeposit, POLLS_BEFORE_VERDICT, startPoll } from './lookForDeposit.ts';

type WithStatus<S extends Transfer['status']> = Extract<Transfer, { status: S }>;

/** After this many empty polls, also search for a replaced, cancelled or misdirected deposit. */
const EMPTY_POLLS_BEFORE_SEARCH = 3;

/** After this many empty polls, about five minutes, look for the payout without the service. */
const EMPTY_POLLS_BEFORE_PAYOUT = 20;

type Attempted = { readonly terms: TransferTerms; readonly attempt: Attempt | null };

/** Searches for a deposit, without drawing conclusions if there is none. */
async function findLateDeposit({ terms, attempt }: Attempted, { reads, isClaimed }: PollSources): Promise<Hash | null> {
  if (!attempt) return null;
  const search = await reads.findDeposit(terms, { fromBlock: attempt.fromBlock, isClaimed });
  return search.kind === 'found' ? search.hash : null;
}

async function pollLateDeposit(transfer: Attempted, sources: PollSources): Promise<TransferEvent | null> {
  const hash = await findLateDeposit(transfer, sources);
  return hash && { type: 'depositFound', hash };
}

/** While a session waits for the wallet, only the deposit itself says something. */
export async function pollOpenWallet(transfer: Transfer, sources: PollSources): Promise<TransferEvent | null> {
  return transfer.status === 'signing' ? pollLateDeposit(transfer, sources) : null;
}

/**
 * The wallet was opened and has not answered. "Not signed" is a guess, because the wallet may have used a later nonce,
 * so later polls keep searching for the deposit, and a session searches again before it asks for a signature.
 */
async function findSignedDeposit(transfer: WithStatus<'signing'>, poll: Poll): Promise<TransferEvent | null> {
  const { terms, attempt, proposal } = transfer;
  if (proposal) return findProposedDeposit(transfer, proposal, poll);
  const look = await lookForDeposit({ terms, attempt, nonce: attempt.nonce }, poll);
  if (look.kind === 'found') return { type: 'depositFound', hash: look.hash };
  return look.kind === 'ruledOut' ? { type: 'notSigned' } : null;
}

/** A Safe's owners may take any time to sign, and its account's nonce says nothing about its transactions. */
async function findProposedDeposit(
  transfer: WithStatus<'signing'>,
  proposal: Hash,
  sources: PollSources,
): Promise<TransferEvent | null> {
  const found = await findLateDeposit(transfer, sources);
  if (found) return { type: 'depositFound', hash: found };
  // Other smart accounts answer with the hash of a transaction that the node did not know yet.
  const isTransaction = (await sources.reads.nonceOf(transfer.terms, proposal)) !== null;
  return isTransaction ? { type: 'depositFound', hash: proposal } : null;
}

/** What seems to be wrong with the transaction that the wallet named. A cancelled one is not found anywhere. */
type Suspicion = { readonly kind: Exclude<FailureKind, 'failedByService'>; readonly foundOn: string | null };

/** The lowest nonce that the deposit can have; null if it is unknown, or if no search is possible. */
function leastNonce({ attempt, nonce }: WithStatus<'sent'>, { kind }: Suspicion): number | null {
  if (kind !== 'cancelled') return attempt?.nonce ?? null;
  // Without this very transaction's nonce, it may still be waiting behind others.
  return attempt && nonce !== null ? Math.max(attempt.nonce, nonce) : null;
}

type Look = Awaited<ReturnType<typeof lookForDeposit>>;

async function lookInstead(transfer: WithStatus<'sent'>, suspicion: Suspicion, poll: Poll): Promise<Look> {
  const { terms, attempt } = transfer;
  const nonce = leastNonce(transfer, suspicion);
  if (attempt && nonce !== null) return lookForDeposit({ terms, attempt, nonce }, poll);
  const hash = await findLateDeposit(transfer, poll);
  return hash ? { kind: 'found', hash } : { kind: 'open' };
}

function newsOf(transfer: WithStatus<'sent'>, doubt: Doubt | null): TransferEvent | null {
  return isEqual(doubt, transfer.doubt) ? null : { type: 'depositDoubted', doubt };
}

/** Fails the transfer only once the chain rules its deposit out. Until then the screen shows what is known. */
async function weigh(transfer: WithStatus<'sent'>, suspicion: Suspicion, poll: Poll): Promise<TransferEvent | null> {
  const { kind, foundOn } = suspicion;
  const doubt: Doubt | null = kind === 'cancelled' ? null : { kind, foundOn };
  let look: Look;
  try {
    look = await lookInstead(transfer, suspicion, poll);
  } catch (error) {
    // What is wrong with the transaction is known, even if the search for another one fails.
    const news = doubt && newsOf(transfer, doubt);
    if (news) return news;
    throw error;
  }
  if (look.kind === 'found') {
    return look.hash === transfer.hash ? newsOf(transfer, null) : { type: 'depositFound', hash: look.hash };
  }
  return look.kind === 'ruledOut' ? { type: 'depositFailed', ...suspicion } : newsOf(transfer, doubt);
}

/**
 * The hash is not mined: the wallet sped the transaction up, cancelled it, sent it to another chain, or it is a Safe's
 * own hash.
 */
async function findReplacement(transfer: WithStatus<'sent'>, poll: Poll): Promise<TransferEvent | null> {
  const { terms, hash, nonce } = transfer;
  const { reads } = poll;
  const nodeNonce = await reads.nonceOf(terms, hash);
  // While a node knows the transaction, it has not been replaced.
  if (nodeNonce !== null) {
    return nodeNonce === nonce ? pollLateDeposit(transfer, poll) : { type: 'nonceSeen', nonce: nodeNonce };
  }
  const elsewhere = await reading(reads.findOnOtherChain(terms, hash));
  if (!elsewhere.ok) {
    // An unrelated chain that does not answer must not hide the deposit that replaced this transaction.
    const found = await pollLateDeposit(transfer, poll);
    if (found) return found;
    throw new Error('another chain did not answer');
  }
  const foundOn = elsewhere.value;
  return weigh(transfer, { kind: foundOn === null ? 'cancelled' : 'otherChain', foundOn }, poll);
}

async function pollOrigin(transfer: WithStatus<'sent'>, poll: Poll): Promise<TransferEvent | null> {
  const { reads, history } = poll;
  const { terms, attempt, hash } = transfer;
  const found = await reads.readDeposit(terms, hash, attempt);
  switch (found) {
    case 'mined':
      return { type: 'depositMined', at: await reads.depositTime(terms.origin.chainId, hash) };
    case 'reverted':
    case 'noDeposit':
      return weigh(transfer, { kind: found, foundOn: null }, poll);
    case 'pending': {
      if (transfer.nonce === null || transfer.doubt) {
        const nonce = await reads.nonceOf(terms, hash);
        // Store the nonce while a node knows the transaction, because no node returns a replaced one.
        if (nonce !== null && nonce !== transfer.nonce) return { type: 'nonceSeen', nonce };
        // The transaction is pending, so the answer that it failed was wrong.
        if (nonce !== null && transfer.doubt) return { type: 'depositDoubted', doubt: null };
      }
      return history.emptyPolls >= EMPTY_POLLS_BEFORE_SEARCH ? findReplacement(transfer, poll) : null;
    }
  }
}

/** Looks for a payout that the service does not report: it may be wrong, or down after it paid. */
async function findPayout(
  { terms, hash }: WithStatus<'deposited' | 'failed'>,
  { reads }: PollSources,
): Promise<TransferEvent | null> {
  const proof = await reads.proveTransfer(terms, { hash, payoutHash: null, claimed: 0n });
  return proof.kind === 'proven' ? { type: 'deliveryProven', payoutHash: proof.hash, received: proof.received } : null;
}

async function pollService(
  transfer: WithStatus<'deposited' | 'failed'>,
  sources: PollSources,
): Promise<TransferEvent | null> {
  const { history } = sources;
  const receipt = await reading(sources.receiptOf(transfer.hash));
  const news = receipt.ok ? await newsIn(receipt.value, transfer, sources) : null;
  if (news) return news;
  if (!receipt.ok) history.emptyPolls += 1;
  const found = history.emptyPolls < EMPTY_POLLS_BEFORE_PAYOUT ? null : await findPayout(transfer, sources);
  if (!found && !receipt.ok) throw new Error('the service gave no receipt');
  return found;
}

async function newsIn(
  receipt: Receipt,
  transfer: WithStatus<'deposited' | 'failed'>,
  { reads }: PollSources,
): Promise<TransferEvent | null> {
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
      if (
        transfer.status === 'deposited' &&
        (await reads.readDeposit(transfer.terms, transfer.hash, null)) !== 'mined'
      ) {
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

/** Whether a vault made the payment, although not as promised. It then makes no refund. */
function showsPayment(proof: DeliveryProof): boolean {
  if (proof.kind !== 'mismatch') return false;
  return proof.shortfalls.some(({ field }) => field !== 'transaction' && field !== 'payment');
}

/**
 * The vaults' own record proves a delivery. If there is no payment, the service's report of it was wrong, and a refund may
 * follow. A mismatch counts only when it repeats, and later polls look again.
 */
async function pollDestination(
  transfer: WithStatus<'reported' | 'disputed'>,
  { reads, receiptOf, history }: PollSources,
): Promise<TransferEvent | null> {
  const proof = await reads.proveTransfer(transfer.terms, transfer);
  if (proof.kind === 'proven') return { type: 'deliveryProven', payoutHash: proof.hash, received: proof.received };
  history.mismatches = proof.kind === 'mismatch' ? history.mismatches + 1 : 0;
  if (proof.kind === 'mismatch' && history.mismatches >= POLLS_BEFORE_VERDICT) {
    const { shortfalls } = proof;
    const isNews = transfer.status === 'reported' || !isEqual(shortfalls, transfer.shortfalls);
    if (isNews) return { type: 'deliveryDisputed', shortfalls };
  }
  // The service may have replaced the payout since it reported this hash.
  const receipt = await receiptOf(transfer.hash);
  if (receipt.kind === 'failed' && !showsPayment(proof)) {
    return { type: 'failureReported', report: receipt.report, claim: receipt.claim };
  }
  if (receipt.kind !== 'delivered') return null;
  const { payoutHash, received } = receipt.delivery;
  if (payoutHash === transfer.payoutHash && received.amount === transfer.claimed) return null;
  history.mismatches = 0;
  return { type: 'payoutReported', payoutHash, claimed: received.amount };
}

/**
 * Asks the chains and the service once.
 * @returns the event to apply, or null. Throws when they do not answer.
 */
export async function pollTransfer(transfer: Transfer, asked: PollSources): Promise<TransferEvent | null> {
  const sources = startPoll(asked);
  switch (transfer.status) {
    case 'signing':
      return findSignedDeposit(transfer, sources);
    case 'sent':
      return pollOrigin(transfer, sources);
    case 'deposited':
      return pollService(transfer, sources);
    case 'failed':
      return transfer.kind === 'failedByService' ? pollRefund(transfer, sources) : pollLateDeposit(transfer, sources);
    case 'readyToSign':
    case 'abandoned':
      return pollLateDeposit(transfer, sources);
    case 'reported':
    case 'disputed':
      return pollDestination(transfer, sources);
    default:
      return null;
  }
}

const POLLED: ReadonlySet<Transfer['status']> = new Set(['signing', 'sent', 'deposited', 'reported', 'disputed']);

/** Whether the chains or the service may still have news about the transfer. */
export function needsPolling(transfer: Transfer): boolean {
  switch (transfer.status) {
    // The wallet was opened for these, so a deposit may still appear. A failure that the service reports ends with a
    // refund.
    case 'readyToSign':
    case 'abandoned':
    case 'failed':
      return transfer.attempt !== null || (transfer.status === 'failed' && transfer.kind === 'failedByService');
    default:
      return POLLED.has(transfer.status);
  }
}
