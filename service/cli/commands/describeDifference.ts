import type { BookDifference, Explanation } from '../../db/bookDifferences.ts';
import type { Catalog } from '../../domain/catalog.ts';
import { describeAccountToken, describeChain } from '../findInCatalog.ts';
import { formatTokenAmount } from '../format.ts';

export function formatDifference(catalog: Catalog, one: BookDifference): string {
  const amount = formatTokenAmount(one.difference, describeAccountToken(catalog, one));
  return one.mismatchCount === 0 ? amount : `${amount}, in ${one.mismatchCount} transactions`;
}

/** Whose balance differed, by how much and when. */
export function describeDifference(catalog: Catalog, one: BookDifference): string {
  const whose = one.account === 'vault' ? 'vaults' : 'hot wallet';
  const place = `the ${whose} on ${describeChain(catalog, one.chainId)}`;
  return `${formatDifference(catalog, one)} between ${place} and the books, at block ${one.toBlock}`;
}

export function describeExplanation({ who, role, approvedBy, why }: Explanation): string {
  return `${who} (${role})${approvedBy === null ? '' : `, approved by ${approvedBy}`}: ${why}`;
}
