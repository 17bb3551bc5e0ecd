import type { Address } from 'viem';
import { formatAmount } from '#shared/amount.ts';
import type { Catalog, Chain, PinnedToken, Route } from './catalog.ts';
import { findChainById, findPinnedToken, findRoute } from './catalog.ts';
import type { Deposit } from './deposit.ts';
import type { FeeSchedule, Settlement } from './quote.ts';
import { settleBest } from './quote.ts';
import { readRecipient } from './recipient.ts';

/** What a confirmed deposit entitles to. A rejected one is refunded; one that no rule covers is held for a person. */
export type Decision =
  | {
      readonly kind: 'accepted';
      readonly route: Route;
      readonly recipient: Address;
      readonly settlement: Settlement;
    }
  | { readonly kind: 'rejected'; readonly token: PinnedToken; readonly reason: string }
  | { readonly kind: 'held'; readonly reason: string };

type Accepted = Extract<Decision, { kind: 'accepted' }>;
type RouteResult = { readonly ok: true; readonly route: Route } | { readonly ok: false; readonly reason: string };

function findDepositRoute(
  catalog: Catalog,
  deposit: Deposit,
  { token, origin }: PinnedToken & { origin: Chain },
): RouteResult {
  const destination = findChainById(catalog, deposit.destination);
  if (!destination) return { ok: false, reason: 'the destination chain of the deposit is unknown' };
  const route = findRoute(catalog, { token, origin, destination });
  if (!route) return { ok: false, reason: `${token.name} from ${origin.name} to ${destination.name} is not offered` };
  const closed = [destination, origin].find(({ enabled }) => !enabled);
  if (closed) return { ok: false, reason: `${closed.name} is not served` };
  return { ok: true, route };
}

function outOfRange(route: Route, deposit: Deposit): string {
  const say = (amount: bigint) => formatAmount({ amount, decimals: route.originToken.decimals });
  return `${say(deposit.amount)} ${route.token.name} is outside what the route takes (${say(route.min)} to ${say(route.max)} after the gas fee)`;
}

/** The route that a deposit names, for looking up its fee schedules. */
export function depositRoute(catalog: Catalog, origin: Chain, deposit: Deposit): Route | null {
  const token = findPinnedToken(catalog, origin, deposit.token);
  const found = token && findDepositRoute(catalog, deposit, { ...token, origin });
  return found?.ok ? found.route : null;
}

export type DecisionInput = {
  readonly origin: Chain;
  readonly deposit: Deposit;
  /** Of the deposit's route, those that can have been quoted for it. */
  readonly schedules: readonly FeeSchedule[];
};

export function decide(catalog: Catalog, { origin, deposit, schedules }: DecisionInput): Decision {
  const token = findPinnedToken(catalog, origin, deposit.token);
  if (!token) return { kind: 'held', reason: 'the deposited token is not one that this service knows' };
  if (!deposit.funded) return { kind: 'held', reason: 'the deposited amount did not arrive in full' };
  const found = findDepositRoute(catalog, deposit, { ...token, origin });
  if (!found.ok) return { kind: 'rejected', token, reason: found.reason };
  const { route } = found;
  const target = readRecipient(catalog, route.destination, deposit.target);
  if (!target.ok) return { kind: 'rejected', token, reason: `the recipient ${target.problem}` };
  if (schedules.length === 0) return { kind: 'held', reason: 'no fees are on record for the time of the deposit' };
  const settlement = settleBest(schedules, deposit.amount, {
    origin: route.originToken.decimals,
    destination: route.destinationToken.decimals,
  });
  if (!settlement) return { kind: 'rejected', token, reason: outOfRange(route, deposit) };
  return { kind: 'accepted', route, recipient: target.recipient, settlement } satisfies Accepted;
}

/** What an operator last ordered for a transfer. */
export type Order = 'retry' | 'hold' | 'refund';

/** Why a transfer is held or refunded by order. Receipts show it, so what the operator wrote down is no part of it. */
export const ORDER_REASONS = {
  hold: 'the operator has stopped it for a check',
  refund: 'the operator has decided to give it back',
} as const;

export type OrderedDeposit = Pick<DecisionInput, 'origin' | 'deposit'> & { readonly order: Order | null };

/** A decision under an operator's order: a reorganisation of the deposit does not undo what a person decided. */
export function applyOrder(catalog: Catalog, decision: Decision, { origin, deposit, order }: OrderedDeposit): Decision {
  if (order === null || order === 'retry') return decision;
  const token = findPinnedToken(catalog, origin, deposit.token);
  if (order === 'refund' && token && deposit.funded) return { kind: 'rejected', token, reason: ORDER_REASONS.refund };
  return decision.kind === 'held' ? decision : { kind: 'held', reason: ORDER_REASONS.hold };
}
