import type { Hash } from 'viem';
import { isNativeToken } from '#shared/address.ts';
import { parseHash } from '#shared/hash.ts';
import { isRejection, refusalIn, searchIncomplete, WalletStepFailed } from '../../account/walletProblem.ts';
import { shortReason } from '../../chain/chainErrors.ts';
import { isContract } from '../../chain/model/accountCode.ts';
import type { Registry } from '../../config/registry.ts';
import { isTokenPinned } from '../../config/registry.ts';
import { reading } from '../../lib/reading.ts';
import { isQuoteExpired } from '../model/quote.ts';
import type { Call, PlannedCall } from '../model/transactionPlan.ts';
import { callsOf, planTransactions, revocationOf } from '../model/transactionPlan.ts';
import type { Transfer, TransferEvent } from '../model/transfer.ts';
import type { TransferTerms } from '../model/transferTerms.ts';
import { encodesAgain } from '../model/verifyBuild.ts';
import type { ChainReads } from '../reads/chainReads.ts';
import type { Applied } from '../transferStore.ts';
import type { ConnectedWallet, From } from './connectedWallet.ts';
import { openBatch, supportsBatch, waitForBatch } from './connectedWallet.ts';

/** One run of the wallet for a transfer. */
export type Session = {
  readonly wallet: ConnectedWallet;
  readonly reads: Pick<
    ChainReads,
    'allowanceOf' | 'codeOf' | 'findDeposit' | 'nonceOf' | 'readAttempt' | 'simulateInOrder' | 'waitForReceipt'
  >;
  readonly registry: Registry;
  readonly now: () => number;
  readonly sleep: (delayMs: number) => Promise<void>;
  readonly terms: TransferTerms;
  /** Writes the event to storage before it returns. */
  readonly apply: (event: TransferEvent) => Applied | null;
  /** Whether another transfer already has this deposit hash. */
  readonly isClaimed: (hash: Hash) => boolean;
};

/**
 * Takes a transfer through the wallet until the deposit is sent. The transactions are planned from the current
 * allowance, which may have changed since the review.
 * @throws WalletStepFailed with the problem; another session can continue the transfer
 */
export async function runSession(transfer: Transfer, session: Session): Promise<void> {
  if (transfer.status === 'signing' && transfer.proposal) {
    await requireAccount(session);
    return followBatch(session, transfer.proposal, true);
  }
  if (transfer.status !== 'approving' && transfer.status !== 'readyToSign') return;
  if (await findEarlierDeposit(transfer, session)) return;
  requireFresh(session);
  requireReviewed(session);
  await prepareWallet(session);
  const plan = planTransactions(session.terms, await readAllowance(session));
  if (plan.approvals.length > 0 && (await signBatch(session, callsOf(plan)))) return;
  await approveInOrder(session, plan.approvals);
  // The wallet may have changed its account or chain while the approval was mined.
  await prepareWallet(session);
  await signDeposit(session, plan.deposit);
}

/** Sets the deposit contract's allowance to zero. The operator may have replaced the contract since. */
export async function revokeAllowance(session: Session): Promise<void> {
  const { registry, terms } = session;
  if (!isTokenPinned(registry, terms) && !encodesAgain(terms, registry)) {
    throw new WalletStepFailed({ kind: 'tokenNotPinned' });
  }
  await prepareWallet(session);
  await approve(session, revocationOf(terms));
}

/**
 * Looks on the chain for a deposit from an earlier session.
 * @returns whether it was found
 */
async function findEarlierDeposit(transfer: Transfer, { reads, terms, apply, isClaimed }: Session): Promise<boolean> {
  if (transfer.status !== 'readyToSign' || !transfer.attempt) return false;
  const { fromBlock } = transfer.attempt;
  const search = await reads.findDeposit(terms, { fromBlock, isClaimed, isWhole: true });
  if (search.kind === 'incomplete') throw searchIncomplete(search);
  if (search.kind === 'found') apply({ type: 'depositFound', hash: search.hash });
  return search.kind === 'found';
}

/** Half of the service's default quote lifetime. The rest is for the wallet and the chain. */
const TERMS_MAX_AGE_MS = 5 * 60_000;

function requireFresh({ now, terms }: Session): void {
  const times = { builtAt: terms.createdAt, validUntilMs: terms.validUntilMs };
  if (now() - terms.createdAt > TERMS_MAX_AGE_MS || isQuoteExpired(times, now()))
    throw new WalletStepFailed({ kind: 'quoteExpired' });
}

