import type { Address, Hex, TransactionSerializableEIP1559 } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import type { TransactionFees } from '../domain/gasPrice.ts';
import type { Call } from '../domain/payment.ts';
import { OperatorError } from '../operatorError.ts';

/** A call with everything that its sender commits to. */
export type TransactionToSign = {
  readonly chainId: number;
  readonly nonce: number;
  readonly call: Call;
  readonly gasLimit: bigint;
  readonly fees: TransactionFees;
};

/** The only thing that can sign for the maker. The same transaction always gives the same bytes. */
export type Signer = {
  readonly address: Address;
  /**
   * Makes sure that it is there and signs for its address.
   * @throws SignerUnavailable, WrongSigner
   */
  check(): Promise<void>;
  /** @throws SignerRefused, SignerUnavailable */
  signTransaction(transaction: TransactionToSign): Promise<Hex>;
};

/** The signer's policy does not allow a transaction: asking again changes nothing before a person has looked. */
export class SignerRefused extends OperatorError {
  readonly code = 'SIGNER_REFUSED';
}

/** The signer gave no answer that can be used; nothing was signed that anybody has. */
export class SignerUnavailable extends OperatorError {
  readonly code = 'SIGNER_UNAVAILABLE';
}

/** The signer holds the key of another account than the maker. */
export class WrongSigner extends OperatorError {
  readonly code = 'WRONG_SIGNER';
}

/** The one form in which transactions are signed. */
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
    check: async () => {},
    signTransaction: (transaction) => account.signTransaction(toSerializable(transaction)),
  };
}
