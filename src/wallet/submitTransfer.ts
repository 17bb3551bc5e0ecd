import { isHash } from 'viem';
import type { Transfer } from '../domain/transfer.ts';
import { approve, ensureAllowance, planApprovals } from './approvals.ts';
import { sendBatch, supportsBatch } from './batch.ts';
import { refusalIn, shortReason, WalletStepFailed } from './walletProblem.ts';
import type { Run } from './walletRun.ts';
import { openWallet, prepareWallet, requireFresh, send, simulate } from './walletRun.ts';

async function signDeposit(run: Run): Promise<void> {
  const { terms, apply, isClaimed } = run;
  await simulate(run, [terms.deposit]);
  await openWallet(run);
  const hash = await send(run, terms.deposit).catch((cause: unknown) => {
    const refusal = refusalIn(cause);
    if (refusal) {
      apply({ type: 'notSigned' });
      throw new WalletStepFailed(refusal, cause);
    }
    // It may be on its way although the answer was an error: the chain is asked, nothing is signed again before.
    throw new WalletStepFailed({ kind: 'uncertain', reason: shortReason(cause) }, cause);
  });
  if (!isHash(hash) || isClaimed(hash)) {
    throw new WalletStepFailed({
      kind: 'uncertain',
      reason: 'it answered with something that is no hash of this deposit',
    });
  }
  apply({ type: 'depositSent', hash });
}

/** What an earlier opening of the wallet may have left on the chain. @returns whether it was found */
async function takeUpEarlierAttempt(transfer: Transfer, run: Run): Promise<boolean> {
  if (transfer.status !== 'readyToSign' || !transfer.attempt) return false;
  const deposits = await run.reads.findDeposits(run.terms, transfer.attempt.fromBlock);
  const found = deposits.find((hash) => !run.isClaimed(hash));
  if (found) run.apply({ type: 'depositFound', hash: found });
  return found !== undefined;
}

/**
 * Takes a transfer that waits for its owner as far as the deposit's hash: chain, exact allowance, simulation, signature.
 * @throws WalletStepFailed with what stood in the way; the transfer can be continued from where it is
 */
export async function advanceTransfer(transfer: Transfer, run: Run): Promise<void> {
  if (transfer.status !== 'approving' && transfer.status !== 'readyToSign') return;
  if (await takeUpEarlierAttempt(transfer, run)) return;
  requireFresh(run);
  await prepareWallet(run);
  const approvals = await planApprovals(run);
  if (approvals.length > 0 && (await supportsBatch(run)) && (await sendBatch(run, approvals))) return;
  await ensureAllowance(run, approvals);
  // A permission takes its time: the wallet may be on another account or chain by now.
  await prepareWallet(run);
  await signDeposit(run);
}

/** Takes back what the bridge contract may still move. */
export async function revokeAllowance(run: Run): Promise<void> {
  await prepareWallet(run);
  await approve(run, 0n);
}
