import type { ReasonCode } from '#shared/wire/reasons.ts';
import type { TransferRecord, Want } from './transferRecord.ts';

/** What a payment lacks, and since when it has waited for anything. */
export type Wait = Pick<TransferRecord, 'waitsFor' | 'waitingSince'>;

export const NOT_WAITING = { waitsFor: null, waitingSince: null } as const;

/** What a payment with this note lacks. What the vault's window allows is a part of the funds. */
const WANT_OF_NOTE: Readonly<Partial<Record<ReasonCode, Want>>> = {
  funds_short: 'funds',
  gas_funds_short: 'funds',
  vault_limit: 'funds',
  gas_above_fee: 'gas',
  check_pending: 'screening',
};

/**
 * The wait of a payment that is delayed again. The clock starts with the first delay, whatever its note, and only a signature, a
 * refund instead or an operator's new order stops it: otherwise a short pause each day would keep a payout waiting for ever.
 * A want for funds or gas stays in sight of the alerts while a pause, a silent endpoint or the screening delays the payment too.
 */
export function trackWait({ waitsFor: before, waitingSince }: Wait, note: ReasonCode, now: Date) {
  const want = WANT_OF_NOTE[note] ?? null;
  const isOtherDelay = want === null || want === 'screening';
  const staysInSight = before === 'funds' || before === 'gas';
  return { waitsFor: isOtherDelay && staysInSight ? before : want, waitingSince: waitingSince ?? now } satisfies Wait;
}

/**
 * Whether a payout has waited so long that its deposit is refunded instead. All of its waits count. But a refund is no help against a
 * pause, an unconfirmed deposit, or a screening or a signer that does not answer: it would wait for the same. So while such
 * a note delays a payout, it stays one, and it is refunded at its first try after that which lacks funds or gas. A try that
 * lacks nothing pays it, however late.
 */
export function isOverdue(
  { waitingSince, note }: { readonly waitingSince: Date; readonly note: ReasonCode },
  now: Date,
  maxWaitSeconds: number,
): boolean {
  const want = WANT_OF_NOTE[note] ?? null;
  if (want === null || want === 'screening') return false;
  return now.getTime() - waitingSince.getTime() > maxWaitSeconds * 1000;
}
