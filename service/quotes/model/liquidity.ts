import type { Address } from 'viem';
import { NATIVE_TOKEN_ADDRESS } from '#shared/address.ts';
import { convertRoundingDown } from '#shared/amount.ts';
import { splitTarget } from '#shared/gasDrop.ts';
import type { Catalog, Chain, Route, TokenDecimals } from '../../boot/model/catalog.ts';
import { findChainById } from '../../boot/model/catalog.ts';
import type { Decision } from '../../deposits/model/acceptance.ts';
import { depositRoute } from '../../deposits/model/acceptance.ts';
import type { Deposit } from '../../deposits/model/deposit.ts';
import { amountsOf } from '../../payments/model/payment.ts';
import type { FeeSchedule } from './quote.ts';

/**
 * The payout of the largest transfer of a token that the routes to a chain allow, in base units there; 0 without a
 * route.
 */
export function largestPayout(routes: readonly Route[], chain: Chain, token: Address): bigint {
  return routes
    .filter(({ destination, destinationToken }) => destination.id === chain.id && destinationToken.address === token)
    .map(({ max, originToken, destinationToken }) =>
      convertRoundingDown({ amount: max, decimals: originToken.decimals }, destinationToken.decimals),
    )
    .reduce((most, amount) => (amount > most ? amount : most), 0n);
}

const BPS = 10_000n;

/** An older reading of the funds is unusable, because they may be spent. */
export const MAX_LIQUIDITY_AGE_SECONDS = 60;

export type TokenAmount = { readonly token: Address; readonly amount: bigint };

/** A deposit that isn't decided yet, and what acceptance would decide now; null while that is unknown. */
export type Undecided = { readonly deposit: Deposit; readonly decision: Decision | null };

/** A vault's holdings of a token, and what its caps allow. */
export type VaultHolding = {
  readonly token: Address;
  readonly balance: bigint;
  /** What the vault's window still allows. */
  readonly spendable: bigint;
  /** The most that one payment can ever take: the vault's cap per payment, or its window's cap if that is less. */
  readonly perPayment: bigint;
};

/** A holding, and how much of it is free for new payments. */
export type FreeHolding = VaultHolding & { readonly free: bigint };

/** The funds of a chain and the claims on them. */
export type Account = {
  readonly holdings: readonly VaultHolding[];
  readonly isPaused: boolean;
  /** The hot wallet's native balance, which only pays for gas. */
  readonly gasBalance: bigint;
  /** The amounts of signed payments that are not final. */
  readonly reserved: readonly TokenAmount[];
  /** The amounts of due payouts and refunds that are not signed. */
  readonly due: readonly TokenAmount[];
  /** Deposits to the chain and from it. */
  readonly undecided: readonly Undecided[];
  /** The native amount that payments in flight can spend on gas. */
  readonly gasFloor: bigint;
};

function sumOf(amounts: readonly TokenAmount[], token: Address): bigint {
  return amounts.reduce((sum, entry) => (entry.token === token ? sum + entry.amount : sum), 0n);
}

/** The most that a deposited amount's payout on a route can take, in the destination token's base units. */
function mostReceived({ originToken, destinationToken }: Route, amount: bigint): bigint {
  return convertRoundingDown({ amount, decimals: originToken.decimals }, destinationToken.decimals);
}

/** The payout that a deposit claims on a chain. If acceptance would refund or hold it, it claims none. */
function payoutClaim(catalog: Catalog, chain: Chain, { deposit, decision }: Undecided): readonly TokenAmount[] {
  const origin = findChainById(catalog, BigInt(deposit.chainId));
  const route = origin && depositRoute(catalog, origin, deposit);
  if (!route || route.destination.id !== chain.id) return [];
  const { address: token } = route.destinationToken;
  if (decision === null) {
    const { gasDrop } = splitTarget(deposit.target);
    return amountsOf({ token, amount: mostReceived(route, deposit.amount), gasDrop });
  }
  return decision.kind === 'accepted'
    ? amountsOf({ token, amount: decision.terms.receive, gasDrop: decision.gasDrop })
    : [];
}

/** What a deposit claims on a chain: its refund on its origin, its payout on its destination. */
function claimsOf(catalog: Catalog, chain: Chain, undecided: Undecided): readonly TokenAmount[] {
  const { token, amount, chainId } = undecided.deposit;
  return chainId === chain.id ? [{ token, amount }] : payoutClaim(catalog, chain, undecided);
}

