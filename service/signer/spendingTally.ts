import type { Address } from 'viem';

/** The nonce and the token (or gas) that an amount is spent on. */
export type SpendingKey = { readonly chainId: number; readonly nonce: number; readonly of: Address | 'gas' };

/**
 * A time by two clocks, in milliseconds. `at` is the machine's clock, which can jump. `ticks` is a monotonic clock, which a
 * restart resets.
 */
export type Moment = { readonly at: number; readonly ticks: number };

/** The last `ms` milliseconds before a moment. */
export type Period = { readonly now: Moment; readonly ms: number };

// A machine's clock that jumps ahead must not make the spending of the last hour look old. One that was ahead for a moment
// leaves entries in its future, which must not count for longer than the others.
function isWithin(entry: Moment, { now, ms }: Period): boolean {
  return (entry.at > now.at - ms && entry.at <= now.at) || entry.ticks > now.ticks - ms;
}

/** `amount` is the highest amount signed so far for the key. */
export type SpendingEntry = SpendingKey & Moment & { readonly amount: bigint };

/** `increase` is the difference to the highest amount before. */
type CountedEntry = SpendingEntry & { readonly increase: bigint };

function isSameKey(a: SpendingKey, b: SpendingKey): boolean {
  return a.chainId === b.chainId && a.nonce === b.nonce && a.of === b.of;
}

/** Sums up in memory what was signed. Attempts at one nonce exclude each other, so only the highest one counts. */
export function createSpendingTally() {
  let entries: CountedEntry[] = [];
  // A busy day has tens of thousands of nonces, and each nonce has few entries.
  const byNonce = new Map<number, CountedEntry[]>();

  const index = (entry: CountedEntry): void => {
    const others = byNonce.get(entry.nonce);
    if (others) others.push(entry);
    else byNonce.set(entry.nonce, [entry]);
  };

  const increaseOf = (key: SpendingKey, amount: bigint): bigint => {
    const highest = byNonce.get(key.nonce)?.findLast((entry) => isSameKey(entry, key))?.amount ?? 0n;
    return amount > highest ? amount - highest : 0n;
  };

  return {
    entries: (): readonly SpendingEntry[] => entries,
    /** How much an amount adds to the highest one signed for the key. */
    increaseOf,
    add: (entry: SpendingEntry): void => {
      const counted = { ...entry, increase: increaseOf(entry, entry.amount) };
      if (counted.increase === 0n) return;
      entries.push(counted);
      index(counted);
    },
    /** What was spent in a period by at least one of the two clocks. */
    spentWithin: ({ chainId, of }: Pick<SpendingKey, 'chainId' | 'of'>, period: Period): bigint =>
      entries.reduce(
        (sum, entry) =>
          entry.chainId === chainId && entry.of === of && isWithin(entry, period) ? sum + entry.increase : sum,
        0n,
      ),
    /** Removes what was spent outside of a period by both clocks. */
    removeOutside: (period: Period): void => {
      entries = entries.filter((entry) => isWithin(entry, period));
      byNonce.clear();
      for (const entry of entries) index(entry);
    },
  };
}
