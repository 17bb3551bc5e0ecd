import type { Database } from './database.ts';

/** The roles that a process of the service connects as. The role `causeway_migrate` owns the schema. */
export const DATABASE_ROLES = ['causeway_worker', 'causeway_api', 'causeway_operator'] as const;
export type DatabaseRole = (typeof DATABASE_ROLES)[number];

export type Right = 'select' | 'insert' | 'update' | 'delete';

type Rights = Readonly<Record<DatabaseRole, readonly Right[]>>;

const NONE: readonly Right[] = [];
const READ: readonly Right[] = ['select'];
const APPEND: readonly Right[] = ['select', 'insert'];
const WRITE: readonly Right[] = ['select', 'insert', 'update'];
const LOCK: readonly Right[] = ['select', 'update'];
const ALL: readonly Right[] = ['select', 'insert', 'update', 'delete'];

/** A row of the table below: the rights of the worker, the API and the operator's commands. */
function rights(
  causeway_worker: readonly Right[],
  causeway_api: readonly Right[],
  causeway_operator: readonly Right[],
): Rights {
  return { causeway_worker, causeway_api, causeway_operator };
}

/**
 * What each role may do with each table. No role may truncate a table or create anything. No role can read a table
 * without a row here, so each new table needs one.
 */
export const TABLE_RIGHTS: Readonly<Record<string, Rights>> = {
  anchors: rights(ALL, NONE, READ),
  attempts: rights(APPEND, NONE, READ),
  book_readings: rights(APPEND, READ, READ),
  // It has no rows. The right to update it is the right to lock it.
  breaker_lock: rights(LOCK, NONE, READ),
  breaker_trips: rights(APPEND, READ, READ),
  chains: rights(WRITE, READ, READ),
  deposits: rights(WRITE, READ, READ),
  fee_confirmations: rights(ALL, READ, READ),
  fee_schedules: rights(['select', 'insert', 'delete'], READ, READ),
  flow_readings: rights(WRITE, READ, READ),
  flows: rights(ALL, READ, READ),
  incidents: rights(APPEND, READ, READ),
  leases: rights(ALL, NONE, READ),
  liquidity: rights(WRITE, READ, READ),
  migrations: rights(READ, READ, READ),
  obligations: rights(APPEND, READ, READ),
  outgoing: rights(READ, READ, READ),
  // Only functions store these rows.
  orders: rights(NONE, NONE, READ),
  // The circuit breaker pauses. Only an operator resumes.
  pauses: rights(APPEND, READ, READ),
  scheduled_withdrawals: rights(WRITE, READ, READ),
  screening_matches: rights(APPEND, NONE, READ),
  senders: rights(APPEND, READ, READ),
  sends: rights(APPEND, READ, READ),
  supported_tokens: rights(ALL, NONE, READ),
  transfer_events: rights(APPEND, NONE, READ),
  transfers: rights(WRITE, READ, READ),
  vaults: rights(APPEND, NONE, READ),
};

/**
 * The columns the worker may change in tables it can't change otherwise. Triggers restrict the values
 * (schema/guards.sql).
 */
export const WORKER_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  obligations: ['state'],
  senders: ['halted_reason', 'next_nonce', 'revoked', 'signed_nonce'],
  sends: ['state', 'mined_hash', 'mined_block', 'mined_block_hash', 'sent_at', 'gas_cost', 'native_price'],
};

/** The functions each role may call. Every other function is only for the schema's owner. */
export const FUNCTION_RIGHTS: Readonly<Record<DatabaseRole, readonly string[]>> = {
  causeway_worker: ['count_open_incidents', 'differs', 'gas_drop_of'],
  causeway_api: ['count_open_incidents', 'differs', 'gas_drop_of'],
  causeway_operator: ['count_open_incidents', 'differs', 'gas_drop_of', 'place_order', 'approve_order'],
};

/**
 * Gives each existing role exactly its rights on every table and function. The schema's owner runs it after each
 * migration.
 * @returns the roles that exist
 */
export async function grantRights(database: Database): Promise<readonly string[]> {
  const found = await database.query<{ rolname: string }>(
    'select rolname::text from pg_roles where rolname = any($1)',
    [DATABASE_ROLES],
  );
  const roles = DATABASE_ROLES.filter((role) => found.some(({ rolname }) => rolname === role));
  const grants = Object.entries(TABLE_RIGHTS).flatMap(([table, rights]) =>
    roles
      .filter((role) => rights[role].length > 0)
      .map((role) => `grant ${rights[role].join(', ')} on ${table} to ${role};`),
  );
  const columnGrants = Object.entries(WORKER_COLUMNS).map(
    ([table, columns]) => `grant update (${columns.join(', ')}) on ${table} to causeway_worker;`,
  );
  const functionGrants = roles.flatMap((role) =>
    FUNCTION_RIGHTS[role].map((name) => `grant execute on function ${name} to ${role};`),
  );
  const revokes = roles.flatMap((role) => [
    `revoke all on all tables in schema public from ${role};`,
    `revoke all on all functions in schema public from ${role};`,
  ]);
  // In one transaction, so that a running process never loses its rights in between.
  const script = [...revokes, ...grants, ...(roles.includes('causeway_worker') ? columnGrants : []), ...functionGrants];
  await database.transaction((transaction) => transaction.script(script.join('\n')));
  return roles;
}
