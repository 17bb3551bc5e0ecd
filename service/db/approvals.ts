import pg from 'pg';
import type { ApprovalBound } from '../domain/approval.ts';
import type { Database, Queryable } from './database.ts';
import { onlyRow } from './database.ts';

/** Replaces the stored bounds by those of a configured rule. */
export async function storeApprovalBounds(database: Database, bounds: readonly ApprovalBound[]): Promise<void> {
  const columns = [
    bounds.map(({ chainId }) => String(chainId)),
    bounds.map(({ token }) => token),
    bounds.map(({ amount }) => String(amount)),
  ];
  await database.transaction(async (transaction) => {
    await transaction.query(
      `delete from approval_bounds b where not exists (
         select from unnest($1::bigint[], $2::text[]) as r (chain_id, token)
         where r.chain_id = b.chain_id and r.token = b.token)`,
      columns.slice(0, 2),
    );
    await transaction.query(
      `insert into approval_bounds as b (chain_id, token, amount)
       select * from unnest($1::bigint[], $2::text[], $3::numeric[])
       on conflict (chain_id, token) do update set amount = excluded.amount where b.amount <> excluded.amount`,
      columns,
    );
  });
}

export function readApprovalBounds(database: Queryable): Promise<readonly ApprovalBound[]> {
  return database.query<ApprovalBound>('select chain_id, token, amount from approval_bounds');
}

/** The role that the database authenticated. */
export async function readSessionRole(database: Queryable): Promise<string> {
  return onlyRow(await database.query<{ readonly role: string }>('select session_user::text as role')).role;
}

/** The actions that can need a second operator. */
export const GUARDED_ACTIONS = ['retry', 'refund', 'close', 'resume', 'unhalt', 'reread', 'explain'] as const;
export type GuardedAction = (typeof GUARDED_ACTIONS)[number];

/** A command that waits for a second operator. */
export type ApprovalRequest = {
  readonly id: bigint;
  readonly at: Date;
  /** The role that the database authenticated. */
  readonly role: string;
  readonly who: string;
  readonly why: string;
  readonly action: GuardedAction;
  readonly subjects: readonly string[];
  /** The command line, as it was typed. */
  readonly command: readonly string[];
  readonly summary: string;
  readonly expiresAt: Date;
  readonly isExpired: boolean;
  /** The role that approved it; null for an open request. */
  readonly approvedBy: string | null;
  /** How many of the subjects the approval has been used for. */
  readonly usedCount: number;
};

const COLUMNS = `r.id, r.at, r.role, r.who, r.why, r.action, r.subjects, r.command, r.summary, r.expires_at,
  r.expires_at <= now() as is_expired, a.role as approved_by,
  (select count(*) from approval_uses u where u.request_id = r.id) as used_count`;

export async function readRequest(database: Queryable, id: bigint): Promise<ApprovalRequest | null> {
  const [row] = await database.query<ApprovalRequest>(
    `select ${COLUMNS} from approval_requests r left join approvals a on a.request_id = r.id where r.id = $1`,
    [id],
  );
  return row ?? null;
}

/** The newest requests, newest first. */
export function readRequests(database: Queryable, limit: number): Promise<readonly ApprovalRequest[]> {
  return database.query<ApprovalRequest>(
    `select ${COLUMNS} from approval_requests r left join approvals a on a.request_id = r.id
     order by r.id desc limit $1`,
    [limit],
  );
}

export type NewRequest = Pick<ApprovalRequest, 'who' | 'why' | 'action' | 'subjects' | 'command' | 'summary'>;

/** Stores a request of this session's role. @returns its id */
export async function insertRequest(
  database: Queryable,
  { who, why, action, subjects, command, summary }: NewRequest,
  expiresSeconds: number,
): Promise<bigint> {
  const rows = await database.query<{ readonly id: bigint }>(
    `insert into approval_requests (who, why, action, subjects, command, summary, expires_at)
     values ($1, $2, $3, $4, $5, $6, now() + $7::int * interval '1 second') returning id`,
    [who, why, action, subjects, command, summary, expiresSeconds],
  );
  return onlyRow(rows).id;
}

/** Stores the approval of this session's role. The database refuses the role that made the request. */
export async function insertApproval(
  database: Queryable,
  { requestId, who, why }: { readonly requestId: bigint; readonly who: string; readonly why: string },
): Promise<void> {
  await database.query('insert into approvals (request_id, who, why) values ($1, $2, $3)', [requestId, who, why]);
}

// Raised by the triggers.
const NEEDS_APPROVAL = 'CW001';

/** Whether the database refused a change because no approval counts for it. */
export function isApprovalRefusal(error: unknown): error is Error {
  return error instanceof pg.DatabaseError && error.code === NEEDS_APPROVAL;
}

/** The subjects that have changed since a request was made: an approval of it would not count for them. */
export async function readChangedSubjects(database: Queryable, id: bigint): Promise<readonly string[]> {
  const rows = await database.query<{ readonly subject: string }>(
    `select s.subject from approval_requests r, unnest(r.subjects) as s (subject)
     where r.id = $1 and occasion_of(r.action, s.subject) >= r.at`,
    [id],
  );
  return rows.map(({ subject }) => subject);
}
