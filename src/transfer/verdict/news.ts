import type { Transfer } from '../model/transfer.ts';
import { transferFacts } from './facts.ts';
import type { TransferVerdict } from './verdict.ts';
import { aboutVerdict } from './verdictKinds.ts';
import { verdictOf } from './verdictOf.ts';

/** A change that a person wants to hear about, wherever they are in the app. */
export type News = { readonly transfer: Transfer; readonly verdict: TransferVerdict };

/** The verdicts of all transfers, by id. */
export type Seen = ReadonlyMap<string, TransferVerdict['kind']>;

export function seenNow(transfers: readonly Transfer[], nowMs: number): Seen {
  return new Map(
    transfers.map((transfer) => [
      transfer.terms.id,
      verdictOf(transferFacts(transfer, { nowMs, isInWallet: false })).kind,
    ]),
  );
}

/**
 * What has changed since the last look. A transfer that was not there then is not news, because the person has just
 * started it.
 */
export function newsSince(before: Seen, transfers: readonly Transfer[], nowMs: number): readonly News[] {
  return transfers.flatMap((transfer) => {
    const verdict = verdictOf(transferFacts(transfer, { nowMs, isInWallet: false }));
    const known = before.get(transfer.terms.id);
    const isNews = known !== undefined && known !== verdict.kind && aboutVerdict(verdict).isNews === true;
    return isNews ? [{ transfer, verdict }] : [];
  });
}
