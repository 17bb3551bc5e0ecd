import { keccak256 } from 'viem';
import type { Attempt } from '../../db/attempts.ts';
import { insertAttempt, readUnsettledAttempts } from '../../db/attempts.ts';
import { readUnsettledSend, tryLockSend } from '../../db/sends.ts';
import type { FeeMarket, TransactionFees } from '../../domain/gasPrice.ts';
import { bumpedFees, replacementFees } from '../../domain/gasPrice.ts';
import { callHash, cancelCall } from '../../domain/payment.ts';
import type { EngineContext } from '../engineContext.ts';
import { logForSend } from './sendLogs.ts';

/** Whether an operator gave the nonce up, and the newest attempt at it still is the payment. */
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
    const message = 'maxGasPriceGwei leaves no room to replace a payment by its cancel';
    await logForSend(context, attempt, (log) => log.warn(message));
  }
  return fees;
}

/**
 * Signs another attempt at a nonce: the same as its newest where the market has left that behind, or one that does nothing where
 * an operator gave the nonce up. It is stored like the first, before anybody hears of it.
 * @returns the newest attempt: this one, or the given one where nothing is to be done
 */
export async function replaceAttempt(context: EngineContext, attempt: Attempt, market: FeeMarket): Promise<Attempt> {
  const { database, signer, reportStep } = context;
  const fees = await chooseFees(context, attempt, market);
  const send = fees && (await readUnsettledSend(database, attempt));
  if (!fees || send?.state !== 'open') return attempt;
  const { chainId, address, nonce } = attempt;
  const isCancel = attempt.isCancelRequested;
  const action = isCancel ? 'cancel' : 'bump';
  // The payment's gas limit is enough for an empty transaction wherever those cost more than usual; the rest is not spent.
  const { gasLimit } = send;
  const call = isCancel ? cancelCall(address) : send.call;
  const raw = await signer.signTransaction({ chainId, nonce, call, gasLimit, fees });
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
    await insertAttempt(transaction, next);
    await reportStep(`${action}.stored`, { chainId, nonce });
    return true;
  });
  if (!stored) return attempt;
  await reportStep(`${action}.committed`, { chainId, nonce });
  await logForSend(context, attempt, (log) =>
    log.info({ attempt: next.attempt, kind: next.kind }, 'signed anew with higher fees'),
  );
  return { ...attempt, ...next };
}
