import type { BookDifference, Explanation } from '../../db/bookDifferences.ts';
import type { Catalog } from '../../domain/catalog.ts';
import { findChainById } from '../../domain/catalog.ts';
import { describeChain, describeToken } from '../findInCatalog.ts';
import { formatTokenAmount } from '../format.ts';

const NATIVE_DECIMALS = 18;

/** The name and the decimals of the token of an account. The hot wallet's is the native token of its chain. */
export function tokenOfDifference(catalog: Catalog, { account, chainId, token }: BookDifference) {
  const chain = findChainById(catalog, BigInt(chainId));
  return account === 'hotWallet' && chain
    ? { name: chain.nativeToken, decimals: NATIVE_DECIMALS }
    : describeToken(catalog, { chainId, token });
}

export function formatDifference(catalog: Catalog, one: BookDifference): string {
  const amount = formatTokenAmount(one.difference, tokenOfDifference(catalog, one));
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
