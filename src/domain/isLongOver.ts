import type { Transfer } from './transfer.ts';

/** What comes late comes within minutes. Only the page of an older transfer still searches months of blocks. */
const LATE_MS = 24 * 3_600_000;

function hasEnded(transfer: Transfer): boolean {
  return transfer.status === 'failed' ? transfer.kind !== 'failedByService' : transfer.status === 'abandoned';
}

/** Whether a transfer has ended so long ago that nothing follows it but its own page. */
export function isLongOver(transfer: Transfer, now: number): boolean {
  return hasEnded(transfer) && now - transfer.terms.createdAt > LATE_MS;
}
