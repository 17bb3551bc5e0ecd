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

/** A row of the table below: the rights of the worker, of the API and of the operator's commands. */
function rights(
  causeway_worker: readonly Right[],
  causeway_api: readonly Right[],
  causeway_operator: readonly Right[],
): Rights {
  return { causeway_worker, causeway_api, causeway_operator };
}

/**
 * What each role may do with each table. No role may truncate a table or create anything. A table without a row cannot be
 * read by any role, so a new table needs its row here.
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
  forgotten_attempts: rights(['select', 'insert', 'delete'], NONE, READ),
  incidents: rights(APPEND, READ, READ),
  leases: rights(ALL, NONE, READ),
  liquidity: rights(WRITE, READ, READ),
  migrations: rights(READ, READ, READ),
  obligations: rights(APPEND, READ, READ),
  // Functions store them.
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

/** The columns that the worker changes, of tables that it cannot change otherwise. Triggers hold what they may become (schema/guards.sql). */
export const WORKER_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  obligations: ['state'],
  senders: ['halted_reason', 'next_nonce', 'revoked'],
  sends: ['state', 'mined_hash', 'mined_block', 'mined_block_hash', 'sent_at', 'gas_cost', 'native_price'],
};

/** The functions that each role may call. Every other function of the schema is the owner's. */
export const FUNCTION_RIGHTS: Readonly<Record<DatabaseRole, readonly string[]>> = {
  causeway_worker: ['differs'],
  causeway_api: ['differs'],
  causeway_operator: ['differs', 'place_order', 'approve_order'],
};