function smallerOf(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

/**
 * Computes the free funds for new payments in each token on a chain; at least 0. A claim above the most that one
 * payment can take counts as nothing: the vault refuses it, so without an operator it would close its token's pairs
 * forever.
 */
export function computeFreeFunds(catalog: Catalog, chain: Chain, account: Account): readonly FreeHolding[] {
  const { holdings, isPaused, reserved, due, undecided, gasBalance, gasFloor } = account;
  const claims = [...due, ...undecided.flatMap((one) => claimsOf(catalog, chain, one))];
  // Without gas in the hot wallet, the vault can't pay any token.
  const canPay = !isPaused && gasBalance >= gasFloor;
  return holdings.map((holding) => {
    const { token, balance, spendable, perPayment } = holding;
    const payable = claims.filter(({ amount }) => amount <= perPayment);
    // Every claim also reduces what the window allows.
    const free = smallerOf(balance, spendable) - sumOf([...reserved, ...payable], token);
    return { ...holding, free: canPay && free > 0n ? free : 0n };
  });
}

/** The largest payment that the free funds and the vault's cap per payment allow. */
export function largestPayment({ free, perPayment }: Pick<FreeHolding, 'free' | 'perPayment'>): bigint {
  return smallerOf(free, perPayment);
}

/** The largest amount after fees whose conversion to destination decimals is at most `free`. */
function largestNet(free: bigint, { origin, destination }: TokenDecimals): bigint {
  const inOrigin = (amount: bigint) => convertRoundingDown({ amount, decimals: destination }, origin);
  return destination >= origin ? inOrigin(free) : inOrigin(free + 1n) - 1n;
}

/**
 * Limits a schedule to the free funds: `max` becomes the largest amount after the gas fee whose payout is at most
 * `free`. If `max` is then below `min`, the route accepts no amount.
 */
export function limitToFunds(schedule: FeeSchedule, decimals: TokenDecimals, free: bigint): FeeSchedule {
  const { feeBps, feeFloor, max } = schedule;
  const net = largestNet(free, decimals);
  // The fee is the greater of floor and share, so an amount fits if it fits with both. With the share rounded up,
  // floor(amount * (BPS - feeBps) / BPS) remains of an amount.
  const byFloor = net + feeFloor;
  const byShare = ((net + 1n) * BPS - 1n) / (BPS - feeBps);
  const largest = byFloor > byShare ? byFloor : byShare;
  return largest < max ? { ...schedule, max: largest } : schedule;
}

/** Unfinished transfers of one token from one chain to another. Their refunds can take `amount`. */
export type OpenTransfers = TokenAmount & {
  readonly originChainId: number;
  readonly destinationId: bigint;
  /** What their payouts take, if that is decided; otherwise null. */
  readonly payout: TokenAmount | null;
  /** The native tokens that their payouts bring for gas. */
  readonly gasDrop: bigint;
};

/** What an undecided transfer can become on a chain. If acceptance holds it, an operator can still decide. */
function possiblePayment(catalog: Catalog, chain: Chain, open: OpenTransfers): readonly TokenAmount[] {
  const { token, amount, originChainId, destinationId } = open;
  if (originChainId === chain.id) return [{ token, amount }];
  const route = catalog.routes.find(
    ({ origin, originToken, destination }) =>
      origin.id === originChainId &&
      originToken.address === token &&
      destination.id === chain.id &&
      BigInt(destination.id) === destinationId,
  );
  return route ? [{ token: route.destinationToken.address, amount: mostReceived(route, amount) }] : [];
}

/**
 * What unfinished transfers can take from a chain's vault. Each counts on both of its chains, because a payout that
 * fails becomes a refund, and a held transfer becomes either.
 */
export function openClaims(catalog: Catalog, chain: Chain, open: readonly OpenTransfers[]): readonly TokenAmount[] {
  return open.flatMap((one) => {
    const isPayout = one.originChainId !== chain.id && one.destinationId === BigInt(chain.id);
    const payment = isPayout && one.payout ? [one.payout] : possiblePayment(catalog, chain, one);
    return isPayout && one.gasDrop > 0n ? [...payment, { token: NATIVE_TOKEN_ADDRESS, amount: one.gasDrop }] : payment;
  });
}

/** What they can take of one token. */
export function claimOn(
  catalog: Catalog,
  { chain, token }: { readonly chain: Chain; readonly token: Address },
  open: readonly OpenTransfers[],
): bigint {
  return sumOf(openClaims(catalog, chain, open), token);
}
