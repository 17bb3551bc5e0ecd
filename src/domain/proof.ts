import type { Address, Hash, Log } from 'viem';
import { erc20Abi, parseEventLogs } from 'viem';
import { payoutAbi } from '#shared/abi/payoutAbi.ts';
import { isNativeToken, isSameAddress } from '#shared/address.ts';

/** A payment of the payout contract that is looked for, its amount excepted. */
export type Payment = {
  readonly id: Hash;
  readonly payoutContract: Address;
  /** The accounts that this installation pins as its payers. */
  readonly payers: readonly Address[];
  readonly token: Address;
  readonly recipient: Address;
};

/** What must be found on the destination chain for a transfer to count as delivered. */
export type Promised = Payment & {
  /** The least that must have arrived, in the destination token's base units. */
  readonly amount: bigint;
};

/** A transaction of a chain as a node tells it. */
export type DeliveryReceipt = { readonly status: 'success' | 'reverted'; readonly logs: readonly Log[] };

export type Shortfall = {
  readonly field: 'transaction' | 'payment' | 'recipient' | 'token' | 'amount';
  readonly expected: string;
  readonly actual: string;
};

export type Proof =
  | { readonly kind: 'proven'; readonly received: bigint }
  | { readonly kind: 'mismatch'; readonly shortfalls: readonly Shortfall[] }
  | { readonly kind: 'unknown'; readonly reason: string };

function paymentsOf({ logs }: DeliveryReceipt, { payoutContract, payers }: Payment) {
  const ours = logs.filter((log) => isSameAddress(log.address, payoutContract));
  return parseEventLogs({ abi: payoutAbi, logs: [...ours], eventName: 'Paid' }).filter(({ args }) =>
    payers.some((payer) => isSameAddress(payer, args.payer)),
  );
}

/** What the token itself says that it moved to an account: the payout contract's word is not taken alone. */
function movedTo({ logs }: DeliveryReceipt, token: Address, recipient: Address): bigint {
  const ofToken = logs.filter((log) => isSameAddress(log.address, token));
  return parseEventLogs({ abi: erc20Abi, logs: [...ofToken], eventName: 'Transfer' })
    .filter(({ args }) => isSameAddress(args.to, recipient))
    .reduce((sum, { args }) => sum + args.value, 0n);
}

/** What a payment came to; `received` is 0 where there is none. */
export type ReadPayment = { readonly received: bigint; readonly shortfalls: readonly Shortfall[] };

/** Finds a payment in a transaction: it must carry the id, come from a pinned payer through the pinned contract, and be to whom and in what it should. */
export function readPayment(wanted: Payment, receipt: DeliveryReceipt): ReadPayment {
  if (receipt.status === 'reverted') {
    return { received: 0n, shortfalls: [{ field: 'transaction', expected: 'success', actual: 'reverted' }] };
  }
  const payment = paymentsOf(receipt, wanted).find(({ args }) => args.id === wanted.id)?.args;
  if (!payment) {
    const expected = `a payment of transfer ${wanted.id}`;
    return { received: 0n, shortfalls: [{ field: 'payment', expected, actual: 'none in it' }] };
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

/** Compares what a transaction of the destination chain did with what was promised: at least the amount must have arrived. */
export function proveDelivery(promised: Promised, receipt: DeliveryReceipt): Proof {
  const { received, shortfalls } = readPayment(promised, receipt);
  const isThere = !shortfalls.some(({ field }) => field === 'transaction' || field === 'payment');
  const isShort = isThere && received < promised.amount;
  const all: readonly Shortfall[] = isShort
    ? [...shortfalls, { field: 'amount', expected: `${promised.amount}`, actual: `${received}` }]
    : shortfalls;
  return all.length > 0 ? { kind: 'mismatch', shortfalls: all } : { kind: 'proven', received };
}
