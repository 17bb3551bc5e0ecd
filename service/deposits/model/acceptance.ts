import type { Address } from 'viem';
import { isSameAddress } from '#shared/address.ts';
import { formatAmount } from '#shared/amount.ts';
import type { ReasonCode } from '#shared/wire/reasons.ts';
import type { Catalog, Chain, PinnedToken, Route } from '../../boot/model/catalog.ts';
import { findChainById, findPinnedToken, findRoute, routeDecimals, routeId } from '../../boot/model/catalog.ts';
import { largestPayout } from '../../payments/model/payment.ts';
import type { FeeSchedule, PayoutTerms } from '../../quotes/model/quote.ts';
import { bestPayoutTerms, withGasDrop } from '../../quotes/model/quote.ts';
import type { Deposit } from './deposit.ts';
import type { Reason } from './reasons.ts';
import { because } from './reasons.ts';
import { readTarget } from './recipient.ts';

/** The decision on a confirmed deposit. A rejected deposit is refunded. A deposit that no rule covers is held. */
export type Decision =
  | {
      readonly kind: 'accepted';
      readonly route: Route;
      readonly recipient: Address;
      /** In wei. The deposit's target states it, so nothing else stores it. */
      readonly gasDrop: bigint;
      readonly terms: PayoutTerms;
    }
  | { readonly kind: 'rejected'; readonly token: PinnedToken; readonly reason: Reason }
  | { readonly kind: 'held'; readonly reason: Reason };

type Accepted = Extract<Decision, { kind: 'accepted' }>;
type RouteResult = { readonly ok: true; readonly route: Route } | { readonly ok: false; readonly reason: Reason };

function fail(code: ReasonCode, text: string): RouteResult {
  return { ok: false, reason: because(code, text) };
}

function findDepositRoute(
  catalog: Catalog,
  deposit: Deposit,
  { token, origin }: PinnedToken & { origin: Chain },
): RouteResult {
  const destination = findChainById(catalog, deposit.destination);
  if (!destination)
    return fail('destination_unknown', `the bridge does not know the destination chain ${deposit.destination}`);
  const route = findRoute(catalog, { token, origin, destination });
  if (!route)
    return fail(
      'pair_not_offered',
      `the bridge does not offer ${token.name} from ${origin.name} to ${destination.name}`,
    );
  const closed = [destination, origin].find(({ isOpen }) => !isOpen);
  if (closed) return fail('chain_disabled', `the bridge does not serve ${closed.name}`);
  return { ok: true, route };
}

/**
 * The fee history key of a deposit's route, even if the configuration no longer has the route; null for a token it
 * never had on this chain.
 */
export function depositRouteId(catalog: Catalog, origin: Chain, { token, destination }: Deposit): string | null {
  const pinned = findPinnedToken(catalog, origin, token);
  return pinned ? routeId(pinned.token.name, origin.id, Number(destination)) : null;
}

function outOfRange(route: Route, deposit: Deposit): Reason {
  const format = (amount: bigint) => formatAmount({ amount, decimals: route.originToken.decimals });
  const [amount, min, max] = [deposit.amount, route.min, route.max].map(format);
  return because(
    'amount_out_of_range',
    `${amount} ${route.token.name} less the network fee is not between ${min} and ${max} ${route.token.name}`,
  );
}

/** A deposit's route, for looking up its fee schedules. */
export function depositRoute(catalog: Catalog, origin: Chain, deposit: Deposit): Route | null {
  const token = findPinnedToken(catalog, origin, deposit.token);
  const found = token && findDepositRoute(catalog, deposit, { ...token, origin });
  return found?.ok ? found.route : null;
}

export type DecisionInput = {
  readonly origin: Chain;
  readonly deposit: Deposit;
  /** The schedules that the service may have quoted for the deposit, even if the route was removed since. */
  readonly schedules: readonly FeeSchedule[];
};

/** Whether a deposit went to a vault from which the bridge may not get it back. A payment would leave another vault. */
export function isClosed({ closedVaults }: Pick<Chain, 'closedVaults'>, { maker }: Pick<Deposit, 'maker'>): boolean {
  return closedVaults.some((vault) => isSameAddress(vault, maker));
}

export function decide(catalog: Catalog, { origin, deposit, schedules }: DecisionInput): Decision {
  const token = findPinnedToken(catalog, origin, deposit.token);
  if (!token) return { kind: 'held', reason: because('token_not_supported') };
  if (!deposit.funded) return { kind: 'held', reason: because('amount_not_received') };
  if (isClosed(origin, deposit)) return { kind: 'held', reason: because('operator_review') };
  const found = findDepositRoute(catalog, deposit, { ...token, origin });
  // The service quoted the route for this deposit, and it was then removed from the configuration. The operator
  // decides.
  const wasOffered = !found.ok && found.reason.code !== 'chain_disabled' && schedules.length > 0;
  if (wasOffered) return { kind: 'held', reason: because('route_removed', 'the bridge no longer offers its route') };
  if (!found.ok) return { kind: 'rejected', token, reason: found.reason };
  const { route } = found;
  const target = readTarget(catalog, route, deposit.target);
  if (!target.ok) return { kind: 'rejected', token, reason: because(target.code, `the recipient ${target.problem}`) };
  if (schedules.length === 0) return { kind: 'held', reason: because('fees_unknown') };
  const { gasDrop } = target;
  const charged = schedules.flatMap((schedule) => withGasDrop(schedule, gasDrop) ?? []);
  if (charged.length === 0) {
    const text = 'the recipient asks for native tokens for gas, which the bridge did not offer';
    return { kind: 'rejected', token, reason: because('gas_drop_refused', text) };
  }
  const terms = bestPayoutTerms(charged, deposit.amount, routeDecimals(route));
  if (!terms) return { kind: 'rejected', token, reason: outOfRange(route, deposit) };
  // The fee history comes from the database. It can't lower the fees below what the configuration allows.
  const { minFee, gasDropFloor, originToken, destinationToken } = route;
  const bounds = { minFee, gasDropFloor, originDecimals: originToken.decimals, token: destinationToken };
  if (terms.receive > largestPayout({ amount: deposit.amount, gasDrop }, bounds)) {
    return { kind: 'held', reason: because('fees_below_minimum') };
  }
  return { kind: 'accepted', route, recipient: target.recipient, gasDrop, terms } satisfies Accepted;
}

/** The operator's last order for a transfer. */
export type Order = 'retry' | 'hold' | 'refund';

/** The reason for an ordered hold or refund. Users read it, so it omits the operator's own note. */
export const ORDER_REASONS = {
  hold: because('operator_review'),
  refund: because('operator_refund'),
} as const;

export type OrderedDeposit = Pick<DecisionInput, 'origin' | 'deposit'> & { readonly order: Order | null };

/** Applies the operator's order to a decision, so that a reorg of the deposit doesn't undo the order. */
export function applyOrder(catalog: Catalog, decision: Decision, { origin, deposit, order }: OrderedDeposit): Decision {
  if (order === null || order === 'retry') return decision;
  const token = findPinnedToken(catalog, origin, deposit.token);
  if (order === 'refund' && token && deposit.funded) return { kind: 'rejected', token, reason: ORDER_REASONS.refund };
  return decision.kind === 'held' ? decision : { kind: 'held', reason: ORDER_REASONS.hold };
}
