import { divideRoundingUp } from '#shared/amount.ts';
import type { ReasonCode } from '#shared/wire/reasons.ts';
import type { TransferRecord, Want } from '../../deposits/model/transfer.ts';
import { tokenValue } from '../../quotes/model/price.ts';

const MIN_MS = 5000;
const MAX_MS = 60_000;
const SHARE = 10;

/** The delay before the next retry: a tenth of the time waited so far, between 5 and 60 s. */
export function retryDelayMs(waitingSince: Date, now: Date): number {
  const waitedMs = now.getTime() - waitingSince.getTime();
  return Math.min(Math.max(waitedMs / SHARE, MIN_MS), MAX_MS);
}

/** What a payment lacks, and how long it has waited for anything. */
export type Wait = Pick<TransferRecord, 'waitsFor' | 'waitingSince'>;

export const NOT_WAITING = { waitsFor: null, waitingSince: null } as const;

/** What a payment with this note lacks. The vault's window counts as funds. */
const WANT_OF_NOTE: Readonly<Partial<Record<ReasonCode, Want>>> = {
  funds_short: 'funds',
  gas_funds_short: 'funds',
  vault_limit: 'funds',
  gas_above_fee: 'gas',
  check_pending: 'screening',
};

/**
 * The wait of a payment that is delayed again. The clock starts with the first delay, whatever its note, and only a
 * signature, a refund instead or an operator's new order stops it: otherwise a short pause each day would keep a payout
 * waiting forever. Alerts still see a lack of funds or gas while a pause, a silent endpoint or the screening delays the
 * payment too.
 */
export function trackWait({ waitsFor: before, waitingSince }: Wait, note: ReasonCode, now: Date) {
  const want = WANT_OF_NOTE[note] ?? null;
  const isOtherDelay = want === null || want === 'screening';
  const staysInSight = before === 'funds' || before === 'gas';
  return { waitsFor: isOtherDelay && staysInSight ? before : want, waitingSince: waitingSince ?? now } satisfies Wait;
}

/**
 * Whether a payout has waited so long that its deposit is refunded instead. All its waits count. But a refund doesn't
 * help against a pause, an unconfirmed deposit, or a screening or signer that doesn't answer: it would wait for the
 * same thing. So while such a note delays a payout, it stays a payout, and the first attempt after that refunds it if
 * funds or gas are short. An attempt that lacks nothing pays it, however late.
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

const FIRST_DELAY_MS = 30_000;
const MAX_DELAY_MS = 3_600_000;

/** The delay before another payment after this many failures. It doubles with each failure, up to an hour. */
export function delayAfterFailures(tries: number): number {
  return Math.min(FIRST_DELAY_MS * 2 ** Math.max(tries - 1, 0), MAX_DELAY_MS);
}

export type SharedGas = {
  /** The cost of the transaction in wei. */
  readonly gasCost: bigint;
  /** How many payments it contains. */
  readonly payments: number;
  readonly nativePrice: bigint;
};

/** The value of a failed payment's share of the gas, scaled like every price. */
export function burntValue({ gasCost, payments, nativePrice }: SharedGas): bigint {
  const share = divideRoundingUp(gasCost, BigInt(Math.max(payments, 1)));
  return tokenValue(share, { decimals: 18, price: nativePrice });
}

/** A value in a token's base units, rounded up. */
export function valueInToken(
  value: bigint,
  { decimals, price }: { readonly decimals: number; readonly price: bigint },
): bigint {
  return divideRoundingUp(value * 10n ** BigInt(decimals), price);
}
