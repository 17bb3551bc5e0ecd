/** How long a build is shown before it is asked for anew, and how long it may be signed. The service honours ten minutes. */
export const QUOTE_REFRESH_MS = 30_000;
const QUOTE_MAX_AGE_MS = 120_000;

export function isQuoteStale(builtAt: number, now: number): boolean {
  return now - builtAt > QUOTE_MAX_AGE_MS;
}

/** Gas of a deposit of the native token, with room: what Max leaves in the wallet. The call itself measures about 50,000. */
const NATIVE_DEPOSIT_GAS = 120_000n;

/**
 * The most that can be typed from a balance.
 * @param maxFeePerGas wei per gas that the wallet may be asked for; reserved only when the token pays for gas itself
 */
export function maxSpendable(balance: bigint, paysGas: boolean, maxFeePerGas: bigint): bigint {
  const reserve = paysGas ? NATIVE_DEPOSIT_GAS * maxFeePerGas : 0n;
  return balance > reserve ? balance - reserve : 0n;
}
