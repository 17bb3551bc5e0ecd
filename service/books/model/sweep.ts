import type { Address, Hash } from 'viem';

/** What a vault's owner may withdraw, in base units of a token. */
export type SweepRule = {
  /** What stays in the vault in addition to everything owed. */
  readonly float: bigint;
  /** The smallest amount above the float worth sweeping. */
  readonly minimum: bigint;
};

/** A withdrawal that the vault's owner has scheduled and can still execute. */
export type ScheduledWithdrawal = {
  readonly vault: Address;
  readonly token: Address;
  readonly recipient: Address;
  /** The largest number means the whole balance at execution. */
  readonly amount: bigint;
  readonly readyAt: Date;
  readonly expiresAt: Date;
};

/** A vault's balance of a token, and the claims on it. */
export type VaultFunds = {
  /** The balance at the end of a final block whose deposits, and all before, are stored. */
  readonly settled: bigint;
  /** What left the vault in later blocks according to its events and the books: withdrawals and payments. */
  readonly leftSince: bigint;
  /** The balance at the newest block, which includes deposits that aren't stored yet. */
  readonly newest: bigint;
  /** What unfinished transfers can take from the vault, as payouts or refunds. */
  readonly claims: bigint;
  /** What the owner's scheduled withdrawals will take. */
  readonly scheduled: bigint;
};

/** An amount that left a vault: a payment for a deposit, or with null an owner's withdrawal. */
export type Outflow = { readonly id: Hash | null; readonly token: Address; readonly amount: bigint };

/** The same amount in the vault's own event. */
export type SeenOutflow = Outflow & { readonly recipient: Address };

/**
 * The amount of a token that left a vault, from two sources. Either can miss payments that the other has, so a payment
 * counts if one of them has it. If they differ, the larger amount counts.
 */
export function sumOutflows(
  token: Address,
  { onChain, inBooks }: { readonly onChain: readonly Outflow[]; readonly inBooks: readonly Outflow[] },
): bigint {
  const sumById = (outflows: readonly Outflow[]) => {
    const sums = new Map<Hash | null, bigint>();
    for (const one of outflows) {
      if (one.token === token) sums.set(one.id, (sums.get(one.id) ?? 0n) + one.amount);
    }
    return sums;
  };
  const [chain, books] = [sumById(onChain), sumById(inBooks)];
  let total = 0n;
  for (const id of new Set([...chain.keys(), ...books.keys()])) {
    const [seen, booked] = [chain.get(id) ?? 0n, books.get(id) ?? 0n];
    total += seen > booked ? seen : booked;
  }
  return total;
}

/** What remains above the float after every claim and scheduled withdrawal; negative if the float is short. */
export function amountAbove({ float }: SweepRule, funds: VaultFunds): bigint {
  const settled = funds.settled - funds.leftSince;
  const balance = settled < funds.newest ? settled : funds.newest;
  return balance - funds.claims - funds.scheduled - float;
}

/** The amount to sweep; 0 below the minimum. */
export function amountToSweep(rule: SweepRule, funds: VaultFunds): bigint {
  const above = amountAbove(rule, funds);
  return above >= rule.minimum ? above : 0n;
}

/** What scheduled withdrawals together take from a balance. */
export function sumScheduled(withdrawals: readonly Pick<ScheduledWithdrawal, 'amount'>[], balance: bigint): bigint {
  return withdrawals.reduce((sum, { amount }) => sum + (amount < balance ? amount : balance), 0n);
}
