import type { Address, Hash, Log } from 'viem';
import { erc20Abi, parseEventLogs } from 'viem';
import { payoutAbi } from '#shared/abi/payoutAbi.ts';
import { isNativeToken, isSameAddress } from '#shared/address.ts';

/** What must be found on the destination chain for a transfer to count as delivered. */
export type Promised = {
  readonly id: Hash;
  readonly payoutContract: Address;
  /** The accounts that this installation pins as its payers. */
  readonly payers: readonly Address[];
  readonly token: Address;
  readonly recipient: Address;
  /** The least that must have arrived, in the destination token's base units. */
  readonly amount: bigint;
};

/** A transaction of the destination chain as a node tells it. */
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

function paymentsOf({ logs }: DeliveryReceipt, promised: Promised) {
  const ours = logs.filter((log) => isSameAddress(log.address, promised.payoutContract));
  return parseEventLogs({ abi: payoutAbi, logs: [...ours], eventName: 'Paid' }).filter(({ args }) =>
    promised.payers.some((payer) => isSameAddress(payer, args.payer)),
  );
}

/** What the token itself says that it moved to an account: the payout contract's word is not taken alone. */
function movedTo({ logs }: DeliveryReceipt, token: Address, recipient: Address): bigint {
  const ofToken = logs.filter((log) => isSameAddress(log.address, token));
  return parseEventLogs({ abi: erc20Abi, logs: [...ofToken], eventName: 'Transfer' })
    .filter(({ args }) => isSameAddress(args.to, recipient))
    .reduce((sum, { args }) => sum + args.value, 0n);
}

/**
 * Compares what a transaction of the destination chain did with what was promised: the payment must carry this
 * transfer's id, come from a pinned payer through the pinned contract, and give the recipient at least the amount.
 */
export function proveDelivery(promised: Promised, receipt: DeliveryReceipt): Proof {
  if (receipt.status === 'reverted') {
    return { kind: 'mismatch', shortfalls: [{ field: 'transaction', expected: 'success', actual: 'reverted' }] };
  }
  const payment = paymentsOf(receipt, promised).find(({ args }) => args.id === promised.id)?.args;
  if (!payment) {
    return {
      kind: 'mismatch',
      shortfalls: [{ field: 'payment', expected: `a payment of transfer ${promised.id}`, actual: 'none in it' }],
    };
  }
  const shortfalls: Shortfall[] = [];
  if (!isSameAddress(payment.to, promised.recipient)) {
    shortfalls.push({ field: 'recipient', expected: promised.recipient, actual: payment.to });
  }
  if (!isSameAddress(payment.token, promised.token)) {
    shortfalls.push({ field: 'token', expected: promised.token, actual: payment.token });
  }
  const received = isNativeToken(promised.token)
    ? payment.amount
    : [payment.amount, movedTo(receipt, promised.token, promised.recipient)].reduce((a, b) => (a < b ? a : b));
  if (received < promised.amount) {
    shortfalls.push({ field: 'amount', expected: `${promised.amount}`, actual: `${received}` });
  }
  return shortfalls.length > 0 ? { kind: 'mismatch', shortfalls } : { kind: 'proven', received };
}
