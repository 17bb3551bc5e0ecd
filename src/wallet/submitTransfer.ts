import { isHash } from 'viem';
import type { Transfer } from '../domain/transfer.ts';
import { approve, ensureAllowance, planApprovals } from './approvals.ts';
import { sendBatch, supportsBatch } from './batch.ts';
import { isInsufficientGas, isRejection, shortReason, WalletStepFailed } from './walletProblem.ts';
import type { Run } from './walletRun.ts';
import { prepareWallet, send, simulate } from './walletRun.ts';

/** Half of what the service honours by default: time is left for the wallet and the chain. */
const TERMS_MAX_AGE_MS = 5 * 60_000;

async function signDeposit(run: Run): Promise<void> {
  const { reads, terms, apply } = run;
  await simulate(run, [terms.deposit]);
  const attempt = await reads.noteAttempt(terms);
  apply({ type: 'walletOpened', attempt });
  const hash = await send(run, terms.deposit).catch((cause: unknown) => {
    if (isRejection(cause) || isInsufficientGas(cause)) {
      apply({ type: 'notSigned' });
      throw new WalletStepFailed(isRejection(cause) ? { kind: 'rejected' } : { kind: 'insufficientGas' }, cause);
    }
    // It may be on its way although the answer was an error: the chain is asked, nothing is signed again before.
    throw new WalletStepFailed({ kind: 'uncertain', reason: shortReason(cause) }, cause);
  });
  if (!isHash(hash)) {
    throw new WalletStepFailed({ kind: 'uncertain', reason: 'it answered with something that is no hash' });
  }
  apply({ type: 'depositSent', hash });
}

/**
 * Takes a transfer that waits for its owner as far as the deposit's hash: chain, exact allowance, simulation, signature.
 * @throws WalletStepFailed with what stood in the way; the transfer can be continued from where it is
 */
export async function advanceTransfer(transfer: Transfer, run: Run): Promise<void> {
  if (transfer.status !== 'approving' && transfer.status !== 'readyToSign') return;
  if (run.now() - run.terms.createdAt > TERMS_MAX_AGE_MS) throw new WalletStepFailed({ kind: 'quoteExpired' });
  await prepareWallet(run);
  const approvals = await planApprovals(run);
  if (approvals.length > 0 && (await supportsBatch(run)) && (await sendBatch(run, approvals))) return;
  await ensureAllowance(run, approvals);
  await signDeposit(run);
}

/** Takes back what the bridge contract may still move. */
export async function revokeAllowance(run: Run): Promise<void> {
  await prepareWallet(run);
  await approve(run, 0n);
}
