import type { Catalog } from '../../boot/model/catalog.ts';
import {
  findChainById,
  findPinnedToken,
  findRoute,
  internalAddresses,
  maxGasDropOf,
  routeId,
} from '../../boot/model/catalog.ts';
import type { Deposit } from '../../deposits/model/deposit.ts';
import type { FeeSchedule } from '../../quotes/model/quote.ts';
import { gasCharge, payoutTerms, withGasDrop } from '../../quotes/model/quote.ts';
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
      gasDropFloor: route?.gasDropFloor ?? 0n,
      maxGasDrop: maxGasDropOf(destination, token.address),
      internal: internalAddresses(catalog, destination),
    },
  };
}

/** What a stored payout was charged for its gas, in the origin token's base units, or how it differs from its deposit. */
export type PayoutVerdict =
  | { readonly ok: true; readonly gasCharge: bigint }
  | { readonly ok: false; readonly difference: string };

/**
 * Compares a stored payout with its deposit on the origin chain, and with the fee history: one of the schedules that
 * the deposit may have been quoted with must give exactly the stored amount.
 */
export function verifyPayout(
  { bounds }: PayoutRules,
  { deposit, schedules, placed }: { deposit: Deposit; schedules: readonly FeeSchedule[]; placed: PlacedPayment },
): PayoutVerdict {
  const difference = findPayoutProblem(bounds, deposit, placed);
  if (difference !== null) return { ok: false, difference };
  const { amount, gasDrop } = placed.payment;
  const decimals = { origin: bounds.originDecimals, destination: bounds.token.decimals };
  const quoted = schedules.find((schedule) => {
    const charged = withGasDrop(schedule, gasDrop);
    return charged !== null && payoutTerms(charged, deposit.amount, decimals)?.receive === amount;
  });
  return quoted
    ? { ok: true, gasCharge: gasCharge(quoted, gasDrop) }
    : { ok: false, difference: `no fees on record give the amount ${amount}` };
}
