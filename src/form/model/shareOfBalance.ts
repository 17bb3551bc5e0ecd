/** All amounts in base units of the origin token. */
type Means = {
  readonly balance: bigint;
  readonly gasReserve: bigint;
  /** The largest amount that the route accepts. */
  readonly max: bigint;
  readonly decimals: number;
};

const SHOWN_DECIMALS = 6;

/**
 * A share of what the balance can pay, at most the route's largest amount. Shares below 100% are rounded to few digits.
 */
export function shareOfBalance(means: Means, percent: bigint): bigint {
  const free = means.balance - means.gasReserve;
  if (free <= 0n) return 0n;
  const share = (free * percent) / 100n;
  const unit = percent < 100n && means.decimals > SHOWN_DECIMALS ? 10n ** BigInt(means.decimals - SHOWN_DECIMALS) : 1n;
  const rounded = share - (share % unit);
  const amount = rounded === 0n ? share : rounded;
  return amount < means.max ? amount : means.max;
}
