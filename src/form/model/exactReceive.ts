import { convertRoundingDown } from '#shared/amount.ts';
import type { VerifiedBuild } from '../../transfer/model/verifyBuild.ts';
import type { BuildOutcome, BuildRefusal } from './readiness.ts';

/**
 * If fees keep changing, a longer search would not end either. With stable fees, this is always enough: one refusal
 * reveals the limits, and six builds find the amount even if a percentage rounds up to a few base units.
 */
export const MAX_BUILDS = 7;

export type ExactTarget = {
  /** In base units of the destination token. */
  readonly receive: bigint;
  readonly originDecimals: number;
  readonly destinationDecimals: number;
  /** The smallest amount that the route accepts, in base units of the origin token. */
  readonly min: bigint;
};

/** The fees of a build: the amount after the network fee, and how much of it arrives. */
export type FeeSample = { readonly afterGas: bigint; readonly net: bigint; readonly gasFee: bigint };

export type Attempt = Exclude<BuildOutcome, { kind: 'pending' }>;

/** Builds and verifies a deposit of this amount, with the network fee deducted from it. */
export type TryAmount = (amount: bigint) => Promise<Attempt>;

export function sampleOf({ send, gasFee, bridgeFee }: VerifiedBuild): FeeSample {
  return { afterGas: send - gasFee, net: send - gasFee - bridgeFee, gasFee };
}

/** The smallest amount, before all fees, that could deliver exactly `receive`. In base units of the origin token. */
function netOf({ receive, originDecimals, destinationDecimals }: ExactTarget): bigint {
  return convertRoundingDown({ amount: receive, decimals: destinationDecimals }, originDecimals);
}

/**
 * The amount after the network fee that should deliver `net`. It lies on the line through both samples, or through the
 * last sample and zero. This is exact for a proportional fee and, with two samples, also for a fixed one.
 */
function extrapolate(net: bigint, last: FeeSample, before: FeeSample | null): bigint {
  const from = before && before.net !== last.net ? before : { afterGas: 0n, net: 0n };
  const [rise, run] = [last.afterGas - from.afterGas, last.net - from.net];
  const missing = net - last.net;
  if (run === 0n || rise / run < 0n) return last.afterGas + missing;
  const step = (missing * rise) / run;
  return last.afterGas + (step === 0n ? (missing > 0n ? 1n : -1n) : step);
}

type Bounds = { readonly min: bigint; readonly max: bigint };

function limit(amount: bigint, { min, max }: Bounds): bigint {
  return amount < min ? min : amount > max ? max : amount;
}

function refuse(reason: BuildRefusal['reason'], bounds: Bounds | null, decimals: number): BuildRefusal {
  const [min, max] = [bounds?.min, bounds?.max].map((amount) => (amount === undefined ? null : { amount, decimals }));
  const said = { cause: null, maxGasDrop: null, message: '' };
  return { kind: 'refused', reason, min: min ?? null, max: max ?? null, ...said };
}

type Step = { readonly next: bigint; readonly bounds: Bounds | null; readonly sample: FeeSample | null };

/** What to try after an attempt, or null if the attempt is the answer. */
function stepAfter(attempt: Attempt, amount: bigint, { target, before }: Search): Step | null {
  if (attempt.kind === 'verified') {
    const { build } = attempt;
    if (build.receive === target.receive) return null;
    const sample = sampleOf(build);
    return { next: extrapolate(netOf(target), sample, before) + sample.gasFee, bounds: build, sample };
  }
  if (attempt.kind !== 'refused' || attempt.reason !== 'amountOutOfRange') return null;
  const { min, max } = attempt;
  return { next: amount, bounds: min && max && { min: min.amount, max: max.amount }, sample: before };
}

type Search = { readonly target: ExactTarget; readonly before: FeeSample | null };

/**
 * Finds the amount to send for an exact amount to receive. The service reveals its fees only in a build, so each amount
 * follows from the last two builds. Every attempt is verified, and only a build that delivers exactly the wanted amount
 * is the result.
 * @param known the fees of an earlier build for the route, which save an attempt
 */
export async function findExactReceive(
  target: ExactTarget,
  tryAmount: TryAmount,
  known: FeeSample | null,
): Promise<Attempt> {
  const tried = new Set<bigint>();
  const net = netOf(target);
  let before: FeeSample | null = null;
  let amount = known && known.net > 0n ? extrapolate(net, known, null) + known.gasFee : net;
  if (amount < target.min) amount = target.min;
  while (tried.size < MAX_BUILDS) {
    tried.add(amount);
    const attempt = await tryAmount(amount);
    const step = stepAfter(attempt, amount, { target, before });
    if (!step) return attempt;
    const { next, bounds, sample } = step;
    amount = bounds ? limit(next, bounds) : next;
    before = sample;
    if (!tried.has(amount)) continue;
    if (attempt.kind === 'refused') return attempt;
    return refuse(amount === next ? 'notExact' : 'amountOutOfRange', bounds, target.originDecimals);
  }
  return refuse('notExact', null, target.originDecimals);
}
