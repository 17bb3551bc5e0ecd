import type { Address, Hash, Hex } from 'viem';
import { decodeFunctionData, encodeFunctionData, encodePacked, keccak256, toFunctionSelector } from 'viem';
import { payBatchFunction, vaultAbi } from '#shared/abi/vaultAbi.ts';

export type PaymentKind = 'payout' | 'refund';

/** A hot wallet on a chain. */
export type SenderKey = { readonly chainId: number; readonly address: Address };

/** A nonce of a hot wallet. */
export type SendKey = SenderKey & { readonly nonce: number };

/** One payment out of the vault. */
export type Payment = {
  readonly id: Hash;
  readonly token: Address;
  readonly to: Address;
  readonly amount: bigint;
};

/** The part of a transaction that all attempts at its nonce share. */
export type Call = { readonly to: Address; readonly data: Hex; readonly value: bigint };

export function payCall(vault: Address, { id, token, to, amount }: Payment): Call {
  const data = encodeFunctionData({ abi: vaultAbi, functionName: 'pay', args: [id, token, to, amount] });
  return { to: vault, data, value: 0n };
}

const BATCH_SELECTOR = toFunctionSelector(payBatchFunction);

/** Encodes several payments in one call. A failing payment does not stop the others. */
export function payBatchCall(vault: Address, payments: readonly Payment[]): Call {
  const data = encodeFunctionData({ abi: vaultAbi, functionName: 'payBatch', args: [payments] });
  return { to: vault, data, value: 0n };
}

export function isBatch({ data }: Pick<Call, 'data'>): boolean {
  return data.startsWith(BATCH_SELECTOR);
}

/** The payments of a call of the vault; null when the data calls another function. */
export function decodePayments(data: Hex): readonly Payment[] | null {
  try {
    const { functionName, args } = decodeFunctionData({ abi: vaultAbi, data });
    if (functionName === 'payBatch') return args[0];
    if (functionName !== 'pay') return null;
    const [id, token, to, amount] = args;
    return [{ id, token, to, amount }];
  } catch {
    return null;
  }
}

/** An empty call to the hot wallet, which only uses a nonce. */
export function cancelCall(hotWallet: Address): Call {
  return { to: hotWallet, data: '0x', value: 0n };
}

/** Identifies a call, so that the database can refuse an attempt with another call at the same nonce. */
export function callHash({ to, data, value }: Call): Hash {
  return keccak256(encodePacked(['address', 'uint256', 'bytes'], [to, value, data]));
}
