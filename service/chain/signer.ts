import type { Address, Hex, TransactionSerializableEIP1559 } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import type { TransactionFees } from '../domain/gasPrice.ts';
import type { Call } from '../domain/payment.ts';
import { OperatorError } from '../operatorError.ts';

/** A call with nonce, gas limit and fees. */
export type TransactionToSign = {
  readonly chainId: number;
  readonly nonce: number;
  readonly call: Call;
  readonly gasLimit: bigint;
  readonly fees: TransactionFees;
};

/** Signs for the hot wallet. The same transaction always gives the same bytes. */
export type Signer = {
  readonly address: Address;
  /**
   * Verifies that the signer answers and has the key of `address`.
   * @throws SignerUnavailable, WrongSigner
   */
  probe(): Promise<void>;
  /** @throws SignerRefused, SignerUnavailable */
  signTransaction(transaction: TransactionToSign): Promise<Hex>;
};

/** Thrown when the signer's policy forbids a transaction. A retry fails too, until the operator changes the policy. */
export class SignerRefused extends OperatorError {
  readonly code = 'SIGNER_REFUSED';
}

/** Thrown when the signer gives no usable answer. No signed transaction has left the signer. */
export class SignerUnavailable extends OperatorError {
  readonly code = 'SIGNER_UNAVAILABLE';
}

/** Thrown when the signer has the key of another account than the hot wallet. */
export class WrongSigner extends OperatorError {
  readonly code = 'WRONG_SIGNER';
}

/** The form in which every signer signs a transaction. */
export function toSerializable(transaction: TransactionToSign): TransactionSerializableEIP1559 {
  const { chainId, nonce, call, gasLimit, fees } = transaction;
  return {
    type: 'eip1559',
    chainId,
    nonce,
    to: call.to,
    data: call.data,
    value: call.value,
    gas: gasLimit,
    maxFeePerGas: fees.maxFee,
    maxPriorityFeePerGas: fees.tip,
  };
}

/** Signs with a key in this process's memory. */
export function createLocalSigner(privateKey: Hex): Signer {
  const account = privateKeyToAccount(privateKey);
  return {
    address: account.address,
    probe: async () => {},
    signTransaction: (transaction) => account.signTransaction(toSerializable(transaction)),
  };
}
