import type { Address, Hash } from 'viem';
import { isNativeToken, isSameAddress } from './address.ts';
import type { EventLog, PaymentLog } from './events.ts';
import { paymentsOf, tokenMovesOf } from './events.ts';

/** The payment that a transaction should contain. */
export type Payment = {
  readonly id: Hash;
  /** The pinned vaults. Only accounts that a vault's owner has allowed can make it pay. */
  readonly vaults: readonly Address[];
  readonly token: Address;
  readonly recipient: Address;
};

/** A payment and its limits, in base units of the token. */
export type DuePayment = Payment & {
  /** A payment of 0 never counts, whatever the least amount is. */
  readonly least: bigint;
  /** For a refund, the deposited amount: a larger payment isn't a refund. Null without a limit. */
  readonly most: bigint | null;
  /** The native tokens that must arrive with it, in wei. A refund has none. */
  readonly gasDrop: bigint;
};

export type PaymentReceipt = { readonly status: 'success' | 'reverted'; readonly logs: readonly EventLog[] };

/** A difference between the expected payment and the chain. The values are codes, addresses and integers. */
export type Shortfall = {
  readonly field: 'transaction' | 'payment' | 'recipient' | 'token' | 'decimals' | 'amount' | 'amountAtMost' | 'gas';
  readonly expected: string;
  readonly actual: string;
};

/** What a proof still lacks. `detail` is a node's error, in its own words. */
export type ProofGap =
  | { readonly code: 'depositNotFound' | 'payoutNotFound' | 'refundNotFound' | 'unknownToken' }
  | { readonly code: 'refundNotFinal'; readonly blocks: number }
  | { readonly code: 'noAnswer'; readonly detail: string };

/** What a receipt says about a payment. */
export type Judgement =
  /** `gasReceived`: the native tokens that arrived with it, in wei. */
  | { readonly kind: 'proven'; readonly received: bigint; readonly gasReceived: bigint }
  | { readonly kind: 'mismatch'; readonly shortfalls: readonly Shortfall[] };

export type Proof = Judgement | { readonly kind: 'unknown'; readonly gap: ProofGap };

const sum = (all: readonly { readonly amount: bigint }[]) => all.reduce((total, { amount }) => total + amount, 0n);

/**
 * What arrived of a payment. The Paid event alone doesn't prove that tokens moved: the token's own Transfer events from
 * the vault must show it, in addition to the vault's other payments to this recipient. A native currency has no such
 * events.
 */
function receivedOf(payment: PaymentLog, payments: readonly PaymentLog[], logs: readonly EventLog[]): bigint {
  const { token, vault, to, amount } = payment;
  if (isNativeToken(token)) return amount;
  const isSameWay = (one: { readonly token: Address; readonly to: Address }, from: Address) =>
    isSameAddress(one.token, token) && isSameAddress(one.to, to) && isSameAddress(from, vault);
  const moved = sum(tokenMovesOf(logs).filter((one) => isSameWay(one, one.from)));
  const ofOthers = sum(payments.filter((one) => one !== payment && isSameWay(one, one.vault)));
  if (moved <= ofOthers) return 0n;
  return moved - ofOthers < amount ? moved - ofOthers : amount;
}

/** The gas that the same vault paid the recipient with a payment: a second event of its id. */
function gasOf(payment: PaymentLog, ofId: readonly PaymentLog[]): bigint {
  const { vault, to } = payment;
  const isWith = (one: PaymentLog) => isSameAddress(one.vault, vault) && isSameAddress(one.to, to);
  return ofId.find((one) => one !== payment && isNativeToken(one.token) && isWith(one))?.amount ?? 0n;
}

/** Compares a transaction with the payment it should contain: vault, id, recipient, token, amount and gas. */
export function judgePayment(due: DuePayment, { status, logs }: PaymentReceipt): Judgement {
  const mismatch = (...shortfalls: readonly Shortfall[]) => ({ kind: 'mismatch', shortfalls }) as const;
  if (status === 'reverted') return mismatch({ field: 'transaction', expected: 'success', actual: status });
  const payments = paymentsOf(logs, due.vaults);
  const ofId = payments.filter(({ id }) => id === due.id);
  const payment = ofId.find(({ token }) => isSameAddress(token, due.token)) ?? ofId[0];
  if (!payment) return mismatch({ field: 'payment', expected: due.id, actual: '' });
  const received = receivedOf(payment, payments, logs);
  const gasReceived = gasOf(payment, ofId);
  const least = due.least > 1n ? due.least : 1n;
  const shortfalls: Shortfall[] = [];
  const check = (isRight: boolean, field: Shortfall['field'], [expected, actual]: readonly [unknown, unknown]) => {
    if (!isRight) shortfalls.push({ field, expected: `${expected}`, actual: `${actual}` });
  };
  check(isSameAddress(payment.to, due.recipient), 'recipient', [due.recipient, payment.to]);
  check(isSameAddress(payment.token, due.token), 'token', [due.token, payment.token]);
  // An amount of another token says nothing.
  if (shortfalls.length > 0) return mismatch(...shortfalls);
  check(received >= least, 'amount', [least, received]);
  check(due.most === null || payment.amount <= due.most, 'amountAtMost', [due.most, payment.amount]);
  check(gasReceived >= due.gasDrop, 'gas', [due.gasDrop, gasReceived]);
  return shortfalls.length > 0 ? mismatch(...shortfalls) : { kind: 'proven', received, gasReceived };
}
