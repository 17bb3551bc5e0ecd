import { isSameDeposit } from '../model/depositLog.ts';
import type { Transfer } from '../model/transfer.ts';
import { depositHash } from '../model/transfer.ts';

type Deposit = { readonly hash: string; readonly block: bigint };

/** The first block that can have the deposit of a transfer whose wallet is open or has answered. Null: it is not sought. */
function soughtFrom(transfer: Transfer): bigint | null {
  return transfer.status === 'signing' || transfer.status === 'sent' ? (transfer.attempt?.fromBlock ?? 0n) : null;
}

/**
 * Whether a deposit belongs to another transfer. Of those with the same terms whose wallet is open or has answered, it belongs
 * to the one whose wallet opened last before it: the hash of that deposit may not be stored yet.
 */
export function isTaken({ hash, block }: Deposit, transfer: Transfer, all: readonly Transfer[]): boolean {
  const others = all.filter(({ terms }) => terms.id !== transfer.terms.id);
  if (others.some((other) => depositHash(other) === hash)) return true;
  const own = soughtFrom(transfer) ?? -1n;
  return others.some((other) => {
    const from = soughtFrom(other);
    return from !== null && from > own && from <= block && isSameDeposit(other.terms, transfer.terms);
  });
}
