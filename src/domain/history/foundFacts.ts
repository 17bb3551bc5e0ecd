import type { Facts, ServiceFact } from '../verdict/facts.ts';
import { receiptFact } from '../verdict/facts.ts';
import { paceOf } from '../verdict/pace.ts';
import type { DepositAnswer } from './depositAnswer.ts';
import type { FoundDeposit } from './foundDeposit.ts';

function serviceFact(answer: DepositAnswer): ServiceFact {
  if (answer.kind !== 'receipt') return { kind: 'unasked' };
  return receiptFact(answer.receipt);
}

/** The facts of a deposit that the chain shows and this browser does not know. Beside the deposit, only the service speaks. */
export function foundFacts(
  { deposit, answer }: { readonly deposit: FoundDeposit; readonly answer: DepositAnswer },
  nowMs: number,
): Facts {
  const service = serviceFact(answer);
  const { depositedAt: sinceMs } = deposit;
  return {
    deposit: { kind: 'mined' },
    service,
    payout: { kind: service.kind === 'paid' ? 'unread' : 'none' },
    refund: { kind: service.kind === 'failed' || service.kind === 'inProgress' ? 'unread' : 'none' },
    pace: sinceMs === null ? null : paceOf({ sinceMs, nowMs, usualSeconds: null }),
  };
}
