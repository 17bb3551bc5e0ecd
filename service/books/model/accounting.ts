import type { Address, Hash } from 'viem';
import { convertRoundingDown, NATIVE_DECIMALS } from '#shared/amount.ts';
import { splitTarget } from '#shared/gasDrop.ts';
import type { TransferRecord, TransferState } from '../../deposits/model/transfer.ts';
import type { PaymentKind } from '../../payments/model/payment.ts';
import { tokenValue } from '../../quotes/model/price.ts';

const FINISHED: readonly TransferState[] = ['delivered', 'refunded', 'closed'];

/** A nonce that was or can be used for a payment of a transfer. */
export type CostItem = {
  readonly kind: PaymentKind;
  readonly chainId: number;
  /** Whether the nonce's outcome is final. */
  readonly isSettled: boolean;
  /** What its final transaction cost, in wei; null if it is not known. */
  readonly gasCost: bigint | null;
  /** The price of the native token at the settlement, scaled like every price; null without a cost. */
  readonly nativePrice: bigint | null;
  /** The position of the payment in the transaction, from 0. */
  readonly item: number;
  /** The number of payments in the transaction. */
  readonly payments: number;
};

/** The gas that a transfer's transactions burnt on one chain. */
export type Burnt = {
  readonly kind: PaymentKind;
  readonly chainId: number;
  /** In wei of the chain's native token. */
  readonly amount: bigint;
  /** In the currency of the prices at that time, scaled like every price. */
  readonly value: bigint;
  /** How many final transactions have an unknown cost. The amount excludes them. */
  readonly unknown: number;
};

export type PaidAmount = {
  readonly kind: PaymentKind;
  readonly chainId: number;
  readonly token: Address;
  readonly amount: bigint;
  /** The native tokens that the recipient got in the same transaction, in wei. */
  readonly gasDrop: bigint;
  readonly hash: Hash;
};

/** What a transfer took, paid, kept and burnt, in base units. */
export type Accounting = {
  /**
   * What the vault received, in the origin token: 0 if a reorg removed the deposit, null if it didn't arrive in full.
   */
  readonly taken: bigint | null;
  readonly paid: PaidAmount | null;
  /**
   * What the vaults keep, in the origin token, the price of a gas drop included; null if unknown, or until the transfer
   * is finished.
   */
  readonly kept: bigint | null;
  readonly burnt: readonly Burnt[];
  /** Whether the transfer, its deposit and its transactions are final, so that none of this can change. */
  readonly isFinal: boolean;
};

export type AccountedTransfer = {
  readonly transfer: Pick<
    TransferRecord,
    'state' | 'originDecimals' | 'destinationDecimals' | 'destinationToken' | 'settledAmount' | 'settledHash'
  >;
  readonly deposit: {
    readonly chainId: number;
    readonly destination: bigint;
    readonly token: Address;
    readonly target: string;
    readonly amount: bigint;
    readonly funded: boolean;
    readonly canonical: boolean;
    /** Whether its block is final on the origin chain, so that no reorg removes it. */
    readonly isFinal: boolean;
  };
  readonly costs: readonly CostItem[];
};

/** The share of one payment in a transaction's cost. The shares of all its payments add up to the cost. */
export function shareOf(cost: bigint, { item, payments }: Pick<CostItem, 'item' | 'payments'>): bigint {
  const count = BigInt(Math.max(payments, 1));
  return cost / count + (BigInt(item) < cost % count ? 1n : 0n);
}

function sumBurnt(costs: readonly CostItem[]): readonly Burnt[] {
  const sums = new Map<string, Burnt>();
  for (const cost of costs.filter(({ isSettled }) => isSettled)) {
    const { kind, chainId, gasCost, nativePrice } = cost;
    const key = `${kind} ${chainId}`;
    const sum = sums.get(key) ?? { kind, chainId, amount: 0n, value: 0n, unknown: 0 };
    if (gasCost === null || nativePrice === null) {
      sums.set(key, { ...sum, unknown: sum.unknown + 1 });
    } else {
      const share = shareOf(gasCost, cost);
      const value = tokenValue(share, { decimals: NATIVE_DECIMALS, price: nativePrice });
      sums.set(key, { ...sum, amount: sum.amount + share, value: sum.value + value });
    }
  }
  return [...sums.values()];
}

function readTaken({ deposit }: AccountedTransfer): bigint | null {
  if (!deposit.canonical) return 0n;
  return deposit.funded ? deposit.amount : null;
}

function readPaid({ transfer, deposit }: AccountedTransfer): PaidAmount | null {
  const { state, settledAmount: amount, settledHash: hash, destinationToken } = transfer;
  if (amount === null || hash === null) return null;
  if (state === 'refunded') {
    return { kind: 'refund', chainId: deposit.chainId, token: deposit.token, amount, gasDrop: 0n, hash };
  }
  if (destinationToken === null) return null;
  // A payout without it counts as another payment, and is never delivered.
  const { gasDrop } = splitTarget(deposit.target);
  return { kind: 'payout', chainId: Number(deposit.destination), token: destinationToken, amount, gasDrop, hash };
}

function computeKept({ transfer }: AccountedTransfer, taken: bigint | null, paid: PaidAmount | null): bigint | null {
  const { state, originDecimals, destinationDecimals } = transfer;
  if (taken === null || !FINISHED.includes(state)) return null;
  if (paid === null) return state === 'closed' ? taken : null;
  if (paid.kind === 'refund') return taken - paid.amount;
  if (originDecimals === null || destinationDecimals === null) return null;
  return taken - convertRoundingDown({ amount: paid.amount, decimals: destinationDecimals }, originDecimals);
}

/** Computes from the stored data what a transfer took, paid, kept and burnt. */
export function accountFor(accounted: AccountedTransfer): Accounting {
  const { transfer, deposit, costs } = accounted;
  const taken = readTaken(accounted);
  const paid = readPaid(accounted);
  return {
    taken,
    paid,
    kept: computeKept(accounted, taken, paid),
    burnt: sumBurnt(costs),
    isFinal:
      FINISHED.includes(transfer.state) &&
      deposit.canonical &&
      deposit.isFinal &&
      costs.every(({ isSettled }) => isSettled),
  };
}
