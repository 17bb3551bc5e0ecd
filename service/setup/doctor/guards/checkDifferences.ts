import type { BookDifference } from '../../../db/bookDifferences.ts';
import { readDifferences } from '../../../db/bookDifferences.ts';
import type { Database } from '../../../db/database.ts';
import { leaveOpen } from '../../../domain/books/openDifferences.ts';
import type { Catalog } from '../../../domain/catalog.ts';
import { findChainById } from '../../../domain/catalog.ts';
import type { Finding } from '../finding.ts';
import { failed, passed, warned } from '../finding.ts';

const FIX = 'operator differences, then docs/runbook.md#causewaybooksdiffer';

function groupByAccount(differences: readonly BookDifference[]): readonly (readonly BookDifference[])[] {
  const groups = new Map<string, BookDifference[]>();
  for (const one of differences) {
    const key = `${one.chainId} ${one.account} ${one.token}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()];
}

/**
 * Whether operators have explained each difference that a comparison of the books found. One of a hot wallet blocks no sweep: a
 * transaction with an unknown cost makes one.
 */
export async function checkDifferences(catalog: Catalog, database: Database): Promise<readonly Finding[]> {
  const check = 'books: differences';
  const differences = await readDifferences(database);
  const open = differences.filter(({ explanation }) => explanation === null);
  const explained = `${differences.length - open.length} explained`;
  const last = open.at(-1);
  if (!last) return [passed(check, differences.length === 0 ? 'no comparison has found one' : explained)];
  const chain = findChainById(catalog, BigInt(last.chainId))?.name ?? `chain ${last.chainId}`;
  const newest = `the newest is ${last.id}, of the ${last.account} on ${chain} at block ${last.toBlock}`;
  const detail = `${open.length} not explained, ${explained}; ${newest}`;
  return [
    groupByAccount(open.filter(({ account }) => account === 'vault')).some(leaveOpen)
      ? failed(check, detail, FIX)
      : warned(check, `${detail}. Those of each vault add up to 0`, FIX),
  ];
}
