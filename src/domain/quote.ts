/** The form requests a new build after this time. */
export const QUOTE_REFRESH_MS = 30_000;
/** The wallet may sign a build for this long. The service honours it for ten minutes. */
const QUOTE_MAX_AGE_MS = 120_000;

/** When a quote was read by this device's clock, and until when the service honours it by its own clock. */
export type QuoteTimes = { readonly builtAt: number; readonly validUntilMs: number | null };

/**
 * Whether the service no longer honours a quote. A quote that had expired when it came shows that the clocks differ, so its
 * expiry means nothing.
 */
export function isQuoteExpired({ builtAt, validUntilMs }: QuoteTimes, now: number): boolean {
  return validUntilMs !== null && validUntilMs > builtAt && now >= validUntilMs;
}

export function isQuoteStale(times: QuoteTimes, now: number): boolean {
  return now - times.builtAt > QUOTE_MAX_AGE_MS || isQuoteExpired(times, now);
}

/** The app leaves this much gas in the wallet. A native deposit uses about 50,000, so there is room. */
const NATIVE_DEPOSIT_GAS = 120_000n;

/**
 * What the wallet keeps for the gas of the deposit.
 * @param maxFeePerGas in wei, on a chain whose gas the token pays; null for any other token
 */
export function gasReserve(maxFeePerGas: bigint | null): bigint {
  return maxFeePerGas === null ? 0n : NATIVE_DEPOSIT_GAS * maxFeePerGas;
}

/** Everything in base units of the origin token. */
type Means = {
  readonly balance: bigint;
  readonly gasReserve: bigint;
  /** What the deposit needs on top of the amount; 0 where the bridge deducts its fee from the amount. */
  readonly feeOnTop: bigint;
  /** The largest amount that the route accepts. */
  readonly max: bigint;
  readonly decimals: number;
};

const SHOWN_DECIMALS = 6;

/** A share of what the balance can pay, at most the largest amount of the route. Shares below 100% end at a readable digit. */
export function shareOfBalance(means: Means, percent: bigint): bigint {
  const free = means.balance - means.gasReserve - means.feeOnTop;
  if (free <= 0n) return 0n;
  const share = (free * percent) / 100n;
  const unit = percent < 100n && means.decimals > SHOWN_DECIMALS ? 10n ** BigInt(means.decimals - SHOWN_DECIMALS) : 1n;
  const rounded = share - (share % unit);
  const amount = rounded === 0n ? share : rounded;
  return amount < means.max ? amount : means.max;
}
