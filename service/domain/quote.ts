import { convertRoundingDown, divideRoundingUp } from '#shared/amount.ts';
import type { TokenDecimals } from './catalog.ts';

/** The fees and limits of a route from `validFrom` on. Amounts are in the origin token's base units. */
export type FeeSchedule = {
  readonly routeId: string;
  readonly validFrom: Date;
  readonly gasFee: bigint;
  readonly feeBps: bigint;
  readonly feeFloor: bigint;
  readonly min: bigint;
  readonly max: bigint;
};

export type Bounds = { readonly min: bigint; readonly max: bigint };

// The network fee includes half of the base fee on top, and the base fee of most chains changes with every block.
const KEPT_SHARE = 20n;

/** Whether a stored amount that follows prices is within a twentieth of the current one. */
export function differsLittle(stored: bigint, current: bigint): boolean {
  const difference = stored - current;
  return (difference < 0n ? -difference : difference) * KEPT_SHARE <= current;
}

/** Whether a stored schedule still states the fees: the same terms, and a network fee within a twentieth of the current one. */
export function isStillCurrent(stored: FeeSchedule, current: FeeSchedule): boolean {
  return (
    differsLittle(stored.gasFee, current.gasFee) &&
    stored.feeBps === current.feeBps &&
    stored.feeFloor === current.feeFloor &&
    stored.min === current.min &&
    stored.max === current.max
  );
}

/** The parts of a sent amount: `send = gasFee + bridgeFee + net`, and `receive` is `net` in destination decimals. */
export type PayoutTerms = {
  readonly send: bigint;
  readonly gasFee: bigint;
  readonly bridgeFee: bigint;
  readonly net: bigint;
  readonly receive: bigint;
};

const BPS = 10_000n;

export function bridgeFee({ feeBps, feeFloor }: Pick<FeeSchedule, 'feeBps' | 'feeFloor'>, amount: bigint): bigint {
  const share = divideRoundingUp(amount * feeBps, BPS);
  return share > feeFloor ? share : feeFloor;
}

/** Whether a schedule accepts any amount. A schedule that is limited to too little funds accepts none. */
export function acceptsAnyAmount({ min, max }: FeeSchedule): boolean {
  return max >= min;
}

/** The bounds of the amount that a person types. The upper bound is never below the lower one. */
export function inputBounds(schedule: FeeSchedule, includesGasFee: boolean): Bounds {
  const { min } = schedule;
  const max = acceptsAnyAmount(schedule) ? schedule.max : min;
  const gasFee = includesGasFee ? schedule.gasFee : 0n;
  return { min: min + gasFee, max: max + gasFee };
}

/** The amount that leaves the wallet for the amount that a person typed. */
export function sendAmount({ gasFee }: FeeSchedule, input: bigint, includesGasFee: boolean): bigint {
  return includesGasFee ? input : input + gasFee;
}

/**
 * Computes the terms of a payout from the sent amount alone, so the deposit needs to carry no other amount.
 * @returns null when the schedule does not accept the amount
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

/** The best terms for the user among these schedules. The user receives at least the quoted amount, whichever schedule was quoted. */
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
