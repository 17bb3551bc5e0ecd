import type { Address, Hash } from 'viem';

/** What the owner of a vault may take out of it, in base units of a token. */
export type SweepRule = {
  /** What stays in the vault beside everything that is owed. */
  readonly float: bigint;
  /** Less than this above the float is not worth a sweep. */
  readonly minimum: bigint;
};

/** A withdrawal that the owner of a vault has scheduled, and that can still be executed. */
export type ScheduledWithdrawal = {
  readonly vault: Address;
  readonly token: Address;
  readonly recipient: Address;
  /** The largest number means the whole balance at the execution. */
  readonly amount: bigint;
  readonly readyAt: Date;
  readonly expiresAt: Date;
};

/** What a vault has of a token, and what is promised of it. */
export type VaultFunds = {
  /** The balance at the end of a final block of which every deposit is stored. */
  readonly settled: bigint;
  /** What left the vault in later blocks, by its events and by the books: withdrawals and payments. */
  readonly leftSince: bigint;
  /** The balance at the newest block. It also has deposits that are not stored yet. */
  readonly newest: bigint;
  /** What unfinished transfers can take from the vault, as payouts or as refunds. */
  readonly claims: bigint;
  /** What withdrawals will take that the owner has scheduled. */
  readonly scheduled: bigint;
};

/** An amount that left a vault: a payment for a deposit, or with null a withdrawal of the owner. */
export type Outflow = { readonly id: Hash | null; readonly token: Address; readonly amount: bigint };

/** The same as an event of the vault shows it. */
export type SeenOutflow = Outflow & { readonly recipient: Address };

/**
 * The amount of a token that left a vault, by two sources. Each can lack payments of the other, so a payment counts if one of them
 * has it. Where they differ, the larger amount counts.
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

/** What remains in the vault after every claim and every scheduled withdrawal, above the float; below 0 if the float is missing. */
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

/** What scheduled withdrawals take together of a balance. */
export function sumScheduled(withdrawals: readonly Pick<ScheduledWithdrawal, 'amount'>[], balance: bigint): bigint {
  return withdrawals.reduce((sum, { amount }) => sum + (amount < balance ? amount : balance), 0n);
}
