import type { Hash } from 'viem';
import type { Database, Queryable } from '../db/database.ts';
import { onlyRow } from '../db/database.ts';
import type { SupportedToken } from './model/supportedTokens.ts';

/**
 * Replaces the stored tokens with the configured ones. Without the two-operator rule, a token keeps its stored limits:
 * a worker without the rule must not end it, because one operator can start such a worker.
 */
export async function storeSupportedTokens(database: Database, tokens: readonly SupportedToken[]): Promise<void> {
  const keys = [tokens.map(({ chainId }) => String(chainId)), tokens.map(({ token }) => token)];
  await database.transaction(async (transaction) => {
    await transaction.query(
      `delete from supported_tokens t where not exists (
         select from unnest($1::bigint[], $2::text[]) as r (chain_id, token)
         where r.chain_id = t.chain_id and r.token = t.token)`,
      keys,
    );
    await transaction.query(
      `insert into supported_tokens as t (chain_id, token, name, decimals, one_operator_max)
       select chain_id, token, name, decimals, nullif(bound, '')::numeric
       from unnest($1::bigint[], $2::text[], $3::text[], $4::int[], $5::text[]) as r (chain_id, token, name, decimals, bound)
       on conflict (chain_id, token) do update
         set name = excluded.name, decimals = excluded.decimals,
           one_operator_max = coalesce(excluded.one_operator_max, t.one_operator_max)
         where (t.name, t.decimals, t.one_operator_max) is distinct from
           (excluded.name, excluded.decimals, coalesce(excluded.one_operator_max, t.one_operator_max))`,
      [
        ...keys,
        tokens.map(({ name }) => name),
        tokens.map(({ decimals }) => String(decimals)),
        tokens.map(({ oneOperatorMax }) => (oneOperatorMax === null ? '' : String(oneOperatorMax))),
      ],
    );
  });
}

export function readSupportedTokens(database: Queryable): Promise<readonly SupportedToken[]> {
  return database.query<SupportedToken>(
    'select chain_id, token, name, decimals, one_operator_max from supported_tokens order by chain_id, token',
  );
}

/** What an operator can order. `schema/orders.sql` decides when. */
export type OrderAction =
  | 'retry'
  | 'hold'
  | 'refund'
  | 'close'
  | 'pause'
  | 'resume'
  | 'unhalt'
  | 'reread'
  | 'announce'
  | 'resolve';

/** A JSON value. Amounts are decimal strings. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export type OrderParameters = { readonly [key: string]: Json };

export type NewOrder = {
  readonly action: OrderAction;
  /** The id of a transfer, `chain:<chain id>`, the subject of a pause, `incident:<id>` or `difference:<id>`. */
  readonly subject: string;
  /** What the program read from the chains, and what the operator chose. */
  readonly parameters: OrderParameters;
  readonly who: string;
  readonly why: string;
};

export type Order = NewOrder & {
  readonly id: bigint;
  readonly at: Date;
  /** The role that the database authenticated. */
  readonly role: string;
  /** What it did, or what it will do once it is approved. */
  readonly detail: string;
  /** The transfers it concerns. */
  readonly transfers: readonly Hash[];
  /** Null while it waits for a second operator. */
  readonly appliedAt: Date | null;
  /** When that wait ends; null for an order that one operator carried out alone. */
  readonly expiresAt: Date | null;
  readonly isExpired: boolean;
  readonly approvedRole: string | null;
  readonly approvedWho: string | null;
  readonly approvedWhy: string | null;
};

const COLUMNS = `id, at, action, subject, parameters, role, who, why, detail, transfers, applied_at, expires_at,
  applied_at is null and expires_at <= now() as is_expired, approved_role, approved_who, approved_why`;

/** Carries out an order of this session's role, or lets it wait a number of seconds for a second operator. */
export async function placeOrder(
  database: Queryable,
  { action, subject, parameters, who, why }: NewOrder,
  validSeconds: number,
): Promise<Order> {
  return onlyRow(
    await database.query<Order>(
      `select ${COLUMNS} from place_order($1, $2, $3::text::jsonb, $4, $5, $6::int * interval '1 second')`,
      [action, subject, JSON.stringify(parameters), who, why, validSeconds],
    ),
  );
}

/** Approves and carries out an order of another operator's role. */
export async function approveOrder(
  database: Queryable,
  { id, who, why }: { readonly id: bigint; readonly who: string; readonly why: string },
): Promise<Order> {
  return onlyRow(await database.query<Order>(`select ${COLUMNS} from approve_order($1, $2, $3)`, [id, who, why]));
}

// Raised by the functions.
const REFUSED = 'CW002';

/** Whether the database refused an order. The message is for the operator. */
export function isOrderRefusal(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && error.code === REFUSED;
}

export async function readOrder(database: Queryable, id: bigint): Promise<Order | null> {
  const [order] = await database.query<Order>(`select ${COLUMNS} from orders where id = $1`, [id]);
  return order ?? null;
}

/** The newest orders that needed a second operator, newest first. */
export function readSharedOrders(database: Queryable, limit: number): Promise<readonly Order[]> {
  return database.query<Order>(`select ${COLUMNS} from orders where expires_at is not null order by id desc limit $1`, [
    limit,
  ]);
}

/** The newest orders that were carried out, newest first. */
export function readActions(database: Queryable, limit: number): Promise<readonly Order[]> {
  return database.query<Order>(
    `select ${COLUMNS} from orders where applied_at is not null order by applied_at desc, id desc limit $1`,
    [limit],
  );
}

/** The orders on a transfer, oldest first: carried out, or waiting for a second operator. */
export function readTransferOrders(database: Queryable, transferId: Hash): Promise<readonly Order[]> {
  return database.query<Order>(
    `select ${COLUMNS} from orders where transfers @> array[$1]::text[] and (applied_at is not null or expires_at > now())
     order by applied_at, id`,
    [transferId],
  );
}

/** The orders that wait for a second operator. */
export function readWaitingOrders(database: Queryable): Promise<readonly Order[]> {
  return database.query<Order>(
    `select ${COLUMNS} from orders where applied_at is null and expires_at > now() order by id`,
  );
}
