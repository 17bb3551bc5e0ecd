import type { DepositReceipt } from '../desk/receiptFor.ts';
import type { Facts, ServiceFact } from '../verdict/facts.ts';
import { receiptFact } from '../verdict/facts.ts';
import { paceOf } from '../verdict/pace.ts';
import type { FoundDeposit } from './foundDeposit.ts';

function serviceFact(receipt: DepositReceipt): ServiceFact {
  return receipt === 'silent' || receipt === 'unclear' ? { kind: 'unasked' } : receiptFact(receipt);
}

/** The facts of a deposit that the chain shows and this browser does not know. Beside the deposit, only the service speaks. */
export function foundFacts(
  { deposit, receipt }: { readonly deposit: FoundDeposit; readonly receipt: DepositReceipt },
  nowMs: number,
): Facts {
  const service = serviceFact(receipt);
  const { depositedAt: sinceMs } = deposit;
  return {
    deposit: { kind: 'mined' },
    service,
    payout: { kind: service.kind === 'paid' ? 'unread' : 'none' },
    refund: { kind: service.kind === 'failed' || service.kind === 'inProgress' ? 'unread' : 'none' },
    pace: sinceMs === null ? null : paceOf({ sinceMs, nowMs, usualSeconds: null }),
  };
}
