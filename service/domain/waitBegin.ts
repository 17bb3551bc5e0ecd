import type { TransferRecord, Want } from './transferRecord.ts';

/**
 * When a payment began to wait for what it waits for; null when it waits for nothing. Funds and gas are one wait. A screening is
 * another: the time without its answer must not count as time without funds, after which a payout becomes a refund.
 */
export function waitBegin(
  { waitsFor: before, waitingSince }: Pick<TransferRecord, 'waitsFor' | 'waitingSince'>,
  waitsFor: Want | null,
  now: Date,
): Date | null {
  if (waitsFor === null) return null;
  const isOther = (waitsFor === 'screening') !== (before === 'screening');
  return (isOther ? null : waitingSince) ?? now;
}
