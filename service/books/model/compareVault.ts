import type { Address, Hash } from 'viem';
import { isNativeToken } from '#shared/address.ts';
import type { PaymentKind } from '../../payments/model/payment.ts';

/** The hot wallet's books against its native balance on a chain, in wei. */
export type GasComparison = {
  readonly opening: bigint;
  /** What its transactions cost. */
  readonly burnt: bigint;
  /** The transactions whose cost is not known. */
  readonly unknown: number;
  /** What arrived. Arrivals leave no log, so this is what the burnt gas doesn't explain. */
  readonly received: bigint;
  readonly closing: bigint;
  /** What is missing, as a negative number; 0 if nothing. */
  readonly difference: bigint;
};

type GasBalances = Pick<GasComparison, 'opening' | 'closing' | 'burnt' | 'unknown'>;

/**
 * Compares the gas that the hot wallet burnt with its balances. An arrival can hide an equal loss: no log tells them
 * apart.
 */
export function compareGas({ opening, closing, burnt, unknown }: GasBalances): GasComparison {
  const rest = closing - (opening - burnt);
  return {
    ...{ opening, burnt, unknown, closing },
    received: rest > 0n ? rest : 0n,
    difference: rest < 0n ? rest : 0n,
  };
}

/** An amount of a token that moved in a transaction. */
export type Move = { readonly hash: Hash; readonly token: Address; readonly amount: bigint };

/** A payment of a vault for a transfer. A gas drop counts as a separate payment, in the native token. */
export type PaidMove = Move & { readonly id: Hash; readonly recipient: Address };

/** What a vault's owner took out. */
export type WithdrawnMove = Move & { readonly recipient: Address };

/** What a chain's logs say about its vaults in a range of blocks. */
export type ChainMoves = {
  /** The deposits that the deposit contract announced. */
  readonly deposits: readonly Move[];
  readonly paid: readonly PaidMove[];
  readonly withdrawn: readonly WithdrawnMove[];
  /** Transfers of contract tokens to and from the vaults. Native tokens have no such logs. */
  readonly received: readonly Move[];
  readonly sent: readonly Move[];
};

/** A payment in the books. Its transaction is null if the books don't know it. */
export type BookedPayment = Omit<PaidMove, 'hash'> & { readonly kind: PaymentKind; readonly hash: Hash | null };

/** What the database says about a chain's vaults in the same blocks. */
export type BookedMoves = {
  readonly deposits: readonly Move[];
  /** The announced deposits that the service doesn't store, because they are dust. */
  readonly dust: readonly Move[];
  /** The transactions with a deposit that did not arrive in full. */
  readonly shortDeposits: readonly Hash[];
  /** The payments with a transaction in these blocks, and those whose id a vault paid in them. */
  readonly payments: readonly BookedPayment[];
};

/** A transaction in which the books and the chain differ. */
export type Mismatch = {
  readonly hash: Hash | null;
  /** How much more the vault has than the books say, because of this transaction; negative for less. */
  readonly amount: bigint;
  readonly what:
    | 'deposit missing in the books'
    | 'deposit missing on the chain'
    | 'payment missing in the books'
    | 'payment missing on the chain'
    | 'payment of another amount'
    | 'transfer without a payment or withdrawal';
};

/** One token's books against the balance of a chain's vaults, in base units. */
export type VaultComparison = {
  readonly opening: bigint;
  readonly deposits: bigint;
  /** What arrived as dust deposits. */
  readonly dust: bigint;
  readonly payouts: bigint;
  readonly refunds: bigint;
  /** What the owner swept to the treasury. */
  readonly swept: bigint;
  /** What the owner took out to any other account. */
  readonly withdrawn: bigint;
  /**
   * What arrived without a deposit. Native tokens leave no log, so for them it is whatever no other movement explains.
   */
  readonly received: bigint;
  readonly closing: bigint;
  /** The closing balance minus the balance that the books expect; 0 if they are equal. */
  readonly difference: bigint;
  /** The part of the difference that no mismatch explains. */
  readonly unexplained: bigint;
  readonly mismatches: readonly Mismatch[];
};

export type VaultBalances = {
  readonly token: Address;
  readonly opening: bigint;
  readonly closing: bigint;
  /** Null if there is none: then nothing is a sweep. */
  readonly treasury: Address | null;
};

function sum(moves: readonly { readonly amount: bigint }[]): bigint {
  return moves.reduce((total, { amount }) => total + amount, 0n);
}

type Sums = ReadonlyMap<Hash, bigint>;

/** The sum by a key. A day can have very many, so each list is read once. */
function sumBy<M extends { readonly amount: bigint }, K>(
  moves: readonly M[],
  keyOf: (move: M) => K,
): ReadonlyMap<K, bigint> {
  const sums = new Map<K, bigint>();
  for (const move of moves) sums.set(keyOf(move), (sums.get(keyOf(move)) ?? 0n) + move.amount);
  return sums;
}

function sumByHash(moves: readonly Move[]): Sums {
  return sumBy(moves, ({ hash }) => hash);
}

function hashesOf(...lists: readonly Sums[]): readonly Hash[] {
  return [...new Set(lists.flatMap((sums) => [...sums.keys()]))];
}

type Found = { readonly mismatches: readonly Mismatch[]; readonly dust: bigint; readonly received: bigint };

type DepositLists = Record<'announced' | 'arrived' | 'booked' | 'dust', readonly Move[]> & {
  readonly short: ReadonlySet<Hash>;
};

