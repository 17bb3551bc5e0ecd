import type { FateVerdict } from '../../../domain/desk/caseVerdict.ts';
import type { Verdict } from '../../../domain/verdict/verdict.ts';

/** The verdict of the other pages whose texts and picture explain a fate. Null: it has none there. */
export function explainedBy(fate: FateVerdict): Verdict | null {
  switch (fate.kind) {
    case 'deliveredOtherAmount':
      return { kind: 'delivered', received: fate.received };
    case 'outOfRangeRefunded':
      return {
        kind: 'refunded',
        refunded: fate.refunded,
        cause: { reason: 'amount_out_of_range', message: null },
      };
    case 'dustKept':
      return { kind: 'refundHeld', cause: { reason: 'refund_costs_more', message: null } };
    case 'wrongContract':
    case 'unknownRoute':
    case 'unknownStep':
      return null;
    default:
      return fate;
  }
}

/** The verdict whose picture shows a fate: a road that ends at once, or one that waits. */
export function picturedBy(fate: FateVerdict): Verdict {
  return explainedBy(fate) ?? { kind: fate.kind === 'wrongContract' ? 'notThisDeposit' : 'serviceSilent' };
}
