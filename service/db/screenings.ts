import type { Hash } from 'viem';
import type { ScreeningMatch } from '../domain/screening.ts';
import type { Queryable } from './database.ts';

export type StoredMatch = ScreeningMatch & { readonly at: Date };

/** Stores matches of a transfer. One that is stored already keeps its time. */
export async function storeMatches(database: Queryable, id: Hash, matches: readonly ScreeningMatch[]): Promise<void> {
  for (const { role, address, source, detail } of matches) {
    await database.query(
      `insert into screening_matches (transfer_id, role, address, source, detail) values ($1, $2, $3, $4, $5)
       on conflict (transfer_id, role, address, source) do nothing`,
      [id, role, address, source, detail],
    );
  }
}

/** The matches of a transfer, oldest first. */
export function readMatches(database: Queryable, id: Hash): Promise<readonly StoredMatch[]> {
  return database.query<StoredMatch>(
    'select at, role, address, source, detail from screening_matches where transfer_id = $1 order by id',
    [id],
  );
}

/** Those of the matches after which no operator has ordered to pay or to refund the transfer. */
export async function readUncleared(
  database: Queryable,
  id: Hash,
  matches: readonly ScreeningMatch[],
): Promise<readonly ScreeningMatch[]> {
  const stored = await database.query<Pick<StoredMatch, 'role' | 'address' | 'source'>>(
    `select role, address, source from screening_matches m where transfer_id = $1 and not exists (
       select from transfer_events e where e.transfer_id = m.transfer_id and e.at > m.at
         and e.cause in ('retried', 'payoutResumed', 'refundOrdered'))`,
    [id],
  );
  return matches.filter((match) =>
    stored.some(
      ({ role, address, source }) => role === match.role && address === match.address && source === match.source,
    ),
  );
}
