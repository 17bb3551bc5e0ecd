import type { Hash } from 'viem';
import type { Queryable } from './database.ts';

/** What must never happen. An operator is called for every one of them. */
export const INCIDENT_KINDS = [
  /** A sender was halted: the chain knows a transaction of it that the database does not. */
  'senderHalted',
  /** A reorganisation took a deposit away after its payment was signed. */
  'depositLost',
  /** A deposit came back with other content after its payment was signed. */
  'depositChanged',
  /** A payment is on the chain but is not what was due. */
  'paymentUnproven',
] as const;

export type IncidentKind = (typeof INCIDENT_KINDS)[number];

export type Incident = {
  readonly kind: IncidentKind;
  readonly chainId?: number;
  readonly transferId?: Hash;
  readonly detail: string;
};

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
