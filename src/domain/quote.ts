/** The form requests a new build after this time. */
export const QUOTE_REFRESH_MS = 30_000;
/** The wallet may sign a build for this long. The service honours it for ten minutes. */
const QUOTE_MAX_AGE_MS = 120_000;

export function isQuoteStale(builtAt: number, now: number): boolean {
  return now - builtAt > QUOTE_MAX_AGE_MS;
}

/** Max leaves this much gas in the wallet. A native deposit uses about 50,000, so there is room. */
const NATIVE_DEPOSIT_GAS = 120_000n;

/**
 * The largest amount that the balance can pay.
 * @param maxFeePerGas in wei; used only if the token pays for gas
 */
export function maxSpendable(balance: bigint, paysGas: boolean, maxFeePerGas: bigint): bigint {
  const reserve = paysGas ? NATIVE_DEPOSIT_GAS * maxFeePerGas : 0n;
  return balance > reserve ? balance - reserve : 0n;
}
