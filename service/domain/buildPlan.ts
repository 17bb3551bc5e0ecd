import type { Address } from 'viem';
import { parseAddress } from '#shared/address.ts';
import type { AmountProblem } from '#shared/amount.ts';
import { formatAmount, parseAmount } from '#shared/amount.ts';
import type { BuildRequest } from '#shared/wire/build.ts';
import type { BuildFailureCode } from '#shared/wire/codes.ts';
import { codes } from '#shared/wire/codes.ts';
import type { Catalog, Chain, Route } from './catalog.ts';
import { findChain, findRoute, routeDecimals } from './catalog.ts';
import { limitToFunds } from './liquidity.ts';
import type { Pauses } from './pauses.ts';
import { isChainPaused } from './pauses.ts';
import type { Bounds, FeeSchedule, Settlement } from './quote.ts';
import { inputBounds, sendAmount, settle } from './quote.ts';
import { readRecipient } from './recipient.ts';

/** What is not served for now. */
export type Closures = {
  /** The ids of chains that are out of reach. */
  readonly lostChains: ReadonlySet<number>;
  readonly pauses: Pauses;
};

export type BuildFailure = { readonly ok: false; readonly code: BuildFailureCode; readonly message: string };

export type BuildOrder = {
  readonly ok: true;
  readonly route: Route;
  readonly sender: Address;
  readonly recipient: Address;
  readonly input: bigint;
  readonly channel: bigint;
  readonly includesGasFee: boolean;
};

export type BuildPlan = {
  readonly ok: true;
  readonly bounds: Bounds;
  readonly settlement: Settlement;
};

function fail(code: BuildFailureCode, message: string): BuildFailure {
  return { ok: false, code, message };
}

// What a message repeats of a request: enough to recognise it, never a flood.
function quoted(text: string): string {
  return `"${text.length > 64 ? `${text.slice(0, 61)}...` : text}"`;
}

function findServedChains(
  catalog: Catalog,
  request: BuildRequest,
  { lostChains, pauses }: Closures,
): BuildFailure | { readonly ok: true; readonly origin: Chain; readonly destination: Chain } {
  const origin = findChain(catalog, request.originChainName);
  if (!origin) return fail(codes.unknownChain, `No chain is called ${quoted(request.originChainName)}.`);
  const destination = findChain(catalog, request.destinationChainName);
  if (!destination) return fail(codes.unknownChain, `No chain is called ${quoted(request.destinationChainName)}.`);
  const closed = [origin, destination].find(({ enabled, id }) => !enabled || lostChains.has(id));
  if (closed) return fail(codes.chainNotServed, `${closed.name} is not served at the moment; choose another chain.`);
  const paused = [origin, destination].find(({ id }) => isChainPaused(pauses, id));
  if (paused) return fail(codes.chainNotServed, `${paused.name} is paused at the moment; choose another chain.`);
  return { ok: true, origin, destination };
}

function findOfferedRoute(
  catalog: Catalog,
  request: BuildRequest,
  closures: Closures,
): BuildFailure | { readonly ok: true; readonly route: Route } {
  const chains = findServedChains(catalog, request, closures);
  if (!chains.ok) return chains;
  const { origin, destination } = chains;
  const token = catalog.tokens.find(({ name }) => name === request.tokenName);
  if (!token) return fail(codes.unknownToken, `No token is called ${quoted(request.tokenName)}.`);
  const route = findRoute(catalog, { token, origin, destination });
  if (!route) {
    return fail(
      codes.pairNotOffered,
      `${token.name} from ${origin.name} to ${destination.name} is not offered; see the list of pairs.`,
    );
  }
  if (closures.pauses.pairs.has(route.id)) {
    return fail(
      codes.pairNotOffered,
      `${token.name} from ${origin.name} to ${destination.name} is paused at the moment; see the list of pairs.`,
    );
  }
  return { ok: true, route };
}

function amountMessage(problem: AmountProblem, { token, originToken }: Route): string {
  switch (problem) {
    case 'empty':
      return 'ui_value is empty; give the amount as a plain decimal such as "1.5".';
    case 'notDecimal':
      return 'ui_value is not a plain decimal; use digits and at most one point, such as "1.5".';
    case 'tooManyDecimals':
      return `ui_value has more decimals than the ${originToken.decimals} of ${token.name}.`;
    case 'tooLarge':
      return 'ui_value is larger than any token amount can be.';
  }
}

/** Reads a request in the order in which its faults are answered: chains, token, pair, then value and addresses. */
export function readBuildRequest(
  catalog: Catalog,
  request: BuildRequest,
  closures: Closures,
): BuildFailure | BuildOrder {
  const offered = findOfferedRoute(catalog, request, closures);
  if (!offered.ok) return offered;
  const { route } = offered;
  const value = parseAmount(request.amountText, route.originToken.decimals);
  if (!value.ok) return fail(codes.cannotBuild, amountMessage(value.problem, route));
  const sender = parseAddress(request.sender);
  if (!sender || BigInt(sender) === 0n) {
    return fail(
      codes.cannotBuild,
      'from_address is not an account address; it is 0x and 40 hex digits with a valid checksum.',
    );
  }
  const target = readRecipient(catalog, route.destination, request.recipient);
  if (!target.ok) return fail(codes.cannotBuild, `to_address ${target.problem}; give the account that is to be paid.`);
  const { recipient } = target;
  const { channel, includesGasFee } = request;
  return { ok: true, route, sender, recipient, input: value.amount, channel, includesGasFee };
}

/** What the order costs and pays by the schedule in force, where as much as `free` can be paid out. */
export function planBuild(order: BuildOrder, schedule: FeeSchedule, free: bigint): BuildFailure | BuildPlan {
  const { route, input, includesGasFee } = order;
  const decimals = routeDecimals(route);
  const limited = limitToFunds(schedule, decimals, free);
  const bounds = inputBounds(limited, includesGasFee);
  const settlement = settle(limited, sendAmount(limited, input, includesGasFee), decimals);
  if (settlement) return { ok: true, bounds, settlement };
  return fail(codes.valueOutOfRange, rangeMessage(route, bounds, limited.max < schedule.max));
}

function rangeMessage({ token, originToken, destination }: Route, { min, max }: Bounds, isShort: boolean): string {
  const say = (amount: bigint) => `${formatAmount({ amount, decimals: originToken.decimals })} ${token.name}`;
  if (max < min) {
    return `The bridge's funds on ${destination.name} do not cover even the least value, ${say(min)}, at the moment; try again later.`;
  }
  const why = isShort ? `; the bridge's funds on ${destination.name} allow no more at the moment` : '';
  return `The value must be from ${say(min)} to ${say(max)}${why}.`;
}
