import { convertRoundingDown, divideRoundingUp } from '#shared/amount.ts';
import type { TokenDecimals } from '../../boot/model/catalog.ts';

/** A route's fees and limits from `validFrom` on, in the origin token's base units. */
export type FeeSchedule = {
  readonly routeId: string;
  readonly validFrom: Date;
  readonly gasFee: bigint;
  readonly feeBps: bigint;
  readonly feeFloor: bigint;
  readonly min: bigint;
  readonly max: bigint;
  /** The price of one unit of the destination's native token, for gas drops; null if the route offers none. */
  readonly nativePrice: bigint | null;
};

export type Bounds = { readonly min: bigint; readonly max: bigint };

// The network fee includes half of the base fee as a margin, and most chains' base fee changes with every block.
const KEPT_SHARE = 20n;

/** Whether a stored amount that follows prices is within a twentieth of the current one. */
export function differsLittle(stored: bigint, current: bigint): boolean {
  const difference = stored - current;
  return (difference < 0n ? -difference : difference) * KEPT_SHARE <= current;
}

/** A price at which a stored schedule never sells native tokens for less than they cost now. */
export function withPriceMargin(price: bigint): bigint {
  return price + divideRoundingUp(price, KEPT_SHARE);
}

function isSamePrice(stored: bigint | null, current: bigint | null): boolean {
  return stored === null || current === null ? stored === current : differsLittle(stored, current);
}

/**
 * Whether a stored schedule still states the fees: the same terms, and prices within a twentieth of the current ones.
 */
export function isStillCurrent(stored: FeeSchedule, current: FeeSchedule): boolean {
  return (
    differsLittle(stored.gasFee, current.gasFee) &&
    isSamePrice(stored.nativePrice, current.nativePrice) &&
    stored.feeBps === current.feeBps &&
    stored.feeFloor === current.feeFloor &&
    stored.min === current.min &&
    stored.max === current.max
  );
}

/**
 * The components of a sent amount: `send = gasFee + bridgeFee + net`, and `receive` is `net` in destination decimals.
 */
export type PayoutTerms = {
  readonly send: bigint;
  readonly gasFee: bigint;
  readonly bridgeFee: bigint;
  readonly net: bigint;
  readonly receive: bigint;
};

const ONE_NATIVE = 10n ** 18n;

/** What a gas drop costs at a price of one native token, rounded up. */
export function gasDropPrice(gasDrop: bigint, nativePrice: bigint): bigint {
  return divideRoundingUp(gasDrop * nativePrice, ONE_NATIVE);
}

/** What a schedule charges for a payout's own gas. A gas drop needs half as much again. */
export function gasCharge({ gasFee }: FeeSchedule, gasDrop: bigint): bigint {
  return gasDrop === 0n ? gasFee : gasFee + divideRoundingUp(gasFee, 2n);
}

/** The schedule for deposits with a gas drop, whose price is part of the network fee; null if it offers none. */
export function withGasDrop(schedule: FeeSchedule, gasDrop: bigint): FeeSchedule | null {
  if (gasDrop === 0n) return schedule;
  const { nativePrice } = schedule;
  if (nativePrice === null) return null;
  return { ...schedule, gasFee: gasCharge(schedule, gasDrop) + gasDropPrice(gasDrop, nativePrice) };
}

const BPS = 10_000n;

export function bridgeFee({ feeBps, feeFloor }: Pick<FeeSchedule, 'feeBps' | 'feeFloor'>, amount: bigint): bigint {
  const share = divideRoundingUp(amount * feeBps, BPS);
  return share > feeFloor ? share : feeFloor;
}

/** Whether a schedule accepts any amount. A schedule limited to too little funds accepts none. */
export function acceptsAnyAmount({ min, max }: FeeSchedule): boolean {
  return max >= min;
}

/** The limits of the amount that a person types. The upper limit is never below the lower one. */
export function inputBounds(schedule: FeeSchedule, includesGasFee: boolean): Bounds {
  const { min } = schedule;
  const max = acceptsAnyAmount(schedule) ? schedule.max : min;
  const gasFee = includesGasFee ? schedule.gasFee : 0n;
  return { min: min + gasFee, max: max + gasFee };
}

