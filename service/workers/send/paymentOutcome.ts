import type { Hash } from 'viem';
import type { ChainClient } from '../../chain/chainClient.ts';
import { findPayment, isPaid } from '../../chain/paymentRecords.ts';
import { applyEvents } from '../../db/applyEvents.ts';
import type { Transaction } from '../../db/database.ts';
import type { Obligation } from '../../db/obligations.ts';
import { closeObligations } from '../../db/obligations.ts';
import { readAges } from '../../db/transfers.ts';
import type { Payment } from '../../domain/payment.ts';
import type { FinishedTransfer } from '../../domain/paymentObserver.ts';

/** What the chain shows of one obligation once its send can change nothing more. */
export type Outcome =
  | { readonly kind: 'paid'; readonly hash: Hash; readonly amount: bigint; readonly at: Date | null }
  /** The payment was not made, and its send cannot make it. */
  | { readonly kind: 'void' }
  /** The chain shows another payment, or none where one is due. */
  | { readonly kind: 'unproven' }
  | { readonly kind: 'unsettled' };

export function toPayment({ transferId, token, recipient, amount }: Obligation): Payment {
  return { id: transferId, token, to: recipient, amount };
}

/**
 * Reads what the vaults have recorded of a payment.
 * @param final the newest block whose payments are final
 */
export async function readRecord(
  client: ChainClient,
  { payment, final }: { readonly payment: Payment; readonly final: bigint },
): Promise<Outcome> {
  // The contract refuses a second payment of an id, so a revert can mean that an earlier payment exists.
  if (!(await isPaid(client, payment.id))) return { kind: 'void' };
  const found = await findPayment(client, payment.id);
  if (!found || found.blockNumber > final) return { kind: 'unsettled' };
  const isDue = found.token === payment.token && found.to === payment.to;
  return isDue ? { kind: 'paid', hash: found.transactionHash, amount: found.amount, at: null } : { kind: 'unproven' };
}

/** An obligation that the chain shows as paid. */
export type PaidObligation = {
  readonly obligation: Obligation;
  readonly outcome: Extract<Outcome, { kind: 'paid' }>;
};

/** The settled obligations that the chain shows as paid. */
export function listPaid(
  settled: readonly { readonly obligation: Obligation; readonly outcome: Outcome }[],
): readonly PaidObligation[] {
  return settled.flatMap(({ obligation, outcome }) => (outcome.kind === 'paid' ? [{ obligation, outcome }] : []));
}

/** Stores what the chain shows as paid. @returns the transfers that this finished */
export async function applyPaid(
  transaction: Transaction,
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
