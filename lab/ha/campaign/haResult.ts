import type { AuditResult } from '../../chaos/audit/auditor.ts';
import type { DatabaseCounts } from '../../chaos/audit/readDatabaseCounts.ts';
import type { DurationSummary } from '../../report/summarizeDurations.ts';

export const FAULTS = ['killed', 'frozen', 'partitioned'] as const;
export type Fault = (typeof FAULTS)[number];

export type FaultResult = {
  readonly fault: Fault;
  readonly formerPrimary: string;
  readonly newPrimary: string;
  /** From the fault until pgbouncer acknowledged a row that was sent after the fault. */
  readonly secondsWithoutPrimary: number;
};

export type WriteCounts = { readonly attempts: number; readonly acknowledged: number; readonly lost: number };

export type HaResult = {
  readonly transfers: number;
  readonly seconds: number;
  readonly faults: readonly FaultResult[];
  /** Rows written through pgbouncer during the whole run. */
  readonly writes: WriteCounts;
  /** Rows written to the former primary itself, past HAProxy, while another node is the primary or becomes it. */
  readonly formerPrimaryWrites: WriteCounts;
  readonly audit: AuditResult;
  readonly database: DatabaseCounts;
  /** Deposit transactions, and how many of them the API reports as delivered or refunded. */
  readonly receipts: { readonly asked: number; readonly final: number };
  readonly completionSeconds: DurationSummary | null;
  readonly passed: boolean;
};

type Outcome = Omit<HaResult, 'passed'>;

/** Whether every deposit was paid exactly once, every acknowledged row is there, and every fault moved the primary. */
export function hasPassed(outcome: Outcome): boolean {
  const { transfers, faults, writes, formerPrimaryWrites, audit, database, receipts } = outcome;
  return (
    faults.length > 0 &&
    audit.violations.length === 0 &&
    audit.deposits === transfers &&
    database.unfinished === 0 &&
    receipts.asked > 0 &&
    receipts.final === receipts.asked &&
    writes.acknowledged > 0 &&
    writes.lost === 0 &&
    formerPrimaryWrites.lost === 0 &&
    faults.every(({ formerPrimary, newPrimary }) => formerPrimary !== newPrimary)
  );
}

/** The fault of each round: the kinds in turn. */
export function planFaults(count: number): readonly Fault[] {
  return Array.from({ length: count }, (_, index) => FAULTS[index % FAULTS.length] ?? FAULTS[0]);
}

/** How many transfers each round makes: as equal as possible. */
export function shareTransfers(transfers: number, rounds: number): readonly number[] {
  const until = (round: number) => Math.floor((transfers * round) / rounds);
  return Array.from({ length: rounds }, (_, round) => until(round + 1) - until(round));
}
