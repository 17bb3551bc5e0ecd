import type { Transfer } from '../transfer.ts';
import { transferFacts } from './transferFacts.ts';
import type { Verdict, VerdictKind } from './verdict.ts';
import { verdictOf } from './verdictOf.ts';

/** A change that a person wants to hear of, wherever they are in the app. */
export type News = { readonly transfer: Transfer; readonly verdict: Verdict };

const TOLD: ReadonlySet<VerdictKind> = new Set<VerdictKind>([
  ...(['delivered', 'refunded'] as const),
  ...(['depositReverted', 'depositCancelled', 'notThisDeposit', 'wrongChain'] as const),
  ...(['payoutDiffers', 'refundDiffers', 'held', 'refundHeld', 'closed'] as const),
]);

/** The verdicts of all transfers, by id. */
export type Seen = ReadonlyMap<string, VerdictKind>;

export function seenNow(transfers: readonly Transfer[], nowMs: number): Seen {
  return new Map(
    transfers.map((transfer) => [
      transfer.terms.id,
      verdictOf(transferFacts(transfer, { nowMs, isInWallet: false })).kind,
    ]),
  );
}

/** What changed since the last look. A transfer that was not there then is no news: its person has just started it. */
export function newsSince(before: Seen, transfers: readonly Transfer[], nowMs: number): readonly News[] {
  return transfers.flatMap((transfer) => {
    const verdict = verdictOf(transferFacts(transfer, { nowMs, isInWallet: false }));
    const known = before.get(transfer.terms.id);
    const isNews = known !== undefined && known !== verdict.kind && TOLD.has(verdict.kind);
    return isNews ? [{ transfer, verdict }] : [];
  });
}
