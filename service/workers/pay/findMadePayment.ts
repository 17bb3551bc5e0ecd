import { findPayment } from '../../chain/paymentRecords.ts';
import { because } from '../../domain/reason.ts';
import type { PaymentSite } from './paymentSite.ts';
import type { PlannedPayment, Postponement } from './plannedPayment.ts';

/** Finds the payment that a vault has recorded as made. */
export async function findMadePayment(
  { client, reads }: PaymentSite,
  { payment, purpose }: PlannedPayment,
): Promise<Postponement> {
  const made = await findPayment(client, payment.id);
  const note = because('payment_unconfirmed', `its payment on ${client.chain.name} waits for confirmations`);
  if (!made) return { kind: 'wait', note };
  // The amount may differ, because a restored database may also lack the fees that it was computed from.
  if (made.token !== payment.token || made.to !== payment.to) {
    const reason = because('payment_differs', `its payment on ${client.chain.name} differs from the due payment`);
    return { kind: 'hold', reason };
  }
  if (made.blockNumber > (await reads.lastDeep(client, client.chain.payoutConfirmations)))
    return { kind: 'wait', note };
  return { kind: 'made', purpose, hash: made.transactionHash, amount: made.amount };
}
