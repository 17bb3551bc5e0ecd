import type { Address, Hash, Log } from 'viem';
import { erc20Abi, parseEventLogs } from 'viem';
import { paidEvent } from '../shared/abi/vaultAbi.ts';
import { isNativeToken, isSameAddress } from '../shared/address.ts';

/** The payment that a proof expects from a pinned vault, without its amount. */
export type Payment = {
  readonly id: Hash;
  /** The pinned vaults. Only accounts that a vault's owner has allowed can make it pay. */
  readonly vaults: readonly Address[];
  readonly token: Address;
  readonly recipient: Address;
};

/** The payout that proves a delivery. */
export type ExpectedDelivery = Payment & {
  /** The minimum amount, in base units of the destination token. */
  readonly amount: bigint;
};

export type DeliveryReceipt = { readonly status: 'success' | 'reverted'; readonly logs: readonly Log[] };

/** A difference between the expected payment and the chain. The values are codes, addresses and integers. */
export type Shortfall = {
  readonly field: 'transaction' | 'payment' | 'recipient' | 'token' | 'decimals' | 'amount' | 'amountAtMost';
  readonly expected: string;
  readonly actual: string;
};

/** What a proof still lacks. `detail` is the error of a node, in its own words. */
export type ProofGap =
  | { readonly code: 'depositNotFound' | 'payoutNotFound' | 'refundNotFound' | 'unknownToken' }
  | { readonly code: 'refundNotFinal'; readonly blocks: number }
  | { readonly code: 'noAnswer'; readonly detail: string };

export type Proof =
  | { readonly kind: 'proven'; readonly received: bigint }
  | { readonly kind: 'mismatch'; readonly shortfalls: readonly Shortfall[] }
  | { readonly kind: 'unknown'; readonly gap: ProofGap };

function paymentsOf({ logs }: DeliveryReceipt, { vaults }: Payment) {
  const ours = logs.filter((log) => vaults.some((vault) => isSameAddress(log.address, vault)));
  return parseEventLogs({ abi: [paidEvent], logs: [...ours] });
}

/** The amount in the token's own Transfer events. The Paid event alone is no proof that tokens moved. */
function movedTo({ logs }: DeliveryReceipt, token: Address, recipient: Address): bigint {
  const ofToken = logs.filter((log) => isSameAddress(log.address, token));
  return parseEventLogs({ abi: erc20Abi, logs: [...ofToken], eventName: 'Transfer' })
    .filter(({ args }) => isSameAddress(args.to, recipient))
    .reduce((sum, { args }) => sum + args.value, 0n);
}

/** `received` is 0 if the transaction holds no such payment. */
export type ReadPayment = { readonly received: bigint; readonly shortfalls: readonly Shortfall[] };

/** Compares a transaction with the payment that it should hold: vault, id, recipient and token. */
export function readPayment(wanted: Payment, receipt: DeliveryReceipt): ReadPayment {
  if (receipt.status === 'reverted') {
    return { received: 0n, shortfalls: [{ field: 'transaction', expected: 'success', actual: 'reverted' }] };
  }
  const payment = paymentsOf(receipt, wanted).find(({ args }) => args.id === wanted.id)?.args;
  if (!payment) {
    return { received: 0n, shortfalls: [{ field: 'payment', expected: wanted.id, actual: '' }] };
  }
  const shortfalls: Shortfall[] = [];
  if (!isSameAddress(payment.to, wanted.recipient)) {
    shortfalls.push({ field: 'recipient', expected: wanted.recipient, actual: payment.to });
  }
  if (!isSameAddress(payment.token, wanted.token)) {
    shortfalls.push({ field: 'token', expected: wanted.token, actual: payment.token });
  }
  const received = isNativeToken(wanted.token)
    ? payment.amount
    : [payment.amount, movedTo(receipt, wanted.token, wanted.recipient)].reduce((a, b) => (a < b ? a : b));
  return { received, shortfalls };
}

/** Compares a transaction with the expected delivery. The recipient must have received at least the amount. */
export function proveDelivery(delivery: ExpectedDelivery, receipt: DeliveryReceipt): Proof {
  const { received, shortfalls } = readPayment(delivery, receipt);
  const isThere = !shortfalls.some(({ field }) => field === 'transaction' || field === 'payment');
  const isShort = isThere && received < delivery.amount;
  const all: readonly Shortfall[] = isShort
    ? [...shortfalls, { field: 'amount', expected: `${delivery.amount}`, actual: `${received}` }]
    : shortfalls;
  return all.length > 0 ? { kind: 'mismatch', shortfalls: all } : { kind: 'proven', received };
}
