import type { Address, Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import type { TransactionFees } from '../domain/gasPrice.ts';
import type { Call } from '../domain/payment.ts';

/** A call with everything that its sender commits to. */
export type TransactionToSign = {
  readonly chainId: number;
  readonly nonce: number;
  readonly call: Call;
  readonly gasLimit: bigint;
  readonly fees: TransactionFees;
};

/** The only thing that can sign for the maker. It needs no network, and the same transaction always gives the same bytes. */
export type Signer = {
  readonly address: Address;
  signTransaction(transaction: TransactionToSign): Promise<Hex>;
};

/** Signs with a key in this process's memory. */
export function createLocalSigner(privateKey: Hex): Signer {
  const account = privateKeyToAccount(privateKey);
  return {
    address: account.address,
    signTransaction: ({ chainId, nonce, call, gasLimit, fees }) =>
      account.signTransaction({
        type: 'eip1559',
        chainId,
        nonce,
        to: call.to,
        data: call.data,
        value: call.value,
        gas: gasLimit,
        maxFeePerGas: fees.maxFee,
        maxPriorityFeePerGas: fees.tip,
      }),
  };
}
