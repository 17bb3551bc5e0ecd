import type { Hash } from 'viem';
import type { Queryable } from './database.ts';

/** What must never happen. An operator is called for every one of them, and finds it in docs/runbook.md. */
export const INCIDENT_KINDS = [
  /** A sender was halted: the chain knows a transaction of it that the database does not. */
  'senderHalted',
  /** A reorganisation took a deposit away after its payment was signed. */
  'depositLost',
  /** A deposit came back with other content after its payment was signed. */
  'depositChanged',
  /** A payment is on the chain but is not what was due. */
  'paymentUnproven',
  /** The second reading of a chain found a deposit that the watcher had passed over. */
  'rescanFound',
  /** The second reading of a chain did not find a deposit that is on record. */
  'rescanMissing',
  /** The signer's policy does not allow a payment that is due. */
  'signerRefused',
] as const;

export type IncidentKind = (typeof INCIDENT_KINDS)[number];

export type Incident = {
  readonly kind: IncidentKind;
  readonly chainId?: number;
  readonly transferId?: Hash;
  readonly detail: string;
};

export type RecordedIncident = {
  readonly at: Date;
  readonly kind: IncidentKind;
  readonly chainId: bigint | null;
  readonly transferId: Hash | null;
  readonly detail: string;
};

const COLUMNS = 'at, kind, chain_id as "chainId", transfer_id as "transferId", detail';

/** The incidents of the last while, oldest first. */
export async function readIncidents(database: Queryable, sinceMs: number): Promise<readonly RecordedIncident[]> {
  return database.query<RecordedIncident>(
    `select ${COLUMNS} from incidents where at >= now() - $1 * interval '1 millisecond' order by id`,
    [sinceMs],
  );
}

export async function readTransferIncidents(
  database: Queryable,
  transferId: Hash,
): Promise<readonly RecordedIncident[]> {
  return database.query<RecordedIncident>(`select ${COLUMNS} from incidents where transfer_id = $1 order by id`, [
    transferId,
  ]);
}

/** Puts an incident on record for good, in the transaction that acts on it. */
export async function recordIncident(
  database: Queryable,
  { kind, chainId, transferId, detail }: Incident,
): Promise<void> {
  await database.query('insert into incidents (kind, chain_id, transfer_id, detail) values ($1, $2, $3, $4)', [
    kind,
    chainId ?? null,
    transferId ?? null,
    detail,
  ]);
}
