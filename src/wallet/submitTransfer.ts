import type { Address, Hash } from 'viem';
import { isHash } from 'viem';
import { getConnection, sendTransaction, switchChain, waitForTransactionReceipt } from 'wagmi/actions';
import { isNativeToken } from '#shared/address.ts';
import { encodeApproval } from '../domain/depositEncoder.ts';
import type { Transfer, TransferEvent, TransferTerms } from '../domain/transfer.ts';
import type { VerifiedBuild } from '../domain/verifyBuild.ts';
import type { Call } from './accountReads.ts';
import type { ChainReads } from './chainReads.ts';
import type { Wagmi } from './createWagmi.ts';
import {
  isInsufficientGas,
  isRejection,
  isRevert,
  revertReason,
  shortReason,
  WalletStepFailed,
} from './walletProblem.ts';

/** Half of what the service honours by default: time is left for the wallet and the chain. */
const TERMS_MAX_AGE_MS = 5 * 60_000;

type Deps = {
  readonly wagmi: Wagmi;
  readonly reads: ChainReads;
  readonly now: () => number;
};

type Run = Deps & {
  readonly terms: TransferTerms;
  /** Writes the event to storage before it returns. */
  readonly apply: (event: TransferEvent) => void;
};

/** The only way from a build to something that a wallet may be asked to sign. */
export function toTerms(build: VerifiedBuild, made: { id: string; now: number }): TransferTerms {
  const { intent, route } = build;
  return {
    id: made.id,
    createdAt: made.now,
    account: intent.account,
    recipient: intent.recipient,
    tokenName: intent.tokenName,
    origin: sideOf(route.origin, route.originToken),
    destination: sideOf(route.destination, route.destinationToken),
    send: build.send,
    receive: build.receive,
    deposit: { to: build.deposit.to, data: build.deposit.data, value: build.deposit.value },
    maker: build.maker,
    resetsAllowance: route.originToken.resetsAllowance,
  };
}

function sideOf(chain: { id: number; name: string }, token: { address: Address; decimals: number }) {
  return { chainId: chain.id, chainName: chain.name, token: token.address, decimals: token.decimals };
}

async function prepareWallet({ wagmi, terms }: Run): Promise<void> {
  const connection = getConnection(wagmi);
  if (!connection.address) throw new WalletStepFailed({ kind: 'notConnected' });
  if (connection.address !== terms.account) throw new WalletStepFailed({ kind: 'otherAccount' });
  const chainId = terms.origin.chainId;
  if (connection.chainId !== chainId) {
    await switchChain(wagmi, { chainId: chainId }).catch((cause: unknown) => {
      throw new WalletStepFailed(isRejection(cause) ? { kind: 'rejected' } : { kind: 'otherChain' }, cause);
    });
  }
  const after = getConnection(wagmi);
  if (after.chainId !== chainId) throw new WalletStepFailed({ kind: 'otherChain' });
  if (after.address !== terms.account) throw new WalletStepFailed({ kind: 'otherAccount' });
}

function send({ wagmi, terms }: Run, call: Call): Promise<Hash> {
  return sendTransaction(wagmi, { account: terms.account, chainId: terms.origin.chainId, ...call });
}

async function simulate({ reads, terms }: Run, transaction: Call): Promise<void> {
  await reads.simulate(terms.origin.chainId, terms.account, transaction).catch((cause: unknown) => {
    if (isInsufficientGas(cause)) throw new WalletStepFailed({ kind: 'insufficientGas' }, cause);
    if (isRevert(cause)) throw new WalletStepFailed({ kind: 'wouldRevert', reason: revertReason(cause) }, cause);
    throw cause;
  });
}

async function approve(run: Run, amount: bigint): Promise<void> {
  const { wagmi, terms, apply } = run;
  const approval = { to: terms.origin.token, data: encodeApproval(terms.deposit.to, amount), value: 0n };
  await simulate(run, approval);
  const hash = await send(run, approval).catch((cause: unknown) => {
    if (isRejection(cause)) throw new WalletStepFailed({ kind: 'rejected' }, cause);
    if (isInsufficientGas(cause)) throw new WalletStepFailed({ kind: 'insufficientGas' }, cause);
    // An approval moves no money: it is asked for again where it is not found on the chain.
    throw new WalletStepFailed({ kind: 'wouldRevert', reason: shortReason(cause) }, cause);
  });
  apply({ type: 'approvalSent', hash });
  const receipt = await waitForTransactionReceipt(wagmi, { hash, chainId: terms.origin.chainId });
  if (receipt.status === 'reverted') throw new WalletStepFailed({ kind: 'approvalReverted' });
}

async function ensureAllowance(run: Run): Promise<void> {
  const { reads, terms, apply } = run;
  if (!isNativeToken(terms.origin.token)) {
    const held = { chainId: terms.origin.chainId, token: terms.origin.token, account: terms.account };
    const spender = terms.deposit.to;
    const before = await reads.allowanceOf(held, spender);
    if (before < terms.send) {
      if (before > 0n && terms.resetsAllowance) await approve(run, 0n);
      await approve(run, terms.send);
      // A wallet lets its owner lower the amount: what the chain says counts, not what was asked.
      const allowance = await reads.allowanceOf(held, spender);
      if (allowance < terms.send) throw new WalletStepFailed({ kind: 'allowanceTooLow', allowance });
    }
  }
  apply({ type: 'allowanceReady' });
}

async function signDeposit(run: Run): Promise<void> {
  const { reads, terms, apply } = run;
  await simulate(run, terms.deposit);
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
  if (!isHash(hash))
    throw new WalletStepFailed({ kind: 'uncertain', reason: 'it answered with something that is no hash' });
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
  if (transfer.status === 'approving') await ensureAllowance(run);
  await signDeposit(run);
}
