import type { Address, Hash, Hex } from 'viem';
import { encodeFunctionData, encodePacked, keccak256 } from 'viem';
import { payoutAbi } from '#shared/abi/payoutAbi.ts';
import { isNativeToken } from '#shared/address.ts';

export type PaymentKind = 'payout' | 'refund';

/** One payment through the payout contract. */
export type Payment = {
  readonly id: Hash;
  readonly token: Address;
  readonly to: Address;
  readonly amount: bigint;
};

/** The part of a transaction that every attempt at its nonce shares. */
export type Call = { readonly to: Address; readonly data: Hex; readonly value: bigint };

export function payCall(payoutContract: Address, { id, token, to, amount }: Payment): Call {
  const data = encodeFunctionData({ abi: payoutAbi, functionName: 'pay', args: [id, token, to, amount] });
  return { to: payoutContract, data, value: isNativeToken(token) ? amount : 0n };
}

/** Names a call, so that the database can refuse an attempt that does anything else at the same nonce. */
export function callHash({ to, data, value }: Call): Hash {
  return keccak256(encodePacked(['address', 'uint256', 'bytes'], [to, value, data]));
}
