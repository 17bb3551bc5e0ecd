import type { Address } from 'viem';

/** A difference that a comparison of the books found, in base units. */
type Difference = { readonly difference: bigint };

/**
 * Whether differences that no operator has explained leave open whose the money is. A later one can offset an earlier one: a payment
 * that two comparisons book on different days. Faults that cancel each other within one comparison have no such reason.
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

/** Whether two readings are of the same balance. One of other vaults or of another hot wallet is not. */
export function isSameAccount(a: Account, b: Account): boolean {
  return a.account === b.account && a.token === b.token && a.addresses === b.addresses;
}

/** The block of the newest readings of a chain; null without any. */
export function previousEnd(readings: readonly Reading[]): bigint | null {
  return readings.reduce<bigint | null>(
    (last, { toBlock }) => (last === null || toBlock > last ? toBlock : last),
    null,
  );
}

/** The balance with which the next comparison begins; null where the newest readings lack the account, as for a new token. */
export function openingOf(readings: readonly Reading[], account: Account): bigint | null {
  const end = previousEnd(readings);
  const found = readings.find((reading) => reading.toBlock === end && isSameAccount(reading, account));
  return found?.closing ?? null;
}
