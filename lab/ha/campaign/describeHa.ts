import { VIOLATION_LABELS } from '../../chaos/audit/violations.ts';
import { percentile } from '../../report/percentile.ts';
import { toTable } from '../../report/toTable.ts';
import type { Fault, HaResult } from './haResult.ts';
import { FAULTS } from './haResult.ts';

const FAULT_LABELS: Readonly<Record<Fault, string>> = {
  killed: 'killed (SIGKILL to PostgreSQL and Patroni), then started again',
  frozen: 'frozen (SIGSTOP) until another node is the primary, then continued',
  partitioned: 'cut off from etcd, HAProxy and the other nodes, then connected again',
};

function toFaultRow(label: string, faults: HaResult['faults']): readonly string[] {
  const seconds = faults.map(({ secondsWithoutPrimary }) => secondsWithoutPrimary);
  const at = (share: number) => (seconds.length === 0 ? '-' : percentile(seconds, share).toFixed(1));
  return [label, String(faults.length), at(0.5), at(1)];
}

/** Builds the tables of the campaign against the primary from the stored result. */
export function describeHa(result: HaResult): string {
  const { faults, writes, formerPrimaryWrites, audit, database, receipts, completionSeconds } = result;
  const faultTable = toTable([
    ['fault of the primary', 'times', 'median s without a primary', 'longest s'],
    ...FAULTS.map((fault) =>
      toFaultRow(
        FAULT_LABELS[fault],
        faults.filter((entry) => entry.fault === fault),
      ),
    ),
    toFaultRow('all', faults),
  ]);
  const violations = Object.entries(VIOLATION_LABELS).map(([kind, label]) => [
    label,
    String(audit.violations.filter((violation) => violation.kind === kind).length),
  ]);
  const auditTable = toTable([
    ['audit', 'count'],
    ['deposits', String(audit.deposits)],
    ['paid out', String(audit.payouts)],
    ['refunded', String(audit.refunds)],
    ...violations,
    ['transfers that the database shows as unfinished', String(database.unfinished)],
    ['deposit transactions whose receipt is final', `${receipts.final} of ${receipts.asked}`],
    ['rows that were written through pgbouncer and acknowledged', String(writes.acknowledged)],
    ['of these, lost', String(writes.lost)],
    ['rows that were sent to a former primary directly', String(formerPrimaryWrites.attempts)],
    ['of these, acknowledged', String(formerPrimaryWrites.acknowledged)],
    ['of the acknowledged ones, lost', String(formerPrimaryWrites.lost)],
    ['median s from a deposit to its payment', String(completionSeconds?.p50 ?? '-')],
    ['95th percentile', String(completionSeconds?.p95 ?? '-')],
    ['slowest payment', String(completionSeconds?.max ?? '-')],
  ]);
  const verdict = result.passed ? 'passed' : 'FAILED';
  return `The campaign ${verdict}.\n\n${faultTable}\n\n${auditTable}`;
}
