import { isHash } from 'viem';
import { waitForTransactionReceipt } from 'wagmi/actions';
import { isNativeToken } from '#shared/address.ts';
import type { Call } from '../chain/simulateInOrder.ts';
import { encodeApproval } from '../domain/depositEncoder.ts';
import { refusalIn, shortReason, WalletStepFailed } from './walletProblem.ts';
import type { Run } from './walletRun.ts';
import { send, simulate } from './walletRun.ts';

function readAllowance({ reads, terms }: Run): Promise<bigint> {
  const { chainId, token } = terms.origin;
  return reads.allowanceOf({ chainId, token, account: terms.account }, terms.deposit.to);
}

/** The amounts to approve, in order, for the deposit to be allowed just what it takes. */
export async function planApprovals(run: Run): Promise<readonly bigint[]> {
  const { terms } = run;
  if (isNativeToken(terms.origin.token)) return [];
  const allowance = await readAllowance(run);
  if (allowance >= terms.send) return [];
  return allowance > 0n && terms.resetsAllowance ? [0n, terms.send] : [terms.send];
}

/** Made here and never taken from the service: this token, this contract, this amount. */
export function approvalCall({ terms }: Run, amount: bigint): Call {
  return { to: terms.origin.token, data: encodeApproval(terms.deposit.to, amount), value: 0n };
}

export async function approve(run: Run, amount: bigint): Promise<void> {
  const { wagmi, terms, apply } = run;
  const call = approvalCall(run, amount);
  await simulate(run, [call]);
  const hash = await send(run, call).catch((cause: unknown) => {
    // An approval moves no money: where the chain does not show it, it is asked for again.
    throw new WalletStepFailed(refusalIn(cause) ?? { kind: 'unanswered', reason: shortReason(cause) }, cause);
  });
  if (!isHash(hash)) {
    throw new WalletStepFailed({ kind: 'unanswered', reason: 'the wallet answered with something that is no hash' });
  }
  apply({ type: 'approvalSent', hash });
  const receipt = await waitForTransactionReceipt(wagmi, { hash, chainId: terms.origin.chainId });
  if (receipt.status === 'reverted') throw new WalletStepFailed({ kind: 'approvalReverted' });
}

/** Approves what is missing, one after the other, and looks at what the wallet made of it. */
export async function ensureAllowance(run: Run, amounts: readonly bigint[]): Promise<void> {
  for (const amount of amounts) await approve(run, amount);
  if (amounts.length > 0) {
    // A wallet lets its owner lower the amount: what the chain says counts, not what was asked.
    const allowance = await readAllowance(run);
    if (allowance < run.terms.send) throw new WalletStepFailed({ kind: 'allowanceTooLow', allowance });
  }
  run.apply({ type: 'allowanceReady' });
}
