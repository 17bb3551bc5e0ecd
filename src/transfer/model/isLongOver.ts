import type { Transfer } from './transfer.ts';

/** What comes late comes within minutes. Only the page of an older transfer still searches months of blocks. */
const LATE_MS = 24 * 3_600_000;

function hasEnded(transfer: Transfer): boolean {
  if (transfer.status === 'failed') return transfer.kind !== 'failedByService';
  return transfer.status === 'abandoned' || transfer.status === 'disputed';
}

/** The owners of a Safe can sign a deposit days after its review. */
function beganAt(transfer: Transfer): number {
  const since = 'since' in transfer ? (transfer.since ?? 0) : 0;
  return Math.max(transfer.terms.createdAt, since);
}

/** Whether a transfer has ended so long ago that nothing follows it but its own page. */
export function isLongOver(transfer: Transfer, now: number): boolean {
  return hasEnded(transfer) && now - beganAt(transfer) > LATE_MS;
}
