import type { VerifiedBuild } from '../../transfer/model/verifyBuild.ts';

const HIGH_SHARE_BPS = 500n;

/** From this share on, the person must confirm in the review that they have seen the fees. */
export const CONFIRMED_SHARE_BPS = 1000n;

/** The share of the sent amount that the fees take, in basis points, rounded down. */
export function feeShareOf({ bridgeFee, gasFee, send }: Pick<VerifiedBuild, 'bridgeFee' | 'gasFee' | 'send'>): bigint {
  return ((bridgeFee + gasFee) * 10_000n) / send;
}

export function isHighShare(bps: bigint): boolean {
  return bps >= HIGH_SHARE_BPS;
}
