import { convertRoundingDown, divideRoundingUp } from '#shared/amount.ts';
import type { TokenDecimals } from './catalog.ts';

/** What a route charged and allowed from one moment on. Amounts are in the origin token's base units. */
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

/** What becomes of a sent amount: `send = gasFee + bridgeFee + net`, and `receive` is `net` in destination decimals. */
export type Settlement = {
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

/** The bounds of what a person types. */
export function inputBounds({ min, max, gasFee }: FeeSchedule, includesGasFee: boolean): Bounds {
  return includesGasFee ? { min: min + gasFee, max: max + gasFee } : { min, max };
}

/** What leaves the wallet for what a person typed. */
export function sendAmount({ gasFee }: FeeSchedule, input: bigint, includesGasFee: boolean): bigint {
  return includesGasFee ? input : input + gasFee;
}

/**
 * What a schedule makes of a sent amount. It depends on that amount alone, so the deposit needs to carry nothing else.
 * @returns null where the schedule does not accept the amount
 */
export function settle(schedule: FeeSchedule, send: bigint, decimals: TokenDecimals): Settlement | null {
  const afterGas = send - schedule.gasFee;
  if (afterGas < schedule.min || afterGas > schedule.max) return null;
  const fee = bridgeFee(schedule, afterGas);
  const net = afterGas - fee;
  if (net <= 0n) return null;
  const receive = convertRoundingDown({ amount: net, decimals: decimals.origin }, decimals.destination);
  return receive > 0n ? { send, gasFee: schedule.gasFee, bridgeFee: fee, net, receive } : null;
}

/** The settlement that gives the user most: whichever of these schedules was quoted, nobody receives less. */
export function settleBest(
  schedules: readonly FeeSchedule[],
  send: bigint,
  decimals: TokenDecimals,
): Settlement | null {
  let best: Settlement | null = null;
  for (const schedule of schedules) {
    const settlement = settle(schedule, send, decimals);
    if (settlement && (best === null || settlement.receive > best.receive)) best = settlement;
  }
  return best;
}
