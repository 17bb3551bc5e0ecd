import type { Address, Hash, Hex } from 'viem';
import { encodeFunctionData, encodePacked, keccak256, toFunctionSelector } from 'viem';
import { payBatchFunction, payoutAbi } from '#shared/abi/payoutAbi.ts';
import { isNativeToken } from '#shared/address.ts';

export type PaymentKind = 'payout' | 'refund';

/** One payment through the payout contract. */
export type Payment = {
  readonly id: Hash;
  readonly token: Address;
  readonly to: Address;
  readonly amount: bigint;
};

/** The part of a transaction that all attempts at its nonce share. */
export type Call = { readonly to: Address; readonly data: Hex; readonly value: bigint };

export function payCall(payoutContract: Address, { id, token, to, amount }: Payment): Call {
  const data = encodeFunctionData({ abi: payoutAbi, functionName: 'pay', args: [id, token, to, amount] });
  return { to: payoutContract, data, value: isNativeToken(token) ? amount : 0n };
}

const BATCH_SELECTOR = toFunctionSelector(payBatchFunction);

/** Encodes several payments in one call. A failing payment does not stop the others. */
export function payBatchCall(payoutContract: Address, payments: readonly Payment[]): Call {
  const data = encodeFunctionData({ abi: payoutAbi, functionName: 'payBatch', args: [payments] });
  const native = payments.filter(({ token }) => isNativeToken(token));
  return { to: payoutContract, data, value: native.reduce((sum, { amount }) => sum + amount, 0n) };
}

export function isBatch({ data }: Call): boolean {
  return data.startsWith(BATCH_SELECTOR);
}

/** An empty call to the maker, which only uses a nonce. */
export function cancelCall(maker: Address): Call {
  return { to: maker, data: '0x', value: 0n };
}

/** Identifies a call, so that the database can refuse an attempt with another call at the same nonce. */
export function callHash({ to, data, value }: Call): Hash {
  return keccak256(encodePacked(['address', 'uint256', 'bytes'], [to, value, data]));
}
