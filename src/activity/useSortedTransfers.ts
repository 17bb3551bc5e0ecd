import { useTransfers } from '../app/services.ts';
import type { Transfer } from '../transfer/model/transfer.ts';
import { isOpen } from '../transfer/model/transfer.ts';

/** The transfers of this browser, open ones first, then the newest. */
export function useSortedTransfers(): readonly Transfer[] {
  return Object.values(useTransfers()).sort(
    (a, b) => Number(isOpen(b)) - Number(isOpen(a)) || b.terms.createdAt - a.terms.createdAt,
  );
}