/**
 * Compares each transaction's deposits. What arrived beside them counts as dust, up to what was announced and received.
 */
function compareDeposits(lists: DepositLists): Found {
  const announced = sumByHash(lists.announced);
  const arrived = sumByHash(lists.arrived);
  const booked = sumByHash(lists.booked);
  const dust = sumByHash(lists.dust);
  const mismatches: Mismatch[] = [];
  let [dustArrived, received] = [0n, 0n];
  for (const hash of hashesOf(announced, arrived, booked)) {
    const inBooks = booked.get(hash) ?? 0n;
    const ofDust = dust.get(hash) ?? 0n;
    const beside = (arrived.get(hash) ?? 0n) - inBooks;
    const dustBeside = beside < ofDust ? beside : ofDust;
    const amount = beside - (dustBeside > 0n ? dustBeside : 0n);
    dustArrived += beside - amount;
    const isUnbooked = (announced.get(hash) ?? 0n) > inBooks + ofDust && amount > 0n && !lists.short.has(hash);
    if (amount < 0n) mismatches.push({ hash, amount, what: 'deposit missing on the chain' });
    else if (isUnbooked) mismatches.push({ hash, amount, what: 'deposit missing in the books' });
    else received += amount;
  }
  return { mismatches, dust: dustArrived, received };
}

/** Finds transfers of a contract token out of the vault that no payment and no withdrawal explains. */
function findStray({
  sent,
  paid,
  withdrawn,
}: Record<'sent' | 'paid' | 'withdrawn', readonly Move[]>): readonly Mismatch[] {
  const announced = sumByHash([...paid, ...withdrawn]);
  const left = sumByHash(sent);
  return hashesOf(announced, left).flatMap((hash): readonly Mismatch[] => {
    const amount = (announced.get(hash) ?? 0n) - (left.get(hash) ?? 0n);
    return amount === 0n ? [] : [{ hash, amount, what: 'transfer without a payment or withdrawal' }];
  });
}

/** @param paid the vaults' payments in one token, like the booked ones */
function comparePayments(paid: readonly PaidMove[], booked: readonly BookedPayment[]): readonly Mismatch[] {
  const keyOf = ({ id, recipient }: Pick<PaidMove, 'id' | 'recipient'>) => `${id} ${recipient}`;
  const bookedByKey = sumBy(booked, keyOf);
  const paidKeys = new Set<string>();
  const onChain = paid.flatMap((payment): readonly Mismatch[] => {
    const [key, { hash, amount }] = [keyOf(payment), payment];
    // The books have each payment once.
    const inBooks = paidKeys.has(key) ? undefined : bookedByKey.get(key);
    paidKeys.add(key);
    if (inBooks === undefined) return [{ hash, amount: -amount, what: 'payment missing in the books' }];
    return inBooks === amount ? [] : [{ hash, amount: inBooks - amount, what: 'payment of another amount' }];
  });
  const missing = booked
    .filter((payment) => !paidKeys.has(keyOf(payment)))
    .map(({ hash, amount }): Mismatch => ({ hash, amount, what: 'payment missing on the chain' }));
  return [...onChain, ...missing];
}

/** Whether the books and the chain agree. Two mismatches that cancel out are a fault too. */
export function isEqual({
  difference,
  mismatches = [],
}: Pick<VaultComparison, 'difference'> & Partial<VaultComparison>): boolean {
  return difference === 0n && mismatches.length === 0;
}

/**
 * Compares a token's books with the chain over a range of blocks. The balances are those at the end of the block before
 * the range and of its last block.
 */
export function compareVault(
  { token, opening, closing, treasury }: VaultBalances,
  chain: ChainMoves,
  books: BookedMoves,
): VaultComparison {
  const isNative = isNativeToken(token);
  const ofToken = <M extends { readonly token: Address }>(moves: readonly M[]) =>
    moves.filter((move) => move.token === token);
  const [announced, paid, withdrawn] = [ofToken(chain.deposits), ofToken(chain.paid), ofToken(chain.withdrawn)];
  const [booked, payments] = [ofToken(books.deposits), ofToken(books.payments)];
  // The deposit contract announces a native amount only once the vault has received it.
  const arrived = isNative ? announced : ofToken(chain.received);
  const deposits = compareDeposits({
    ...{ announced, arrived, booked, dust: ofToken(books.dust), short: new Set(books.shortDeposits) },
  });
  const mismatches = [
    ...deposits.mismatches,
    ...comparePayments(paid, payments),
    ...(isNative ? [] : findStray({ sent: ofToken(chain.sent), paid, withdrawn })),
  ];
  const silent = closing - (opening + sum(announced) - sum(paid) - sum(withdrawn));
  const silentArrival = silent > 0n ? silent : 0n;
  const received = isNative ? silentArrival : deposits.received;
  const payouts = sum(payments.filter(({ kind }) => kind === 'payout'));
  const refunds = sum(payments.filter(({ kind }) => kind === 'refund'));
  const swept = sum(withdrawn.filter(({ recipient }) => recipient === treasury));
  const { dust } = deposits;
  const expected = opening + sum(booked) + dust - payouts - refunds - sum(withdrawn) + received;
  const difference = closing - expected;
  return {
    ...{ opening, deposits: sum(booked), dust, payouts, refunds, swept, withdrawn: sum(withdrawn) - swept },
    ...{ received, closing, difference },
    ...{ unexplained: difference - sum(mismatches), mismatches },
  };
}
