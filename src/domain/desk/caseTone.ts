import type { VerdictTone } from '../verdict/verdict.ts';
import { toneOf } from '../verdict/verdict.ts';
import type { CaseVerdict, FateVerdict } from './caseVerdict.ts';

function toneOfFate(fate: FateVerdict): VerdictTone {
  switch (fate.kind) {
    case 'deliveredOtherAmount':
    case 'dustKept':
    case 'unknownRoute':
    case 'unknownStep':
      return 'warning';
    case 'outOfRangeRefunded':
      return 'good';
    case 'wrongContract':
      return 'danger';
    default:
      return toneOf(fate);
  }
}

const FROM_BEST: readonly VerdictTone[] = ['good', 'info', 'warning', 'danger'];

/** Several deposits have the tone of the one that needs the most attention. */
function worstOf(fates: readonly FateVerdict[]): VerdictTone {
  const places = fates.map((fate) => FROM_BEST.indexOf(toneOfFate(fate)));
  return FROM_BEST[Math.max(...places)] ?? 'info';
}

export function toneOfCase(verdict: CaseVerdict): VerdictTone {
  switch (verdict.kind) {
    case 'severalDeposits':
    case 'payoutPasted':
    case 'refundPasted':
    case 'safeHash':
    case 'replaced':
      return worstOf(verdict.fates);
    case 'paymentPasted':
    case 'failedPayment':
    case 'pending':
    case 'cancelled':
      return 'info';
    case 'dropped':
    case 'reorgedAway':
    case 'notFound':
    case 'rpcSilent':
    case 'endpointsDisagree':
    case 'noDeposit':
      return 'warning';
    case 'reverted':
    case 'outOfGas':
    case 'sentToVault':
    case 'wrongChain':
      return 'danger';
    default:
      return toneOfFate(verdict);
  }
}
