import type { Hash } from 'viem';
import type { Queryable } from './database.ts';

/** Events that must never happen. Each of them alerts an operator; docs/runbook.md says what to do. */
export const INCIDENT_KINDS = [
  /** The service halted a sender: the chain has a transaction from it that the database lacks. */
  'senderHalted',
  /** A reorg removed a deposit after its payment was signed. */
  'depositLost',
  /** A deposit changed its content in a reorg after its payment was signed. */
  'depositChanged',
  /** A payment on the chain differs from the payment that was due. */
  'paymentUnproven',
  /** An RPC endpoint serves another chain, or contradicted the others for too long to be a reorg. */
  'providerSuspected',
  /** The rescan of a chain found a deposit that the watcher had missed. */
  'rescanFound',
  /** The rescan of a chain did not find a stored deposit. */
  'rescanMissing',
  /** A chain was rewritten deeper than its reorg window. */
  'chainRewritten',
  /** A stored payment differs from what its deposit and the fee history imply. */
  'termsDiffer',
  /** The signer's policy does not allow a due payment. */
  'signerRefused',
  /** The signer could not verify the deposit of a due payment for an hour. */
  'signerUnverified',
  /**
   * The vault refuses a due payment until a person acts: it is paused, or a cap or its list of payers forbids the
   * payment.
   */
  'vaultRefused',
  /** A vault's owner has scheduled an action, or removed a payer. */
  'actionScheduled',
  /** More value left without a deposit than the circuit breaker allows, so the service has paused its payments. */
  'breakerTripped',
  /** A vault's balance differs from the books. */
  'booksDiffer',
] as const;

export type IncidentKind = (typeof INCIDENT_KINDS)[number];

export type Incident = {
  readonly kind: IncidentKind;
  readonly chainId?: number;
  readonly transferId?: Hash;
  readonly detail: string;
  /** The call of the vault's owner or guardian, such as `addPayer(0x…)`. An operator can announce it. */
  readonly call?: string;
};

export type RecordedIncident = {
  readonly id: bigint;
  readonly at: Date;
  readonly kind: IncidentKind;
  readonly chainId: number | null;
  readonly transferId: Hash | null;
  readonly detail: string;
  /** The order that announced it; null for an unexpected incident. */
  readonly announcedBy: bigint | null;
  /** What an operator found out about it; null while it is open. */
  readonly resolvedAt: Date | null;
  readonly resolvedWho: string | null;
  readonly resolvedRole: string | null;
  readonly resolvedWhy: string | null;
};

const SELECT = `select i.id, i.at, kind, chain_id, transfer_id, i.detail, announced_by, o.applied_at as resolved_at,
    o.who as resolved_who, o.role as resolved_role, o.why as resolved_why
  from incidents i left join orders o
    on o.action = 'resolve' and o.subject = 'incident:' || i.id and o.applied_at is not null`;

/** The subject of the order that resolves an incident. */
export function incidentSubject(id: bigint): string {
  return `incident:${id}`;
}

/** All open incidents, and those of the last `sinceMs` milliseconds, oldest first. */
export async function readIncidents(database: Queryable, sinceMs: number): Promise<readonly RecordedIncident[]> {
  return database.query<RecordedIncident>(
    `${SELECT} where i.at >= now() - $1 * interval '1 millisecond' or announced_by is null and o.id is null order by i.id`,
    [sinceMs],
  );
}

export async function readTransferIncidents(
  database: Queryable,
  transferId: Hash,
): Promise<readonly RecordedIncident[]> {
  return database.query<RecordedIncident>(`${SELECT} where transfer_id = $1 order by i.id`, [transferId]);
}

/** Stores an incident, in the transaction that acts on it. @returns the order that announced it, or null */
export async function recordIncident(
  database: Queryable,
  { kind, chainId, transferId, detail, call }: Incident,
): Promise<bigint | null> {
  const [row] = await database.query<Pick<RecordedIncident, 'announcedBy'>>(
    `insert into incidents (kind, chain_id, transfer_id, detail, call) values ($1, $2, $3, $4, $5) returning announced_by`,
    [kind, chainId ?? null, transferId ?? null, detail, call ?? null],
  );
  return row?.announcedBy ?? null;
}

/** Stores an incident of a transfer, unless it already has one of that kind. */
export async function recordOnce(
  database: Queryable,
  { kind, chainId, transferId, detail }: Required<Omit<Incident, 'call'>>,
): Promise<void> {
  await database.query(
    `insert into incidents (kind, chain_id, transfer_id, detail) select $1, $2, $3, $4
     where not exists (select from incidents where kind = $1 and transfer_id = $3)`,
    [kind, chainId, transferId, detail],
  );
}
