import type { Address } from 'viem';
import { NATIVE_TOKEN_ADDRESS } from '#shared/address.ts';
import { convertRoundingDown } from '#shared/amount.ts';
import type { Catalog, Chain, TokenDecimals } from './catalog.ts';
import type { FeeSchedule } from './quote.ts';

const BPS = 10_000n;

/** An older reading of the funds is unusable, because they may be spent. */
export const MAX_LIQUIDITY_AGE_SECONDS = 60;

export type TokenAmount = { readonly token: Address; readonly amount: bigint };

/** Deposits without a decision yet, of one token from one chain to another. */
export type Undecided = TokenAmount & { readonly originChainId: number; readonly destinationId: bigint };

/** The maker's funds on a chain and the claims on them. */
export type Account = {
  /** For each token, the lesser of balance and allowance. */
  readonly usable: readonly TokenAmount[];
  /** The amounts of signed payments that are not final. */
  readonly reserved: readonly TokenAmount[];
  /** The amounts of due payouts and refunds that are not signed. */
  readonly due: readonly TokenAmount[];
  /** Deposits to the chain and from it: each can become a payout or a refund there. */
  readonly undecided: readonly Undecided[];
  /** The native amount that pending payments can spend as gas. */
  readonly gasFloor: bigint;
};

function sumOf(amounts: readonly TokenAmount[], token: Address): bigint {
  return amounts.reduce((sum, entry) => (entry.token === token ? sum + entry.amount : sum), 0n);
}

function claimsOf(catalog: Catalog, chain: Chain, undecided: readonly Undecided[]): readonly TokenAmount[] {
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

/** Computes the free funds for new payments in each token on a chain; at least 0. */
export function computeFreeFunds(catalog: Catalog, chain: Chain, account: Account): readonly TokenAmount[] {
  const { usable, reserved, due, undecided, gasFloor } = account;
  const claims = [...reserved, ...due, ...claimsOf(catalog, chain, undecided)];
  const native = sumOf(usable, NATIVE_TOKEN_ADDRESS) - sumOf(reserved, NATIVE_TOKEN_ADDRESS);
  // Without the native token for gas, the maker cannot pay any token.
  const paysGas = native >= gasFloor;
  return usable.map(({ token, amount }) => {
    const gas = token === NATIVE_TOKEN_ADDRESS ? gasFloor : 0n;
    const free = amount - sumOf(claims, token) - gas;
    return { token, amount: paysGas && free > 0n ? free : 0n };
  });
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
