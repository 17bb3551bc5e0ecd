import { isNativeToken } from '#shared/address.ts';
import type { TokenPrice } from '#shared/wire/pairs.ts';
import type { Routes } from '../../api/offer.ts';
import type { TransactionPlan } from '../../transfer/model/transactionPlan.ts';
import { callsOf } from '../../transfer/model/transactionPlan.ts';
import type { VerifiedBuild } from '../../transfer/model/verifyBuild.ts';

const HIGH_SHARE_BPS = 500n;

/** From this share on, the person must confirm in the review that they have seen the fees. */
export const CONFIRMED_SHARE_BPS = 1000n;

type Fees = Pick<VerifiedBuild, 'bridgeFee' | 'gasFee'>;

/** What the transfer costs, in base units of the origin token. The wallet's gas is extra. */
export function totalFeesOf({ bridgeFee, gasFee }: Fees): bigint {
  return bridgeFee + gasFee;
}

/** The fees as a share of the sent amount, in basis points, rounded down. */
export function feeShareOf(build: Fees & Pick<VerifiedBuild, 'send'>): bigint {
  return (totalFeesOf(build) * 10_000n) / build.send;
}

export function isHighShare(bps: bigint): boolean {
  return bps >= HIGH_SHARE_BPS;
}

/**
 * A deposit uses about 50,000 gas for the native token, and 65,000 for other tokens. The rest is for more expensive
 * ones.
 */
export const DEPOSIT_GAS = 120_000n;
/** Approving an ordinary token uses about 50,000 gas. */
const APPROVAL_GAS = 80_000n;

/**
 * What the wallet keeps for the deposit's gas.
 * @param maxFeePerGas in wei, on a chain whose gas the token pays; null for any other token
 */
export function gasReserve(maxFeePerGas: bigint | null): bigint {
  return maxFeePerGas === null ? 0n : DEPOSIT_GAS * maxFeePerGas;
}

/** The most that a transfer's transactions should cost in gas, in wei. */
export function gasBound(plan: TransactionPlan, maxFeePerGas: bigint): bigint {
  const gas = callsOf(plan).reduce((sum, { kind }) => sum + (kind === 'deposit' ? DEPOSIT_GAS : APPROVAL_GAS), 0n);
  return gas * maxFeePerGas;
}

/** The price of the token that pays for gas on a chain; null if no route states it. */
export function nativePriceOf({ all }: Routes, chainId: number): TokenPrice | null {
  // A form with thousands of routes calls this on each keypress, so it builds no list.
  for (const { pair } of all) {
    const side = pair.origin.chainId === chainId ? pair.origin : pair.destination;
    if (side.chainId === chainId && side.price && isNativeToken(side.token)) return side.price;
  }
  return null;
}
