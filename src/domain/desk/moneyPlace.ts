import type { CaseVerdict, FateVerdict, MoneyPlace } from './caseVerdict.ts';
import type { DepositEvidence, Evidence } from './evidence.ts';
import { isToVault } from './fateOf.ts';
import { bestSight } from './judgeHash.ts';

/** Where the money of one deposit is, as far as the chains show it. */
export function moneyOfFate(one: DepositEvidence, { kind }: FateVerdict): MoneyPlace {
  if (one.payout.kind === 'proven') return 'recipient';
  if (one.refund.kind === 'proven') return 'sender';
  if (kind === 'wrongContract') return 'elsewhere';
  // An operator closes a transfer after a payment that the vault did not record.
  const isUnpaid = one.payout.kind === 'none' && one.refund.kind === 'none' && kind !== 'closed';
  return isUnpaid && isToVault(one) ? 'bridge' : 'unknown';
}

/** Where the money is after a transaction without a deposit, as far as the chains show it. */
function moneyOfHash({ sights }: Evidence, verdict: CaseVerdict): MoneyPlace {
  const sight = bestSight(sights);
  switch (verdict.kind) {
    case 'reverted':
    case 'outOfGas':
    case 'pending':
      return sight ? 'sender' : 'unknown';
    case 'noDeposit':
      return sight?.kind === 'mined' && sight.moved?.length === 0 ? 'sender' : 'unknown';
    case 'sentToVault':
      return 'bridge';
    case 'wrongContract':
    case 'wrongChain':
      return verdict.moved.length > 0 ? 'elsewhere' : 'unknown';
    case 'cancelled':
    case 'dropped':
      return 'sender';
    default:
      return 'unknown';
  }
}

/** Where the money is. Several deposits have one place only if it is the same. */
export function moneyOf(evidence: Evidence, verdict: CaseVerdict, places: readonly MoneyPlace[]): MoneyPlace {
  const [first] = places;
  if (first === undefined) return moneyOfHash(evidence, verdict);
  return places.every((place) => place === first) ? first : 'unknown';
}
