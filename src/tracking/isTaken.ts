import { isSameDeposit } from '../domain/depositLog.ts';
import type { Transfer } from '../domain/transfer.ts';
import { depositHash } from '../domain/transfer.ts';

const LOOKING: ReadonlySet<Transfer['status']> = new Set(['signing', 'sent']);

/**
 * Whether a deposit belongs to another transfer. One with the same terms whose wallet is open or has answered comes first:
 * the hash of its deposit may not be stored yet.
 */
export function isTaken(hash: string, transfer: Transfer, all: readonly Transfer[]): boolean {
  const others = all.filter(({ terms }) => terms.id !== transfer.terms.id);
  if (others.some((other) => depositHash(other) === hash)) return true;
  if (LOOKING.has(transfer.status)) return false;
  return others.some((other) => LOOKING.has(other.status) && isSameDeposit(other.terms, transfer.terms));
}
