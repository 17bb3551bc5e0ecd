import type { Logger } from 'pino';
import type { Hash } from 'viem';
import type { ChainClient } from '../chain/chainClient.ts';
import { findPayment, isPaid, isPaymentOf, provesPayment } from '../chain/paymentRecords.ts';
import type { MinedTransaction } from '../chain/transactions.ts';
import type { Queryable, Transaction } from '../db/database.ts';
import { recordIncident, recordOnce } from '../db/incidents.ts';
import { applyEvent, applyEvents } from '../deposits/applyEvents.ts';
import { ORDER_REASONS } from '../deposits/model/acceptance.ts';
import type { Reason } from '../deposits/model/reasons.ts';
import { because } from '../deposits/model/reasons.ts';
import type { TransferState } from '../deposits/model/transfer.ts';
import { readAges, tryLockTransfer } from '../deposits/transfers.ts';
import type { EngineContext } from '../engineContext.ts';
import { burntValue, delayAfterFailures } from './model/failedPayment.ts';
import type { Payment, SendKey } from './model/payment.ts';
import { isBatch } from './model/payment.ts';
import type { FinishedTransfer } from './model/paymentObserver.ts';
import type { Obligation } from './obligations.ts';
import { closeObligations, readObligations, readTransferIds, toPayment } from './obligations.ts';
import type { Send, SendCost, SendOutcome } from './sends.ts';
import { settleSend, tryLockSend } from './sends.ts';

/** What the chain shows about an obligation once its send can change nothing more. */
export type Outcome =
  | { readonly kind: 'paid'; readonly hash: Hash; readonly amount: bigint; readonly at: Date | null }
  /** The payment was not made, and its send can't make it. */
  | { readonly kind: 'void' }
  /** The chain shows a different payment, or none although one is due. */
  | { readonly kind: 'unproven' }
  | { readonly kind: 'unsettled' };

/**
 * Reads what the vaults have recorded about a payment.
 * @param final the newest block whose payments are final
 */
export async function readRecord(
  client: ChainClient,
  { payment, final }: { readonly payment: Payment; readonly final: bigint },
): Promise<Outcome> {
  // The contract refuses a second payment of an id, so a revert can mean that an earlier payment exists.
  if (!(await isPaid(client, payment.id))) return { kind: 'void' };
  const found = await findPayment(client, payment);
  if (!found || found.blockNumber > final) return { kind: 'unsettled' };
  const isDue = isPaymentOf(found, payment);
  return isDue ? { kind: 'paid', hash: found.transactionHash, amount: found.amount, at: null } : { kind: 'unproven' };
}

/** An obligation that the chain shows as paid. */
type PaidObligation = {
  readonly obligation: Obligation;
  readonly outcome: Extract<Outcome, { kind: 'paid' }>;
};

/** The settled obligations that the chain shows as paid. */
export function listPaid(
  settled: readonly { readonly obligation: Obligation; readonly outcome: Outcome }[],
): readonly PaidObligation[] {
  return settled.flatMap(({ obligation, outcome }) => (outcome.kind === 'paid' ? [{ obligation, outcome }] : []));
}

/** Reports a payment that paid less than was due. The vault never pays its id again, so a person must pay the rest. */
export async function reportShortPayment(
  database: Queryable,
  {
    chainId,
    transferId,
    hash,
    amount,
    due,
  }: { chainId: number; transferId: Hash; hash: Hash; amount: bigint; due: bigint },
): Promise<void> {
  if (amount >= due) return;
  const detail = `${amount} of ${due} base units were paid, in ${hash}`;
  await recordOnce(database, { kind: 'paymentUnproven', chainId, transferId, detail });
}

/**
 * Stores what the chain shows as paid.
 * @returns the transfers that this finished
 */
export async function applyPaid(
  transaction: Transaction,
  chainId: number,
  paid: readonly PaidObligation[],
): Promise<readonly FinishedTransfer[]> {
  if (paid.length === 0) return [];
  await closeObligations(
    transaction,
    paid.map(({ obligation }) => obligation.transferId),
    'paid',
  );
  const events = paid.map(({ obligation: { transferId: id, kind }, outcome: { hash, amount, at } }) => {
    const fields = { settledHash: hash, settledAmount: amount, settledAt: at, note: null };
    return { id, event: kind === 'payout' ? 'payoutDelivered' : 'refundDelivered', detail: hash, fields } as const;
  });
  const states = await applyEvents(transaction, events);
  for (const { obligation, outcome } of paid) {
    await reportShortPayment(transaction, { chainId, ...obligation, ...outcome, due: obligation.amount });
  }
  const ages = await readAges(
    transaction,
    paid.map(({ obligation }) => obligation.transferId),
  );
  return paid.flatMap(({ obligation: { transferId } }, index) => {
    const state = states[index];
    const seconds = ages.get(transferId) ?? 0;
    return state === 'delivered' || state === 'refunded' ? [{ state, seconds }] : [];
  });
}

