import { keccak256 } from 'viem';
import type { Attempt } from '../../db/attempts.ts';
import { insertAttempt, readUnsettledAttempts } from '../../db/attempts.ts';
import { readDepositReferences } from '../../db/obligations.ts';
import { readUnsettledSend, tryLockSend } from '../../db/sends.ts';
import type { FeeMarket, TransactionFees } from '../../domain/gasPrice.ts';
import { bumpedFees, replacementFees } from '../../domain/gasPrice.ts';
import { callHash, cancelCall } from '../../domain/payment.ts';
import type { EngineContext } from '../engineContext.ts';
import { logSend } from './logSend.ts';

/** Whether an operator requested a cancel, and the newest attempt is still the payment. */
export function isToBeCancelled({ kind, isCancelRequested }: Attempt): boolean {
  return isCancelRequested && kind === 'call';
}

async function chooseFees(
  context: EngineContext,
  attempt: Attempt,
  market: FeeMarket,
): Promise<TransactionFees | null> {
  const maxGasPrice = context.clients.get(attempt.chainId)?.chain.maxGasPrice ?? 0n;
  if (!isToBeCancelled(attempt)) return bumpedFees(attempt.fees, market, maxGasPrice);
  const fees = replacementFees(attempt.fees, market, maxGasPrice);
  if (!fees) {
    const message = 'cancel delayed, its fees would exceed maxGasPriceGwei';
    await logSend(context, attempt, (log) => log.warn(message));
  }
  return fees;
}

/**
 * Signs another attempt at a nonce: a cancel if an operator requested one, or the same call with higher fees if the market
 * has risen. It stores the attempt before anything is sent.
 * @returns the newest attempt, which is the given one if no replacement is due
 */
export async function replaceAttempt(context: EngineContext, attempt: Attempt, market: FeeMarket): Promise<Attempt> {
  const { database, signer, reportStep, payments } = context;
  const fees = await chooseFees(context, attempt, market);
  const send = fees && (await readUnsettledSend(database, attempt));
  if (!fees || send?.state !== 'open') return attempt;
  const { chainId, address, nonce } = attempt;
  const isCancel = attempt.isCancelRequested;
  const action = isCancel ? 'cancel' : 'bump';
  // The payment's gas limit covers an empty transaction on every chain. Unused gas is not spent.
  const { gasLimit } = send;
  const call = isCancel ? cancelCall(address) : send.call;
  const deposits = isCancel ? [] : await readDepositReferences(database, attempt);
  const raw = await signer.signTransaction({ chainId, nonce, call, gasLimit, fees }, deposits);
  await reportStep(`${action}.signed`, { chainId, nonce });
  const next = {
    ...{ chainId, address, nonce, attempt: attempt.attempt + 1, hash: keccak256(raw), raw, fees },
    ...(isCancel
      ? ({ kind: 'cancel', callHash: null } as const)
      : ({ kind: 'call', callHash: callHash(call) } as const)),
  };
  const stored = await database.transaction(async (transaction) => {
    const current = await tryLockSend(transaction, attempt);
    const attempts = await readUnsettledAttempts(transaction, attempt);
    const newest = attempts.findLast((other) => other.nonce === nonce);
    if (current?.state !== 'open' || newest?.hash !== attempt.hash) return false;
    // An operator can have requested a cancel while the signer signed. The next turn replaces this attempt by it.
    if (current.isCancelRequested !== isCancel) return false;
    await insertAttempt(transaction, next);
    await reportStep(`${action}.stored`, { chainId, nonce });
    return true;
  });
  if (!stored) return attempt;
  payments?.onAttempt(chainId);
  await reportStep(`${action}.committed`, { chainId, nonce });
  await logSend(context, attempt, (log) =>
    log.info({ attempt: next.attempt, kind: next.kind }, 'replacement signed with higher fees'),
  );
  return { ...attempt, ...next };
}
