import type { Address, Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import type { Deposit } from '../domain/deposit.ts';
import type { SendKey } from '../domain/payment.ts';
import { OperatorError } from '../operatorError.ts';
import type { TransactionToSign } from './transactions.ts';
import { toSerializable } from './transactions.ts';

/** A deposit's place on its origin chain. The signer reads the deposit there by itself. */
export type DepositReference = Pick<Deposit, 'chainId' | 'transactionHash' | 'ordinal'>;

/**
 * By chain, the nonce below which the signer remembers to have signed everything. It has no chain of which the signer remembers
 * nothing, as one with its key in the service's process.
 */
export type SignedNonces = ReadonlyMap<number, number>;

/** Signs for the hot wallet. A transaction can have several signatures: an HSM signs with random numbers. */
export type Signer = {
  readonly address: Address;
  /**
   * Verifies that the signer answers and has the key of `address`.
   * @returns what the signer remembers
   * @throws SignerUnavailable, WrongSigner
   */
  probe(): Promise<SignedNonces>;
  /**
   * @param deposits the deposit of each payment, in the order of the call; empty for a cancel, which pays nothing
   * @throws SignerRefused, SignerUnverified, SignerUnavailable
   */
  signTransaction(transaction: TransactionToSign, deposits: readonly DepositReference[]): Promise<Hex>;
};

/** Thrown when the signer's policy forbids a transaction. A retry fails too, until the operator changes the policy. */
export class SignerRefused extends OperatorError {
  readonly code = 'SIGNER_REFUSED';
}

/** Thrown when the signer gives no usable answer. No signed transaction has left the signer. */
export class SignerUnavailable extends OperatorError {
  readonly code = 'SIGNER_UNAVAILABLE';
}

/** Thrown when the signer cannot verify the deposit of a payment now, for example because its provider is behind. */
export class SignerUnverified extends SignerUnavailable {
  /** Whether one of the signer's providers gave no answer, so that it can verify no deposit of that chain. */
  readonly isOutage: boolean;
  /** The nonce of another payment of the deposit, which must be used first: that payment can still take effect. */
  readonly open: SendKey | null;
  constructor(message: string, { isOutage, open }: Pick<SignerUnverified, 'isOutage' | 'open'>) {
    super(message);
    this.isOutage = isOutage;
    this.open = open;
  }
}

/** Thrown when the signer has the key of another account than the hot wallet. */
export class WrongSigner extends OperatorError {
  readonly code = 'WRONG_SIGNER';
}

/** Signs whatever it is asked for. Only the signer, which verifies first, uses it. */
export type KeySigner = {
  readonly address: Address;
  /**
   * Verifies that the key can be used now.
   * @throws KeyUnavailable
   */
  probe(): Promise<void>;
  /** @throws KeyUnavailable */
  signTransaction(transaction: TransactionToSign): Promise<Hex>;
};

/** Thrown when the key is in another program, and that one gives no usable signature. */
export class KeyUnavailable extends OperatorError {
  readonly code = 'KEY_UNAVAILABLE';
}

/** Signs with a key in this process's memory. */
export function createKeySigner(privateKey: Hex): KeySigner {
  const account = privateKeyToAccount(privateKey);
  return {
    address: account.address,
    probe: async () => {},
    signTransaction: (transaction) => account.signTransaction(toSerializable(transaction)),
  };
}