/** Holds a transfer whose payment did not happen. A started refund keeps the reason already given in its receipt. */
function holdAfter(
  transaction: Transaction,
  { transferId: id, kind }: Obligation,
  reason: Reason,
): Promise<TransferState | null> {
  const fields = { retryAt: null, holdRequested: false, ...(kind === 'payout' ? { reason } : { note: reason }) };
  return applyEvent(transaction, { id, event: 'heldBack', detail: reason.text, fields });
}

type FailedPayment = {
  readonly obligation: Obligation;
  /** The final transaction that used the payment's nonce. */
  readonly hash: Hash;
  /** The value of its share of the gas, scaled like every price. */
  readonly burnt: bigint;
};

/**
 * The payment's nonce settled without the payment. A recipient can cause this at will, so attempts are limited, each
 * one waits longer, and a refund pays for their gas.
 */
async function applyFailed(
  { catalog, clock }: EngineContext,
  transaction: Transaction,
  { obligation, hash, burnt }: FailedPayment,
): Promise<TransferState | null> {
  const { transferId: id, kind } = obligation;
  const transfer = await tryLockTransfer(transaction, id);
  if (!transfer) throw new Error(`transfer ${id} is in use`);
  const tries = transfer.tries + 1;
  await closeObligations(transaction, [id], 'void');
  const retryAt = new Date(clock.now().getTime() + delayAfterFailures(tries));
  const event = kind === 'payout' ? 'payoutReverted' : 'refundReverted';
  const fields = { tries, retryAt, burntValue: transfer.burntValue + burnt, note: null };
  const state = await applyEvent(transaction, { id, event, detail: hash, fields });
  if (transfer.holdRequested) return holdAfter(transaction, obligation, ORDER_REASONS.hold);
  if (tries < catalog.paymentTries) return state;
  return holdAfter(transaction, obligation, because(kind === 'payout' ? 'payout_reverted' : 'refund_reverted'));
}

type CancelledPayment = Omit<FailedPayment, 'burnt'> & { readonly thenHold: boolean };

/** The operator's cancel used the payment's nonce. */
async function applyCancelled(
  transaction: Transaction,
  { obligation, hash, thenHold }: CancelledPayment,
): Promise<TransferState | null> {
  const { transferId: id, kind } = obligation;
  const transfer = await tryLockTransfer(transaction, id);
  if (!transfer) throw new Error(`transfer ${id} is in use`);
  await closeObligations(transaction, [id], 'void');
  const event = kind === 'payout' ? 'payoutCancelled' : 'refundCancelled';
  const state = await applyEvent(transaction, { id, event, detail: hash, fields: { note: null, retryAt: null } });
  if (thenHold) return holdAfter(transaction, obligation, because('operator_cancelled'));
  return transfer.holdRequested ? holdAfter(transaction, obligation, ORDER_REASONS.hold) : state;
}

/** The payment's sender is a former hot wallet that is no longer a payer, and the chain has not made the payment. */
export async function applyRevoked(
  transaction: Transaction,
  { obligation, send }: { readonly obligation: Obligation; readonly send: Send },
): Promise<TransferState | null> {
  const { transferId: id, kind } = obligation;
  const transfer = await tryLockTransfer(transaction, id);
  if (!transfer) throw new Error(`transfer ${id} is in use`);
  await closeObligations(transaction, [id], 'void');
  const event = kind === 'payout' ? 'payoutReverted' : 'refundReverted';
  const detail = `the former hot wallet ${send.address} signed it at nonce ${send.nonce} and is no longer a payer of the vaults`;
  const state = await applyEvent(transaction, { id, event, detail, fields: { note: null, retryAt: null } });
  if (send.cancelThenHold) return holdAfter(transaction, obligation, because('operator_cancelled'));
  return transfer.holdRequested ? holdAfter(transaction, obligation, ORDER_REASONS.hold) : state;
}

/** The chain shows a payment that differs from the due one. */
export async function applyUnproven(
  transaction: Transaction,
  chainId: number,
  { transferId: id, kind }: Obligation,
): Promise<TransferState | null> {
  // The obligation stays live, so the service pays nothing else for the transfer until an operator acts.
  const reason = because('payment_differs');
  await recordIncident(transaction, { kind: 'paymentUnproven', chainId, transferId: id, detail: reason.text });
  return kind === 'payout'
    ? applyEvent(transaction, { id, event: 'heldBack', detail: reason.text, fields: { reason } })
    : null;
}

type LogContext = Pick<EngineContext, 'database' | 'logger'>;

/** Logs a line about a send for each of its transfers, so that searching for a transfer finds it. */
export async function logSend(
  { database, logger }: LogContext,
  send: SendKey,
  write: (log: Logger) => void,
): Promise<void> {
  const { chainId, nonce } = send;
  for (const transfer of await readTransferIds(database, send)) write(logger.child({ transfer, chainId, nonce }));
}

