import type { Logger } from 'pino';
import { keccak256 } from 'viem';
import { callHash } from '../../payments/model/payment.ts';
import type { KeySigner, Signature, SignRequest } from '../client/signer.ts';
import type { SignedNonce } from './callIndex.ts';
import { readFinalNonce } from './evidence.ts';
import type { Verdict } from './policy.ts';
import { evaluate, Refusal } from './policy.ts';
import { Unverified } from './providers.ts';
import type { ClaimedPayment, Verifier } from './verifyPayments.ts';
import { verifyNonce, verifyPayments } from './verifyPayments.ts';

export type SigningContext = Verifier & {
  readonly signer: KeySigner;
  readonly logger: Logger;
};

export type SignResult =
  | ({ readonly kind: 'signed' } & Signature)
  /** A retry is refused too, until the policy changes. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** The signer can't currently verify a deposit. A retry can succeed. */
  | {
      readonly kind: 'unverified';
      readonly reason: string;
      readonly isOutage: boolean;
      /** The nonce of another payment of the deposit that can still take effect. */
      readonly open: SignedNonce | null;
    };

type Allowed = Extract<Verdict, { ok: true }>;

// Reading a final nonce costs a request to each provider, so old calls are rarely forgotten.
const FORGET_AFTER = 5000;

function pairClaims({ payments }: Allowed, { deposits }: SignRequest): readonly ClaimedPayment[] {
  if (deposits.length !== payments.length) {
    throw new Refusal(`the request names ${deposits.length} deposits for ${payments.length} payments`);
  }
  return payments.flatMap((payment, index) => {
    const reference = deposits[index];
    return reference ? [{ payment, reference }] : [];
  });
}

async function forgetFinal({ policy, providers, paymentLog }: SigningContext, chainId: number): Promise<void> {
  const set = providers.get(chainId);
  if (!set || paymentLog.count({ chainId, address: policy.hotWallet }) < FORGET_AFTER) return;
  const nonce = await readFinalNonce(set, policy.hotWallet);
  await paymentLog.forgetBelow({ chainId, address: policy.hotWallet, nonce });
}

/**
 * Remembers an allowed transaction's payments, then signs it: a crash in between remembers too much, never too little.
 * @throws Refusal, Unverified
 */
async function verifyAndSign(context: SigningContext, request: SignRequest): Promise<Signature> {
  const { signer, policy, paymentLog, logger } = context;
  const { transaction } = request;
  const { chainId, nonce } = transaction;
  const address = policy.hotWallet;
  const verdict = evaluate(policy, transaction);
  if (!verdict.ok) throw new Refusal(verdict.reason);
  const call = { chainId, address, nonce, vault: transaction.call.to, callHash: callHash(transaction.call) };
  // The same call at the same nonce, with other fees, can't pay more than the existing signature.
  const isNew = !paymentLog.has(call);
  if (isNew) await verifyNonce(context, call);
  const generation = paymentLog.generation();
  // A cancel pays nothing.
  const isPayment = isNew && verdict.kind !== 'cancel';
  const settled = isPayment ? await verifyPayments(context, { place: call, claims: pairClaims(verdict, request) }) : [];
  const ids = verdict.payments.map(({ id }) => id);
  if (isNew && !(await paymentLog.record({ ...call, ids }, { settled, generation }))) {
    throw new Unverified('another payment of the same deposit was signed or settled at the same time');
  }
  const raw = await signer.signTransaction(transaction);
  logger.info({ chainId, nonce, kind: verdict.kind, hash: keccak256(raw) }, 'transaction signed');
  return { raw, signedTo: paymentLog.nextNonce({ chainId, address }) };
}

/** Signs a transaction that the policy allows, after verifying each of its payments on the chains. */
export async function signVerified(context: SigningContext, request: SignRequest): Promise<SignResult> {
  const { chainId, nonce } = request.transaction;
  try {
    const signature = await verifyAndSign(context, request);
    await forgetFinal(context, chainId).catch((error: unknown) => {
      context.logger.warn({ err: error, chainId }, 'final nonce not read, the payment log keeps its entries');
    });
    return { kind: 'signed', ...signature };
  } catch (error) {
    if (error instanceof Refusal) {
      context.logger.warn({ chainId, nonce, reason: error.message }, 'transaction refused');
      return { kind: 'refused', reason: error.message };
    }
    if (!(error instanceof Unverified)) throw error;
    const { message: reason, isOutage, open } = error;
    context.logger.warn({ chainId, nonce, reason }, 'deposit not verified, nothing signed');
    return { kind: 'unverified', reason, isOutage, open };
  }
}
