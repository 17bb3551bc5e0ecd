import type { Address } from 'viem';
import { convertRoundingDown } from '#shared/amount.ts';
import type { Catalog, Chain, TokenDecimals } from './catalog.ts';
import type { FeeSchedule } from './quote.ts';

const BPS = 10_000n;

/** An older reading of the funds is unusable, because they may be spent. */
export const MAX_LIQUIDITY_AGE_SECONDS = 60;

export type TokenAmount = { readonly token: Address; readonly amount: bigint };

/** Deposits without a decision yet, of one token from one chain to another. */
export type Undecided = TokenAmount & { readonly originChainId: number; readonly destinationId: bigint };

/** What a vault holds of a token, and what its caps allow. */
export type VaultHolding = {
  readonly token: Address;
  readonly balance: bigint;
  /** What the vault's window still allows. */
  readonly spendable: bigint;
  /** The most that one payment can ever take: the vault's cap per payment, or the cap of its window if that is less. */
  readonly perPayment: bigint;
};

/** A holding, and what of it is free for new payments. */
export type FreeHolding = VaultHolding & { readonly free: bigint };

/** The funds of a chain and the claims on them. */
export type Account = {
  readonly holdings: readonly VaultHolding[];
  readonly isPaused: boolean;
  /** The hot wallet's native balance, which pays gas only. */
  readonly gasBalance: bigint;
  /** The amounts of signed payments that are not final. */
  readonly reserved: readonly TokenAmount[];
  /** The amounts of due payouts and refunds that are not signed. */
  readonly due: readonly TokenAmount[];
  /** Deposits to the chain and from it: each can become a payout or a refund there. */
  readonly undecided: readonly Undecided[];
  /** The native amount that payments in flight can spend as gas. */
  readonly gasFloor: bigint;
};

export function sumOf(amounts: readonly TokenAmount[], token: Address): bigint {
  return amounts.reduce((sum, entry) => (entry.token === token ? sum + entry.amount : sum), 0n);
}

/** What each of the deposits can become on a chain: a refund there, or a payout. */
export function claimsOf(catalog: Catalog, chain: Chain, undecided: readonly Undecided[]): readonly TokenAmount[] {
  return undecided.flatMap(({ token, amount, originChainId, destinationId }) => {
    if (originChainId === chain.id) return [{ token, amount }];
    const route = catalog.routes.find(
      ({ origin, originToken, destination }) =>
        origin.id === originChainId &&
        originToken.address === token &&
        destination.id === chain.id &&
        BigInt(destination.id) === destinationId,
    );
    if (!route) return [];
    const { originToken, destinationToken } = route;
    const converted = convertRoundingDown({ amount, decimals: originToken.decimals }, destinationToken.decimals);
    return [{ token: destinationToken.address, amount: converted }];
  });
}

function smallerOf(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

/** Computes the free funds for new payments in each token on a chain; at least 0. */
export function computeFreeFunds(catalog: Catalog, chain: Chain, account: Account): readonly FreeHolding[] {
  const { holdings, isPaused, reserved, due, undecided, gasBalance, gasFloor } = account;
  const claims = [...reserved, ...due, ...claimsOf(catalog, chain, undecided)];
  // Without gas in the hot wallet, the vault cannot pay any token.
  const canPay = !isPaused && gasBalance >= gasFloor;
  return holdings.map((holding) => {
    // Every claim also takes from what the window allows.
    const free = smallerOf(holding.balance, holding.spendable) - sumOf(claims, holding.token);
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
 * Limits a schedule to the free funds: `max` becomes the largest amount after the gas fee whose payout is at most `free`. When
 * `max` is then below `min`, the route accepts no amount.
 */
export function limitToFunds(schedule: FeeSchedule, decimals: TokenDecimals, free: bigint): FeeSchedule {
  const { feeBps, feeFloor, max } = schedule;
  const net = largestNet(free, decimals);
  // The fee is the greater of floor and share, so an amount fits when it fits with either of them. With the share rounded up,
  // floor(amount * (BPS - feeBps) / BPS) remains of an amount.
  const byFloor = net + feeFloor;
  const byShare = ((net + 1n) * BPS - 1n) / (BPS - feeBps);
  const largest = byFloor > byShare ? byFloor : byShare;
  return largest < max ? { ...schedule, max: largest } : schedule;
}
