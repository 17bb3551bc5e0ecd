import type { Address } from 'viem';
import { NATIVE_TOKEN_ADDRESS } from '#shared/address.ts';
import { convertRoundingDown } from '#shared/amount.ts';
import type { Catalog, Chain, TokenDecimals } from './catalog.ts';
import type { FeeSchedule } from './quote.ts';

const BPS = 10_000n;

/** How old a reading may be before it says nothing any more: what was there then may be spent. */
export const MAX_LIQUIDITY_AGE_SECONDS = 60;

export type TokenAmount = { readonly token: Address; readonly amount: bigint };

/** Deposits that were seen and not decided yet, of one token from one chain to another. */
export type Undecided = TokenAmount & { readonly originChainId: number; readonly destinationId: bigint };

/** What is on the maker's account on a chain, and what of it is spoken for. */
export type Account = {
  /** Of each token, the lesser of balance and allowance. */
  readonly usable: readonly TokenAmount[];
  /** What signed payments will still take. */
  readonly reserved: readonly TokenAmount[];
  /** What payouts and refunds that are due and not signed will take. */
  readonly due: readonly TokenAmount[];
  /** Whole deposits to the chain or from it: each may be paid out there, or have to be given back. */
  readonly undecided: readonly Undecided[];
  /** Coins that payments in flight may take as gas. */
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

/** What new payments can take of each token on a chain, never less than nothing. */
export function reckonFree(catalog: Catalog, chain: Chain, account: Account): readonly TokenAmount[] {
  const { usable, reserved, due, undecided, gasFloor } = account;
  const claims = [...reserved, ...due, ...claimsOf(catalog, chain, undecided)];
  const coins = sumOf(usable, NATIVE_TOKEN_ADDRESS) - sumOf(reserved, NATIVE_TOKEN_ADDRESS);
  // Without coins for gas nothing can be paid in any token.
  const paysGas = coins >= gasFloor;
  return usable.map(({ token, amount }) => {
    const gas = token === NATIVE_TOKEN_ADDRESS ? gasFloor : 0n;
    const free = amount - sumOf(claims, token) - gas;
    return { token, amount: paysGas && free > 0n ? free : 0n };
  });
}

/** The most that can be left after the fee so that, in destination decimals, no more than `free` is received. */
function largestNet(free: bigint, { origin, destination }: TokenDecimals): bigint {
  const inOrigin = (amount: bigint) => convertRoundingDown({ amount, decimals: destination }, origin);
  return destination >= origin ? inOrigin(free) : inOrigin(free + 1n) - 1n;
}

/**
 * A schedule that takes no more than can be paid out: its `max` is the largest amount after the gas fee whose receive amount
 * is at most `free`, where that is less. It may be below `min`; then nothing can be taken.
 */
export function limitToFunds(schedule: FeeSchedule, decimals: TokenDecimals, free: bigint): FeeSchedule {
  const { feeBps, feeFloor, max } = schedule;
  const net = largestNet(free, decimals);
  // The fee is the greater of floor and share, so an amount fits as soon as it fits under either of them. With the share
  // rounded up, what is left of an amount is floor(amount * (BPS - feeBps) / BPS).
  const byFloor = net + feeFloor;
  const byShare = ((net + 1n) * BPS - 1n) / (BPS - feeBps);
  const largest = byFloor > byShare ? byFloor : byShare;
  return largest < max ? { ...schedule, max: largest } : schedule;
}
