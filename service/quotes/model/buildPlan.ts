import type { Address } from 'viem';
import { isNativeToken, parseAddress } from '#shared/address.ts';
import type { AmountProblem } from '#shared/amount.ts';
import { formatAmount, MAX_UINT256, NATIVE_DECIMALS, parseAmount } from '#shared/amount.ts';
import { visibleText } from '#shared/foreignText.ts';
import { encodeTarget } from '#shared/gasDrop.ts';
import type { BuildRequest, UnsignedTransaction } from '#shared/wire/build.ts';
import type { BuildFailureCode } from '#shared/wire/codes.ts';
import { codes } from '#shared/wire/codes.ts';
import type { Details } from '#shared/wire/details.ts';
import { NO_DETAILS } from '#shared/wire/details.ts';
import type { Catalog, Chain, Route } from '../../boot/model/catalog.ts';
import { findChain, findRoute, routeDecimals } from '../../boot/model/catalog.ts';
import { NOT_AN_ADDRESS, readRecipient } from '../../deposits/model/recipient.ts';
import type { Pauses } from '../../guards/model/pauses.ts';
import { isChainPaused } from '../../guards/model/pauses.ts';
import { encodeApproval, encodeDeposit } from './encodeCalls.ts';
import { limitToFunds } from './liquidity.ts';
import type { Bounds, FeeSchedule, PayoutTerms } from './quote.ts';
import { acceptsAnyAmount, inputBounds, payoutTerms, sendAmount, withGasDrop } from './quote.ts';

type DepositOrder = {
  readonly route: Route;
  readonly sender: Address;
  readonly recipient: Address;
  /** In wei. */
  readonly gasDrop: bigint;
  readonly send: bigint;
  readonly channel: bigint;
};

export function depositTransaction({
  route,
  sender,
  recipient,
  gasDrop,
  send,
  channel,
}: DepositOrder): UnsignedTransaction {
  const { origin, destination, originToken } = route;
  const data = encodeDeposit({
    target: encodeTarget({ recipient, gasDrop }),
    token: originToken.address,
    maker: origin.vault,
    amount: send,
    destination: BigInt(destination.id),
    channel,
  });
  return { from: sender, to: origin.depositContract, data, value: isNativeToken(originToken.address) ? send : 0n };
}

/** Approves exactly the deposited amount. */
export function approvalTransaction({ route, sender, send }: DepositOrder): UnsignedTransaction {
  const data = encodeApproval(route.origin.depositContract, send);
  return { from: sender, to: route.originToken.address, data, value: 0n };
}

/** Chains and pairs that the service currently refuses. */
export type Closures = {
  /** The ids of unreachable chains. */
  readonly lostChains: ReadonlySet<number>;
  readonly pauses: Pauses;
};

export type BuildFailure = {
  readonly ok: false;
  readonly code: BuildFailureCode;
  readonly message: string;
  readonly details: Details;
};

export type BuildOrder = {
  readonly ok: true;
  readonly route: Route;
  readonly sender: Address;
  readonly recipient: Address;
  readonly input: bigint;
  /** In wei. */
  readonly gasDrop: bigint;
  readonly channel: bigint;
  readonly includesGasFee: boolean;
};

export type BuildPlan = {
  readonly ok: true;
  readonly bounds: Bounds;
  readonly terms: PayoutTerms;
};

function fail(code: BuildFailureCode, message: string, details: Partial<Details> = {}): BuildFailure {
  return { ok: false, code, message, details: { ...NO_DETAILS, ...details } };
}

// A message quotes only the beginning of a long text.
function quote(text: string): string {
  return `"${visibleText(text, 64)}"`;
}

const PAUSED: Partial<Details> = { step: 'paused', reason: 'paused' };

function findServedChains(
  catalog: Catalog,
  request: BuildRequest,
  { lostChains, pauses }: Closures,
): BuildFailure | { readonly ok: true; readonly origin: Chain; readonly destination: Chain } {
  const origin = findChain(catalog, request.originChainName);
  if (!origin) return fail(codes.unknownChain, `The bridge has no chain named ${quote(request.originChainName)}.`);
  const destination = findChain(catalog, request.destinationChainName);
  if (!destination) {
    return fail(codes.unknownChain, `The bridge has no chain named ${quote(request.destinationChainName)}.`);
  }
  const closed = [origin, destination].find(({ isOpen, id }) => !isOpen || lostChains.has(id));
  if (closed) {
    return fail(codes.chainNotServed, `The bridge does not serve ${closed.name} at the moment. Choose another chain.`, {
      reason: closed.isOpen ? 'chain_unavailable' : 'chain_disabled',
    });
  }
  const paused = [origin, destination].find(({ id }) => isChainPaused(pauses, id));
  if (paused) return fail(codes.chainNotServed, `The bridge has paused ${paused.name}. Choose another chain.`, PAUSED);
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
  if (!token) return fail(codes.unknownToken, `The bridge has no token named ${quote(request.tokenName)}.`);
  const route = findRoute(catalog, { token, origin, destination });
  if (!route) {
    return fail(
      codes.pairNotOffered,
      `The bridge does not offer ${token.name} from ${origin.name} to ${destination.name}. Choose a pair from the list.`,
      { reason: 'pair_not_offered' },
    );
  }
  if (closures.pauses.pairs.has(route.id)) {
    return fail(
      codes.pairNotOffered,
      `The bridge has paused ${token.name} from ${origin.name} to ${destination.name}. Choose another pair.`,
      PAUSED,
    );
  }
  return { ok: true, route };
}

