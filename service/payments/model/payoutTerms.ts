import type { Catalog } from '../../boot/model/catalog.ts';
import { findChainById, findPinnedToken, findRoute, internalAddresses, routeId } from '../../boot/model/catalog.ts';
import type { Deposit } from '../../deposits/model/deposit.ts';
import type { FeeSchedule } from '../../quotes/model/quote.ts';
import { payoutTerms } from '../../quotes/model/quote.ts';
import type { PayoutBounds, PlacedPayment } from './payment.ts';
import { findPayoutProblem } from './payment.ts';

/** The limits of a deposit's payout and the key of its fee history. */
export type PayoutRules = { readonly routeId: string; readonly bounds: PayoutBounds };

/**
 * The rules for a deposit's payout; null if the catalog lacks one of its chains or its token. A route that was closed
 * or removed after the service accepted the deposit still has rules, because its payout is still due.
 */
export function payoutRules(
  catalog: Catalog,
  deposit: Pick<Deposit, 'chainId' | 'token' | 'destination'>,
): PayoutRules | null {
  const origin = findChainById(catalog, BigInt(deposit.chainId));
  const destination = findChainById(catalog, deposit.destination);
  const pinned = origin && findPinnedToken(catalog, origin, deposit.token);
  const token = destination && pinned?.token.deployments.get(destination.name);
  if (!origin || !destination || !pinned || !token) return null;
  const route = findRoute(catalog, { token: pinned.token, origin, destination });
  return {
    routeId: routeId(pinned.token.name, origin.id, destination.id),
    bounds: {
      destinationId: destination.id,
      token,
      originDecimals: pinned.deployment.decimals,
      minFee: route?.minFee ?? 0n,
      internal: internalAddresses(catalog, destination),
    },
  };
}

/**
 * Compares a stored payout with its deposit on the origin chain, and with the fee history: one of the schedules that
 * the deposit may have been quoted with must give exactly the stored amount.
 * @returns the difference, or null
 */
export function findPayoutDifference(
  { bounds }: PayoutRules,
  { deposit, schedules, placed }: { deposit: Deposit; schedules: readonly FeeSchedule[]; placed: PlacedPayment },
): string | null {
  const problem = findPayoutProblem(bounds, deposit, placed);
  if (problem !== null) return problem;
  const decimals = { origin: bounds.originDecimals, destination: bounds.token.decimals };
  const isQuoted = schedules.some(
    (schedule) => payoutTerms(schedule, deposit.amount, decimals)?.receive === placed.payment.amount,
  );
  return isQuoted ? null : `no fees on record give the amount ${placed.payment.amount}`;
}