/** If the app encodes a different transaction from the stored terms, they are not what the person reviewed. */
function requireReviewed({ terms, registry }: Session): void {
  if (!encodesAgain(terms, registry)) throw new WalletStepFailed({ kind: 'termsChanged' });
}

/** A wallet that falsely reports a switch never sends the event that wagmi waits for. */
const SWITCH_TIMEOUT_MS = 60_000;

/** Brings the wallet to the transfer's account and origin chain. */
async function prepareWallet(session: Session): Promise<void> {
  const { wallet, terms, sleep } = session;
  const { chainId } = terms.origin;
  await requireAccount(session);
  if ((await wallet.chainId()) !== chainId || wallet.announced()?.chainId !== chainId) {
    await Promise.race([wallet.switchChain(chainId), sleep(SWITCH_TIMEOUT_MS)]).catch((cause: unknown) => {
      throw new WalletStepFailed(isRejection(cause) ? { kind: 'rejected' } : { kind: 'otherChain' }, cause);
    });
  }
  if ((await wallet.chainId()) !== chainId) throw new WalletStepFailed({ kind: 'otherChain' });
  await requireAccount(session);
}

/** Right after a page has loaded, the wallet of the last visit is still connecting. */
const CONNECT_TIMEOUT_MS = 3_000;

/** Requires the account that the wallet announced, and also the accounts that it reports now. */
async function requireAccount({ wallet, terms, sleep }: Session): Promise<void> {
  if (!wallet.announced()) await Promise.race([wallet.connected(), sleep(CONNECT_TIMEOUT_MS)]);
  const announced = wallet.announced();
  if (!announced) throw new WalletStepFailed({ kind: 'notConnected' });
  const accounts = await wallet.accounts().catch((cause: unknown) => {
    throw new WalletStepFailed({ kind: 'notConnected' }, cause);
  });
  if (announced.account !== terms.account || !accounts.includes(terms.account)) {
    throw new WalletStepFailed({ kind: 'otherAccount' });
  }
}

async function readAllowance({ reads, terms }: Session): Promise<bigint> {
  const { chainId, token } = terms.origin;
  if (isNativeToken(token)) return 0n;
  return reads.allowanceOf({ chainId, token, account: terms.account }, terms.deposit.to);
}

async function approveInOrder(session: Session, approvals: readonly PlannedCall[]): Promise<void> {
  for (const approval of approvals) await approve(session, approval);
  if (approvals.length > 0) {
    // A wallet lets its user lower the approved amount, so read the allowance from the chain.
    const allowance = await readAllowance(session);
    if (allowance < session.terms.send) throw new WalletStepFailed({ kind: 'allowanceTooLow', allowance });
  }
  session.apply({ type: 'allowanceReady' });
}

async function approve(session: Session, approval: PlannedCall): Promise<void> {
  const { wallet, terms, apply } = session;
  await simulate(session, [approval]);
  const answer = await wallet.send(sender(terms), approval).catch((cause: unknown) => {
    // An approval moves no tokens, so it is safe to ask for it again.
    throw new WalletStepFailed(refusalIn(cause) ?? { kind: 'unanswered', reason: shortReason(cause) }, cause);
  });
  const hash = hashIn(answer);
  if (!hash) throw new WalletStepFailed({ kind: 'noApprovalHash' });
  apply({ type: 'approvalSent', hash });
  if ((await waitForApproval(session, approval, hash)) === 'reverted')
    throw new WalletStepFailed({ kind: 'approvalReverted' });
}

const ALLOWANCE_POLL_MS = 5_000;

/** Waits for an approval's receipt. A Safe's hash never has one, so the allowance counts as well. */
async function waitForApproval(session: Session, { kind }: PlannedCall, hash: Hash): Promise<'success' | 'reverted'> {
  const { reads, terms, sleep } = session;
  const mined = reads.waitForReceipt(terms.origin.chainId, hash).then(({ status }) => status);
  if ((await readProposal(session, hash)) === null) return mined;
  let isDone = false;
  const allowed = async () => {
    while (!isDone) {
      const allowance = await readAllowance(session).catch(() => null);
      const isThere = kind === 'resetAllowance' ? allowance === 0n : allowance !== null && allowance >= terms.send;
      if (isThere) break;
      await sleep(ALLOWANCE_POLL_MS);
    }
    return 'success' as const;
  };
  return Promise.race([mined, allowed()]).finally(() => {
    isDone = true;
  });
}

/**
 * Asks for approvals and deposit in one confirmation.
 * @returns false if the wallet does not support the batch
 */
