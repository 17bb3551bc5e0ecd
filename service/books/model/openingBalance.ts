import type { Address } from 'viem';

/** A difference that a comparison of the books found, in base units. */
type Difference = { readonly difference: bigint };

/**
 * Whether unexplained differences leave open whose money it is. A later difference can offset an earlier one: two
 * comparisons book one payment on different days. Faults that cancel out within a single comparison have no such
 * explanation.
 */
export function leaveOpen(differences: readonly Difference[]): boolean {
  const sum = differences.reduce((total, { difference }) => total + difference, 0n);
  return sum !== 0n || differences.some(({ difference }) => difference === 0n);
}

/** A reading of an account's balance, at the end of a block. */
export type Reading = {
  readonly account: string;
  readonly token: Address;
  /** The addresses whose balances were added up. */
  readonly addresses: string;
  readonly toBlock: bigint;
  readonly closing: bigint;
};

type Account = Pick<Reading, 'account' | 'token' | 'addresses'>;

/** Whether two readings are of the same balance, and not of other vaults or another hot wallet. */
export function isSameAccount(a: Account, b: Account): boolean {
  return a.account === b.account && a.token === b.token && a.addresses === b.addresses;
}

/** The block of a chain's newest readings; null if there are none. */
export function previousEnd(readings: readonly Reading[]): bigint | null {
  return readings.reduce<bigint | null>(
    (last, { toBlock }) => (last === null || toBlock > last ? toBlock : last),
    null,
  );
}

/** The next comparison's opening balance; null if the newest readings lack the account, as for a new token. */
export function openingOf(readings: readonly Reading[], account: Account): bigint | null {
  const end = previousEnd(readings);
  const found = readings.find((reading) => reading.toBlock === end && isSameAccount(reading, account));
  return found?.closing ?? null;
}
