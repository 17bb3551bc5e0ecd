import type { Amount } from '#shared/amount.ts';
import { formatAmount, NATIVE_DECIMALS } from '#shared/amount.ts';
import { visibleText } from '#shared/foreignText.ts';
import type { DepositEvidence } from './evidence.ts';
import { uniqueNames } from './hashList.ts';
import type { JudgedDeposit } from './judge.ts';
import type { LookupRow } from './lookupTable.ts';
import { kindOf } from './lookupTable.ts';

/** The columns of an exported table, in this order. They are part of the file format: add new ones at the end. */
const LOOKUP_COLUMNS = [
  'hash',
  'verdict',
  'confidence',
  'leads_by',
  'origin_chain',
  'destination_chain',
  'token',
  'sent',
  'received',
  'sender',
  'recipient',
  'sent_at',
  'paid_at',
  'seconds',
  'deposit_hash',
  'payout_hash',
  'refund_hash',
  'transfer_id',
  'gas_received',
  'gas_token',
  'reason',
] as const;

type LookupFields = Readonly<Record<(typeof LOOKUP_COLUMNS)[number], string>>;

const isoOf = (ms: number | null) => (ms === null ? '' : new Date(ms).toISOString());
const textOf = (value: Amount | null) => (value ? formatAmount(value) : '');
const NOTHING = Object.fromEntries(LOOKUP_COLUMNS.map((column) => [column, ''])) as LookupFields;

const gasOf = ({ payout }: DepositEvidence) =>
  payout.kind === 'proven' ? formatAmount({ amount: payout.gasReceived, decimals: NATIVE_DECIMALS }) : '';

/** The service's code for why a deposit waits, is held or was refunded. */
const reasonOf = (verdict: JudgedDeposit['verdict']) => ('cause' in verdict ? (verdict.cause.reason ?? '') : '');

function fieldsOf(row: LookupRow): LookupFields {
  const start = { ...NOTHING, hash: row.listed.hash, verdict: kindOf(row) };
  if (row.state !== 'answered') return start;
  const { verdict, confidence, via, deposit } = row;
  const judged = { ...start, confidence: confidence.kind, leads_by: via ?? '' };
  if (!deposit) return { ...judged, origin_chain: 'chainName' in verdict ? verdict.chainName : '' };
  const { journey, evidence } = deposit;
  return {
    ...judged,
    ...{ origin_chain: journey.originName, destination_chain: journey.destinationName ?? '' },
    ...{ token: journey.tokenName ?? evidence.deposit.token, sent: textOf(journey.sent) },
    received: textOf(deposit.received),
    ...{ sender: evidence.deposit.user, recipient: journey.recipient ?? visibleText(evidence.deposit.target) },
    ...{ sent_at: isoOf(deposit.sentAtMs), paid_at: isoOf(deposit.paidAtMs) },
    seconds: deposit.seconds === null ? '' : `${deposit.seconds}`,
    deposit_hash: evidence.deposit.transactionHash,
    ...{
      payout_hash: deposit.payoutHash ?? '',
      refund_hash: deposit.refundHash ?? '',
      transfer_id: evidence.deposit.id,
      ...{ gas_received: gasOf(evidence), gas_token: deposit.gasReceived?.symbol ?? '' },
      reason: reasonOf(deposit.verdict),
    },
  };
}

export type LookupFile = {
  readonly columns: readonly string[];
  readonly rows: readonly Readonly<Record<string, string>>[];
};

/**
 * Amounts are exact decimals of whole tokens, times are ISO 8601, and an unknown value is empty. The columns of the listed
 * table come last. If one has the name of our columns, it gets a suffix, and if that name is taken too, a number.
 */
export function lookupFile(rows: readonly LookupRow[], ownColumns: readonly string[]): LookupFile {
  const taken: ReadonlySet<string> = new Set(LOOKUP_COLUMNS);
  const own = uniqueNames(
    ownColumns.map((name) => (taken.has(name) ? `${name} (listed)` : name)),
    LOOKUP_COLUMNS,
  );
  return {
    columns: [...LOOKUP_COLUMNS, ...own],
    rows: rows.map((row) => ({
      ...fieldsOf(row),
      ...Object.fromEntries(own.map((name, index) => [name, row.listed.cells[index] ?? ''])),
    })),
  };
}