async function signBatch(session: Session, calls: readonly PlannedCall[]): Promise<boolean> {
  if (!(await supportsBatch(session, sender(session.terms)))) return false;
  await simulate(session, calls);
  await openWallet(session);
  const id = await openBatch(session, sender(session.terms), calls).catch((cause: unknown) =>
    failSigning(session, cause),
  );
  if (id === null) {
    session.apply({ type: 'refused' });
    return false;
  }
  const proposal = hashIn(id);
  const isProposed = proposal !== null && (await isContractAccount(session));
  if (isProposed) session.apply({ type: 'proposed', proposal });
  await followBatch(session, id, isProposed);
  return true;
}

/** Waits for a batch as long as the wallet answers. The tracker finds a deposit that a Safe's owners sign later. */
async function followBatch(session: Session, id: string, isProposed: boolean): Promise<void> {
  const result = await waitForBatch(session, id);
  switch (result.kind) {
    case 'mined':
      return takeDepositHash(session, result.hash);
    case 'failed':
      session.apply({ type: 'notSigned' });
      throw new WalletStepFailed({ kind: 'batchFailed' });
    case 'pending':
      if (isProposed) return;
      throw new WalletStepFailed({ kind: 'uncertain', reason: null });
  }
}

async function signDeposit(session: Session, deposit: PlannedCall): Promise<void> {
  const { wallet, terms } = session;
  await simulate(session, [deposit]);
  await openWallet(session);
  const hash = await wallet.send(sender(terms), deposit).catch((cause: unknown) => failSigning(session, cause));
  const proposal = await readProposal(session, hash);
  if (proposal) session.apply({ type: 'proposed', proposal });
  else takeDepositHash(session, hash);
}

/**
 * Simulates calls in order. The wallet is not asked to sign a call that would revert. Calls that no node simulates are
 * as unchecked as in the review, which says so and lets the person continue.
 */
async function simulate({ reads, terms }: Session, calls: readonly Call[]): Promise<void> {
  const simulation = await reading(reads.simulateInOrder(terms.origin.chainId, terms.account, calls));
  const reverted = simulation.ok ? simulation.value.reverted : null;
  if (reverted !== null) throw new WalletStepFailed({ kind: 'wouldRevert', reason: reverted });
}

/**
 * Stores that the wallet is about to open for the deposit. The wallet must not open if the browser does not store it,
 * or if another tab has ended this transfer or found its deposit.
 */
async function openWallet(session: Session): Promise<void> {
  const { reads, terms, apply } = session;
  requireFresh(session);
  const attempt = await reads.readAttempt(terms);
  const applied = apply({ type: 'walletOpened', attempt });
  if (applied?.transfer.status !== 'signing') throw new WalletStepFailed({ kind: 'otherTab' });
  if (applied.isStored) return;
  apply({ type: 'refused' });
  throw new WalletStepFailed({ kind: 'notStored' });
}

/** A wallet's answer as a hash; null if it is none. A wallet may write it in capitals, but hashes are compared as texts. */
function hashIn(answer: unknown): Hash | null {
  return typeof answer === 'string' ? parseHash(answer) : null;
}

function takeDepositHash({ apply, isClaimed, now }: Session, answer: unknown): void {
  const hash = hashIn(answer);
  if (!hash || isClaimed(hash)) throw new WalletStepFailed({ kind: 'uncertain', reason: null });
  apply({ type: 'depositSent', hash, at: now() });
}

/** Ends a session whose wallet answered a request for the deposit with an error. */
function failSigning({ apply }: Session, cause: unknown): never {
  if (cause instanceof WalletStepFailed) throw cause;
  const refusal = refusalIn(cause);
  if (refusal) apply({ type: 'refused' });
  // Without a refusal the wallet may have sent the deposit. The tracker searches the chain for it.
  throw new WalletStepFailed(refusal ?? { kind: 'uncertain', reason: shortReason(cause) }, cause);
}

/**
 * A Safe answers with the hash that its owners sign, days before its transaction exists.
 * @returns the answered hash if no transaction has it; null if it is a transaction's hash or not a hash
 */
async function readProposal(session: Session, answer: unknown): Promise<Hash | null> {
  const hash = hashIn(answer);
  if (!hash || !(await isContractAccount(session))) return null;
  const nonce = await session.reads.nonceOf(session.terms, hash).catch(() => null);
  return nonce === null ? hash : null;
}

/**
 * Whether the account is a contract. An unknown account counts as ordinary: the tracker then searches for its deposit.
 */
async function isContractAccount({ reads, terms }: Session): Promise<boolean> {
  return isContract(await reads.codeOf(terms.origin.chainId, terms.account).catch(() => '0x' as const));
}

function sender({ account, origin }: TransferTerms): From {
  return { account, chainId: origin.chainId };
}
