import type { SortBy, TableOrder } from '../../../domain/desk/caseTable.ts';

/** The direction in which a person looks first: large amounts, late deposits and slow payouts. */
export function firstOrder(by: SortBy): TableOrder {
  return { by, isDescending: by === 'amount' || by === 'sent' || by === 'duration' };
}
