import { isSameAddress } from '#shared/address.ts';
import type { Amount } from '#shared/amount.ts';
import type { Registry, Route } from '../../config/registry.ts';
import type { DepositEvidence } from './evidence.ts';

type Limits = { readonly min: Amount; readonly max: Amount };

/** What a verdict depends on besides the evidence. Null: the service does not say. */
export type JudgingContext = {
  readonly registry: Registry;
  readonly nowMs: number;
  /** The median duration of the deposit's route, in seconds. */
  readonly usualSeconds: (one: DepositEvidence) => number | null;
  /** The limits of the deposit's route. */
  readonly limits: (one: DepositEvidence) => Limits | null;
  /** The smallest amount of the deposit's token that any route from its chain accepts. */
  readonly minimum: (one: DepositEvidence) => bigint | null;
};

function routesFrom(routes: readonly Route[], { chain, deposit }: DepositEvidence): readonly Route[] {
  return routes.filter(
    ({ origin, originToken }) => origin.id === chain.id && isSameAddress(originToken.address, deposit.token),
  );
}

/** @param routes what the service offers; empty before it is known */
export function judgingContextOf(registry: Registry, routes: readonly Route[], nowMs: number): JudgingContext {
  const pairOf = (one: DepositEvidence) =>
    routesFrom(routes, one).find(({ destination }) => BigInt(destination.id) === one.deposit.destination)?.pair;
  return {
    registry,
    nowMs,
    usualSeconds: (one) => pairOf(one)?.usualSeconds ?? null,
    limits: (one) => pairOf(one) ?? null,
    minimum: (one) =>
      routesFrom(routes, one)
        .map(({ pair }) => pair.min.amount)
        .reduce<bigint | null>((least, min) => (least === null || min < least ? min : least), null),
  };
}

/** A deposit this far below every minimum stays in the vault as soon as the service sees it. */
const TRIVIAL_SHARE = 1000n;
/** The service has seen every other deposit long before this. */
const UNSEEN_MS = 30 * 60_000;

/**
 * Whether the service left a deposit in the vault because it is too small to handle. It does not store such a deposit: its
 * answer is "unknown", and the vaults show no payment.
 */
export function isDust(one: DepositEvidence, { nowMs, minimum }: Pick<JudgingContext, 'nowMs' | 'minimum'>): boolean {
  const { receipt, payout, refund, deposit } = one;
  const isUnpaid = payout.kind === 'none' && refund.kind === 'none';
  const isUnknown = typeof receipt === 'object' && receipt.kind === 'unknown';
  const least = minimum(one);
  if (!isUnpaid || !isUnknown || least === null || deposit.amount >= least) return false;
  return deposit.amount * TRIVIAL_SHARE < least || nowMs - Number(deposit.timestamp) * 1000 > UNSEEN_MS;
}