function amountMessage(problem: AmountProblem, { token, originToken }: Route): string {
  switch (problem) {
    case 'empty':
      return 'ui_value is empty. Send an amount such as "1.5".';
    case 'notDecimal':
      return 'ui_value is not a plain decimal of at most 160 characters. Use digits and at most one point, such as "1.5".';
    case 'tooManyDecimals':
      return `ui_value has too many decimals. ${token.name} has at most ${originToken.decimals}.`;
    case 'tooLarge':
      return 'ui_value is larger than any token amount.';
  }
}

function gasDropMessage(problem: AmountProblem, { destination }: Route): string {
  const { nativeToken } = destination;
  return problem === 'tooManyDecimals' || problem === 'tooLarge'
    ? `gas_drop must be at most ${MAX_UINT256} wei, with at most ${NATIVE_DECIMALS} decimals of ${nativeToken}.`
    : 'gas_drop is not a plain decimal. Use digits and at most one point, such as "0.01".';
}

/**
 * Validates a request in a fixed order: chains, token, pair, amount, gas drop, addresses. The answer names the first
 * fault.
 */
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
  const drop = parseAmount(request.gasDropText === '' ? '0' : request.gasDropText, NATIVE_DECIMALS);
  if (!drop.ok) return fail(codes.cannotBuild, gasDropMessage(drop.problem, route));
  const sender = parseAddress(request.sender);
  const problem = sender ? 'is the zero address' : NOT_AN_ADDRESS;
  if (!sender || BigInt(sender) === 0n) {
    return fail(codes.cannotBuild, `from_address ${problem}. Send the account that deposits.`);
  }
  const target = readRecipient(catalog, route.destination, request.recipient);
  if (!target.ok)
    return fail(codes.cannotBuild, `to_address ${target.problem}. Send the account that should receive the payout.`);
  const { recipient } = target;
  const { channel, includesGasFee } = request;
  return { ok: true, route, sender, recipient, input: value.amount, gasDrop: drop.amount, channel, includesGasFee };
}

/** What the bridge can pay out on a route, in the destination token's base units and in wei. */
export type FreeFunds = { readonly token: bigint; readonly maxGasDrop: bigint };

function gasDropTooLarge({ destination }: Route, maxGasDrop: bigint): BuildFailure {
  const most = { amount: maxGasDrop, decimals: NATIVE_DECIMALS };
  const message =
    maxGasDrop === 0n
      ? `The bridge offers no gas drop on this pair at the moment. Leave gas_drop out.`
      : `gas_drop must be at most ${formatAmount(most)} ${destination.nativeToken} at the moment.`;
  return fail(codes.valueOutOfRange, message, { reason: 'amount_out_of_range', maxGasDrop: most });
}

/** Computes the terms of an order under the current schedule. */
export function planBuild(order: BuildOrder, current: FeeSchedule, free: FreeFunds): BuildFailure | BuildPlan {
  const { route, input, includesGasFee, gasDrop } = order;
  const schedule = withGasDrop(current, gasDrop);
  if (!schedule || gasDrop > free.maxGasDrop) return gasDropTooLarge(route, schedule ? free.maxGasDrop : 0n);
  const decimals = routeDecimals(route);
  const limited = limitToFunds(schedule, decimals, free.token);
  const bounds = inputBounds(limited, includesGasFee);
  const terms = payoutTerms(limited, sendAmount(limited, input, includesGasFee), decimals);
  if (terms) return { ok: true, bounds, terms };
  const funds = !acceptsAnyAmount(limited) ? 'none' : limited.max < schedule.max ? 'some' : 'enough';
  const inOrigin = (amount: bigint) => ({ amount, decimals: route.originToken.decimals });
  return fail(codes.valueOutOfRange, rangeMessage(route, bounds, funds), {
    reason: funds === 'none' || (funds === 'some' && input > bounds.max) ? 'funds_short' : 'amount_out_of_range',
    min: inOrigin(bounds.min),
    max: inOrigin(bounds.max),
  });
}

/** Names both limits, and says if the bridge's funds set them: with `none`, the funds don't cover the minimum. */
function rangeMessage(
  { token, originToken, destination }: Route,
  { min, max }: Bounds,
  funds: 'none' | 'some' | 'enough',
): string {
  const format = (amount: bigint) => `${formatAmount({ amount, decimals: originToken.decimals })} ${token.name}`;
  const range = `The amount must be between ${format(min)} and ${format(max)}.`;
  switch (funds) {
    case 'none':
      return `The bridge is short of funds: its funds on ${destination.name} do not cover the minimum of ${format(min)} at the moment. ${range} Try again later.`;
    case 'some':
      return `${range} The bridge's funds on ${destination.name} allow no more at the moment.`;
    case 'enough':
      return range;
  }
}
