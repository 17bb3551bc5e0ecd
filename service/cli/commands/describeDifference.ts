import type { BookDifference, Explanation } from '../../db/bookDifferences.ts';
import type { Catalog } from '../../domain/catalog.ts';
import { describeAccountToken } from '../findInCatalog.ts';
import { formatTokenAmount } from '../format.ts';

export function formatDifference(catalog: Catalog, one: BookDifference): string {
  const amount = formatTokenAmount(one.difference, describeAccountToken(catalog, one));
  return one.mismatchCount === 0 ? amount : `${amount}, in ${one.mismatchCount} transactions`;
}

export function describeExplanation({ who, role, approvedBy, why }: Explanation): string {
  return `${who} (${role})${approvedBy === null ? '' : `, approved by ${approvedBy}`}: ${why}`;
}
