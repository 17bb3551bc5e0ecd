import type { BookDifference } from '../../db/bookDifferences.ts';
import type { Catalog } from '../../domain/catalog.ts';
import { describeAccountToken, describeChain } from '../findInCatalog.ts';

/** The columns of an export of differences, in order. Programs read them, so an existing name keeps its meaning. */
export const DIFFERENCE_COLUMNS = [
  ...['time', 'difference', 'chain', 'chain_id', 'account', 'token', 'token_address', 'token_decimals'],
  ...['from_block', 'to_block', 'closing', 'amount', 'mismatches', 'dust'],
  ...['explained', 'explained_time', 'explained_by', 'explained_by_role', 'approved_by_role', 'explanation'],
] as const;

type DifferenceRow = Readonly<Record<(typeof DIFFERENCE_COLUMNS)[number], string | number | boolean | bigint | null>>;

/** The row of a difference. Amounts are base units, times are in UTC, and null is an empty cell. */
export function toDifferenceRow(catalog: Catalog, one: BookDifference): DifferenceRow {
  const { name, decimals } = describeAccountToken(catalog, one);
  const { explanation } = one;
  return {
    time: one.at.toISOString(),
    difference: one.id,
    chain: describeChain(catalog, one.chainId),
    chain_id: one.chainId,
    account: one.account,
    token: name,
    token_address: one.token,
    token_decimals: decimals,
    from_block: one.fromBlock + 1n,
    to_block: one.toBlock,
    closing: one.closing,
    amount: one.difference,
    mismatches: one.mismatchCount,
    dust: one.dust,
    explained: explanation !== null,
    explained_time: explanation?.at.toISOString() ?? null,
    explained_by: explanation?.who ?? null,
    explained_by_role: explanation?.role ?? null,
    approved_by_role: explanation?.approvedBy ?? null,
    explanation: explanation?.why ?? null,
  };
}
