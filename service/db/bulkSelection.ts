import type { Address, Hash } from 'viem';
import type { TransferState } from '../domain/transferState.ts';
import type { Queryable } from './database.ts';

/** A transfer as a bulk command needs it. */
export type SelectedTransfer = {
  readonly id: Hash;
  readonly state: TransferState;
  readonly chainId: number;
  readonly token: Address;
  readonly amount: bigint;
};

/** Conditions that all must hold; null for any. */
export type Selection = {
  readonly state: TransferState;
  /** The code of the reason or of the note. */
  readonly reason: string | null;
  /** The origin or the destination. */
  readonly chainId: number | null;
  /** The deposited token, by chain. */
  readonly tokens: readonly { readonly chainId: number; readonly address: Address }[] | null;
  readonly olderThanMs: number;
  readonly limit: number;
};

const SELECT = `select t.id, t.state, d.chain_id, d.token, d.amount
  from transfers t join deposits d on d.id = t.id`;

/** The transfers that match a selection, oldest first. */
export function selectTransfers(database: Queryable, selection: Selection): Promise<readonly SelectedTransfer[]> {
  const { state, reason, chainId, tokens, olderThanMs, limit } = selection;
  return database.query<SelectedTransfer>(
    `${SELECT} where t.state = $1 and ($2::text is null or $2 in (t.reason_code, t.note_code))
       and ($3::bigint is null or d.chain_id = $3 or d.destination = $3)
       and ($4::text[] is null or exists (
         select from unnest($5::bigint[], $4::text[]) as r (chain_id, token)
         where r.chain_id = d.chain_id and r.token = d.token))
       and t.created_at <= now() - $6 * interval '1 millisecond'
     order by t.created_at, t.id limit $7`,
    [
      ...[state, reason, chainId],
      tokens?.map(({ address }) => address) ?? null,
      tokens?.map(({ chainId: id }) => String(id)) ?? null,
      ...[olderThanMs, limit],
    ],
  );
}

/** The transfers with these ids, oldest first. */
export function findSelected(database: Queryable, ids: readonly string[]): Promise<readonly SelectedTransfer[]> {
  return database.query<SelectedTransfer>(`${SELECT} where t.id = any($1) order by t.created_at, t.id`, [ids]);
}
