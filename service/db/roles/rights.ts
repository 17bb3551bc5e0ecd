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
  anchors: rights(ALL, NONE, ['select', 'delete']),
  // The worker stores the bounds. Triggers use the approvals.
  approval_bounds: rights(ALL, NONE, READ),
  approval_requests: rights(NONE, NONE, APPEND),
  approval_uses: rights(NONE, NONE, READ),
  approvals: rights(NONE, NONE, APPEND),
  attempts: rights(APPEND, NONE, READ),
  book_explanations: rights(NONE, NONE, APPEND),
  book_readings: rights(APPEND, READ, READ),
  // It has no rows. The right to update it is the right to lock it.
  breaker_lock: rights(LOCK, NONE, LOCK),
  breaker_trips: rights(APPEND, READ, READ),
  chains: rights(WRITE, READ, READ),
  deposits: rights(WRITE, READ, READ),
  fee_confirmations: rights(ALL, READ, READ),
  fee_schedules: rights(['select', 'insert', 'delete'], READ, READ),
  flow_readings: rights(WRITE, READ, READ),
  flows: rights(ALL, READ, READ),
  forgotten_attempts: rights(['select', 'insert', 'delete'], NONE, READ),
  incidents: rights(APPEND, READ, APPEND),
  leases: rights(ALL, NONE, READ),
  liquidity: rights(WRITE, READ, READ),
  migrations: rights(READ, READ, READ),
  obligations: rights(APPEND, READ, READ),
  operator_actions: rights(NONE, NONE, APPEND),
  // A trigger stores them.
  operator_changes: rights(NONE, NONE, READ),
  // The circuit breaker pauses. Only an operator resumes.
  pauses: rights(APPEND, READ, ['select', 'insert', 'delete']),
  scheduled_withdrawals: rights(WRITE, READ, READ),
  screening_matches: rights(APPEND, NONE, READ),
  senders: rights(APPEND, READ, READ),
  sends: rights(APPEND, READ, READ),
  transfer_events: rights(APPEND, NONE, APPEND),
  transfers: rights(WRITE, READ, READ),
  vaults: rights(APPEND, NONE, READ),
};

/**
 * The columns that a role changes, of tables that it cannot change otherwise. Triggers hold what they may become
 * (schema/operator.sql and schema/guards.sql).
 */
export const COLUMN_RIGHTS: Readonly<Partial<Record<DatabaseRole, Readonly<Record<string, readonly string[]>>>>> = {
  causeway_worker: {
    obligations: ['state'],
    senders: ['halted_reason', 'next_nonce', 'revoked'],
    sends: ['state', 'mined_hash', 'mined_block', 'mined_block_hash', 'sent_at', 'gas_cost', 'native_price'],
  },
  causeway_operator: {
    breaker_trips: ['resumed_at'],
    // "reread" moves the cursors back.
    chains: ['rewritten_reason', 'version', 'final_block', 'scanned_to', 'scanned_to_hash', 'rescanned_to'],
    obligations: ['state'],
    senders: ['halted_reason', 'next_nonce'],
    sends: ['state', 'mined_hash', 'mined_block', 'mined_block_hash', 'cancel_requested_at', 'cancel_then_hold'],
    transfers: [
      ...['state', 'updated_at', 'reason', 'reason_code', 'note', 'note_code', 'settled_hash', 'settled_amount'],
      ...['tries', 'failing_since', 'retry_at', 'hold_requested', 'waits_for', 'waiting_since'],
      ...['paying_chain_id', 'token_name', 'origin_decimals'],
      ...['recipient', 'gas_fee', 'bridge_fee', 'net_amount', 'receive_amount'],
    ],
  },
};