/** Works on a send. If the work fails, it logs the error with the send's transfers and throws. */
export async function logFailedSend<T>(context: LogContext, send: SendKey, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    // Without the database the transfers are unknown. The turn fails with the first error either way.
    await logSend(context, send, (log) => log.warn({ err: error }, 'work on a payment failed, will retry')).catch(
      () => {},
    );
    throw error;
  }
}

export type FinalSend = {
  readonly send: Send;
  readonly mined: MinedTransaction;
  /** Whether the mined transaction is a cancel. */
  readonly isCancel: boolean;
  /** The maximum gas cost that the signed fees allow, in wei. A provider can claim any cost. */
  readonly maxGasCost: bigint;
  /** The newest block whose payments are final. */
  readonly final: bigint;
};

async function readOutcome(client: ChainClient, final: FinalSend, obligation: Obligation): Promise<Outcome> {
  const { send, mined, isCancel, final: lastFinal } = final;
  const payment = toPayment(obligation);
  if (mined.succeeded && !isCancel) {
    const paid = { kind: 'paid', hash: mined.hash, amount: payment.amount, at: mined.blockTime } as const;
    if (provesPayment(client, payment, mined.logs)) return paid;
    // A batch succeeds even if one of its payments fails. A call with a single payment succeeds only with it.
    if (!isBatch(send.call)) return { kind: 'unproven' };
  }
  return readRecord(client, { payment, final: lastFinal });
}

function burntBy({ chain }: ChainClient, { mined, maxGasCost }: FinalSend, payments: number): bigint {
  const gasCost = mined.gasCost < maxGasCost ? mined.gasCost : maxGasCost;
  return burntValue({ gasCost, payments, nativePrice: chain.nativePrice });
}

// Far above any real fee. A provider can claim any number, and the column must hold it.
const MAX_DATA_COST = 2n ** 96n;

/** What a mined transaction cost, limited to what is possible. */
export function toSendCost(
  { chain }: ChainClient,
  { mined, maxGasCost }: Pick<FinalSend, 'mined' | 'maxGasCost'>,
): SendCost {
  const { gasCost, dataCost } = mined;
  const isKnown = dataCost !== null && gasCost <= maxGasCost && dataCost <= MAX_DATA_COST;
  return { gasCost: isKnown ? gasCost + dataCost : null, nativePrice: chain.nativePrice };
}

function toSendOutcome({ mined, isCancel }: FinalSend): SendOutcome {
  if (isCancel) return 'cancelled';
  return mined.succeeded ? 'succeeded' : 'reverted';
}

/** Settles a send with a final transaction: every obligation by the chain's proof, all in one database transaction. */
export async function settleFinalSend(context: EngineContext, client: ChainClient, final: FinalSend): Promise<void> {
  const { database, logger, reportStep, payments } = context;
  const { send, mined } = final;
  const obligations = await readObligations(database, send);
  const transferIds = obligations.map(({ transferId }) => transferId);
  const step = { chainId: send.chainId, nonce: send.nonce, transferIds };
  const outcomes = await Promise.all(
    obligations.map(async (obligation) => ({ obligation, outcome: await readOutcome(client, final, obligation) })),
  );
  if (outcomes.some(({ outcome }) => outcome.kind === 'unsettled')) return;
  await reportStep('settle.judged', step);
  const finished = await database.transaction(async (transaction) => {
    // The operator may have changed the cancel while the chain was asked.
    const current = await tryLockSend(transaction, send);
    if (!current) return [];
    const cost = toSendCost(client, final);
    await settleSend(transaction, send, { outcome: toSendOutcome(final), inclusion: mined, cost });
    const delivered = await applyPaid(transaction, client.chain.id, listPaid(outcomes));
    for (const { obligation, outcome } of outcomes) {
      const log = logger.child({ transfer: obligation.transferId, purpose: obligation.kind, hash: mined.hash });
      if (outcome.kind === 'paid') {
        log.info('payment final');
      } else if (outcome.kind === 'void' && final.isCancel) {
        const { cancelThenHold: thenHold } = current;
        const state = await applyCancelled(transaction, { obligation, hash: mined.hash, thenHold });
        log.warn({ state }, 'payment cancelled');
      } else if (outcome.kind === 'void') {
        const burnt = burntBy(client, final, obligations.length);
        const state = await applyFailed(context, transaction, { obligation, hash: mined.hash, burnt });
        log.error({ state }, 'payment reverted');
      } else {
        await applyUnproven(transaction, client.chain.id, obligation);
        log.error('payment not proven by its transaction');
      }
    }
    await reportStep('settle.stored', step);
    return delivered;
  });
  for (const transfer of finished) payments?.onFinished(transfer);
  await reportStep('settle.committed', { ...step, hash: mined.hash });
}