/** The amount that leaves the wallet when a person types an amount. */
export function sendAmount({ gasFee }: FeeSchedule, input: bigint, includesGasFee: boolean): bigint {
  return includesGasFee ? input : input + gasFee;
}

/**
 * Computes a payout's terms from the sent amount alone, so the deposit needs to carry no other amount.
 * @returns null if the schedule doesn't accept the amount
 */
export function payoutTerms(schedule: FeeSchedule, send: bigint, decimals: TokenDecimals): PayoutTerms | null {
  const afterGas = send - schedule.gasFee;
  if (afterGas < schedule.min || afterGas > schedule.max) return null;
  const fee = bridgeFee(schedule, afterGas);
  const net = afterGas - fee;
  if (net <= 0n) return null;
  const receive = convertRoundingDown({ amount: net, decimals: decimals.origin }, decimals.destination);
  return receive > 0n ? { send, gasFee: schedule.gasFee, bridgeFee: fee, net, receive } : null;
}

/**
 * The best terms for the user among these schedules. The user receives at least the quoted amount, whichever schedule
 * was quoted.
 */
export function bestPayoutTerms(
  schedules: readonly FeeSchedule[],
  send: bigint,
  decimals: TokenDecimals,
): PayoutTerms | null {
  let best: PayoutTerms | null = null;
  for (const schedule of schedules) {
    const terms = payoutTerms(schedule, send, decimals);
    if (terms && (best === null || terms.receive > best.receive)) best = terms;
  }
  return best;
}

export type TimeWindow = { readonly from: Date; readonly to: Date };

/**
 * The tolerated difference between the clocks of the processes, the database and the chains. It also covers the time
 * during which a process still quotes the previous schedule.
 */
export const CLOCK_SLACK_SECONDS = 60;

/** The time in which the service may have quoted a deposit. */
export function quoteWindow(deposited: Date, quoteValiditySeconds: number): TimeWindow {
  const slackMs = CLOCK_SLACK_SECONDS * 1000;
  return {
    from: new Date(deposited.getTime() - quoteValiditySeconds * 1000 - slackMs),
    to: new Date(deposited.getTime() + slackMs),
  };
}

/** A route's schedules in force during the window. A schedule is in force until the next one starts. */
export function schedulesInForce<S extends Pick<FeeSchedule, 'validFrom'>>(
  schedules: readonly S[],
  { from, to }: TimeWindow,
): readonly S[] {
  const starts = schedules.map(({ validFrom }) => validFrom.getTime()).sort((a, b) => a - b);
  return schedules.filter(({ validFrom }) => {
    const end = starts.find((start) => start > validFrom.getTime()) ?? Number.POSITIVE_INFINITY;
    return validFrom <= to && end > from.getTime();
  });
}

const MIN_FRESH_SECONDS = 120;
const FRESH_EPOCHS = 4;

// A chain counts as lost much later than its fees count as stale, because it can recover within a minute.
const MIN_LOST_SECONDS = 600;
const LOST_PER_FRESH = 2;

function maxAgeSeconds(feeEpochSeconds: number): number {
  return Math.max(FRESH_EPOCHS * feeEpochSeconds, MIN_FRESH_SECONDS);
}

/**
 * Whether a schedule is recent enough to quote, by when it was last known to be current. A stale one means that the
 * chain is unreachable and gas prices may differ.
 */
export function isFresh(confirmedAt: Date, now: Date, feeEpochSeconds: number): boolean {
  return now.getTime() - confirmedAt.getTime() <= maxAgeSeconds(feeEpochSeconds) * 1000;
}

/** When a schedule was last known to be current. */
export function lastCurrent({ validFrom }: FeeSchedule, confirmedAt: Date | null): Date {
  return confirmedAt !== null && confirmedAt > validFrom ? confirmedAt : validFrom;
}

/** A chain without an answer since this time counts as lost. */
export function lostBefore(now: Date, feeEpochSeconds: number): Date {
  const lostSeconds = Math.max(LOST_PER_FRESH * maxAgeSeconds(feeEpochSeconds), MIN_LOST_SECONDS);
  return new Date(now.getTime() - lostSeconds * 1000);
}
