// SIGNER CLIENT. How a worker asks the signer, over a socket or TLS. An answer counts only if it is exactly the
// requested transaction, signed by the hot wallet.

import * as v from 'valibot';
import type { Address, Hash, Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { addressWire } from '#shared/wire/primitives.ts';
import { OperatorError } from '../../boot/operatorError.ts';
import type { TransactionToSign } from '../../chain/transactions.ts';
import { toSerializable } from '../../chain/transactions.ts';
import type { Deposit } from '../../deposits/model/deposit.ts';
import type { SendKey } from '../../payments/model/payment.ts';

/**
 * A deposit's place on its origin chain. The signer reads the deposit there itself. The block's number saves it calls if
 * many share the block. It doesn't trust the number: a wrong one only costs a read of that block.
 */
export type DepositReference = Pick<Deposit, 'chainId' | 'transactionHash' | 'ordinal'> &
  Partial<Pick<Deposit, 'blockNumber'>>;

/**
 * By chain, the nonce below which the signer remembers having signed everything. Chains of which it remembers nothing
 * are absent, as with a key in the service's process.
 */
type SignedNonces = ReadonlyMap<number, number>;

/** A signed transaction, and the nonce below which the signer has signed on its chain; null if it remembers nothing. */
export type Signature = { readonly raw: Hex; readonly signedTo: number | null };

/** Signs for the hot wallet. A transaction can have several signatures: an HSM signs with random numbers. */
export type Signer = {
  readonly address: Address;
  /**
   * Verifies that the signer answers and has `address`'s key.
   * @returns what the signer remembers
   * @throws SignerUnavailable, WrongSigner
   */
  probe(): Promise<SignedNonces>;
  /**
   * The fingerprint of the signer's view of each chain, by chain id. It is only informative: a signer accepts no view
   * from a worker. Absent if the service signs by its own file.
   * @throws SignerUnavailable, WrongSigner
   */
  readViews?(): Promise<ReadonlyMap<number, string>>;
  /**
   * @param deposits each payment's deposit, in the order of the call; empty for a cancel, which pays nothing
   * @throws SignerRefused, SignerUnverified, SignerUnavailable
   */
  signTransaction(transaction: TransactionToSign, deposits: readonly DepositReference[]): Promise<Signature>;
};

/** Thrown if the signer's policy forbids a transaction. A retry fails too, until the operator changes the policy. */
export class SignerRefused extends OperatorError {
  readonly code = 'SIGNER_REFUSED';
}

/** Thrown if the signer gives no usable answer. No signed transaction has left the signer. */
export class SignerUnavailable extends OperatorError {
  readonly code = 'SIGNER_UNAVAILABLE';
}

/** Thrown if the signer can't currently verify a payment's deposit, for example because its provider is behind. */
export class SignerUnverified extends SignerUnavailable {
  /** Whether one of the signer's providers gave no answer, so that it can't verify any deposit on that chain. */
  readonly isOutage: boolean;
  /** The nonce of another payment of the deposit, which must be used first: that payment can still take effect. */
  readonly open: SendKey | null;
  constructor(message: string, { isOutage, open }: Pick<SignerUnverified, 'isOutage' | 'open'>) {
    super(message);
    this.isOutage = isOutage;
    this.open = open;
  }
}

/** Thrown if the signer has a key other than the hot wallet's. */
export class WrongSigner extends OperatorError {
  readonly code = 'WRONG_SIGNER';
}

/** Signs whatever it is asked to. Only the signer, which verifies first, uses it. */
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

/** Thrown if the key is in another program, and that program gives no usable signature. */
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

// The service and the signer exchange these JSON shapes over HTTP on a Unix domain socket.

export const ADDRESS_PATH = '/address';
export const SIGN_PATH = '/sign';

/** A batch of a hundred payments takes 43 kB. */
export const MAX_REQUEST_BYTES = 65_536;
export const MAX_ANSWER_BYTES = 2 * MAX_REQUEST_BYTES;

const MAX_DIGITS = 78;

const amount = v.pipe(
  v.string(),
  v.maxLength(MAX_DIGITS),
  v.regex(/^(?:0|[1-9]\d*)$/),
  v.transform((text) => BigInt(text)),
);
const index = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const hex = v.pipe(
  v.string(),
  v.regex(/^0x(?:[0-9a-f]{2})*$/),
  v.transform((text): Hex => `0x${text.slice(2)}`),
);
const hash = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-f]{64}$/),
  v.transform((text): Hash => `0x${text.slice(2)}`),
);
const signRequest = v.strictObject({
  chainId: index,
  nonce: index,
  to: addressWire,
  data: hex,
  value: amount,
  gasLimit: amount,
  maxFee: amount,
  tip: amount,
  isLegacy: v.optional(v.literal(true)),
  deposits: v.pipe(
    v.array(
      v.strictObject({ chainId: index, transactionHash: hash, ordinal: index, blockNumber: v.exactOptional(amount) }),
    ),
    v.maxLength(200),
  ),
});

export const addressAnswer = v.strictObject({
  address: addressWire,
  nextNonces: v.pipe(v.array(v.strictObject({ chainId: index, nonce: index })), v.maxLength(1000)),
  views: v.optional(
    v.pipe(
      v.array(v.strictObject({ chainId: index, fingerprint: v.pipe(v.string(), v.maxLength(64)) })),
      v.maxLength(1000),
    ),
    [],
  ),
});
export const signAnswer = v.strictObject({ raw: hex, signedTo: v.nullable(index) });
const reason = v.pipe(v.string(), v.maxLength(1000));
export const refusal = v.strictObject({ refused: reason });
/** The status of the answer if the signer can't currently verify the request. */
export const UNVERIFIED_STATUS = 409;
const openNonce = v.strictObject({ chainId: index, address: addressWire, nonce: index });
export const unverified = v.strictObject({
  unverified: reason,
  isOutage: v.boolean(),
  open: v.optional(openNonce),
});

export type SignRequest = { readonly transaction: TransactionToSign; readonly deposits: readonly DepositReference[] };

export function writeUnverified(
  text: string,
  { isOutage, open }: Pick<SignerUnverified, 'isOutage' | 'open'>,
): v.InferOutput<typeof unverified> {
  if (!open) return { unverified: text, isOutage };
  const { chainId, address, nonce } = open;
  return { unverified: text, isOutage, open: { chainId, address, nonce } };
}

export function writeSignRequest({ transaction, deposits }: SignRequest): string {
  const { chainId, nonce, call, gasLimit, fees } = transaction;
  const { to, data, value } = call;
  const amounts = { value, gasLimit, maxFee: fees.maxFee, tip: fees.tip };
  const texts = Object.entries(amounts).map(([field, wei]) => [field, wei.toString()]);
  const references = deposits.map(({ chainId: origin, transactionHash, ordinal, blockNumber }) => ({
    chainId: origin,
    transactionHash,
    ordinal,
    ...(blockNumber !== undefined && { blockNumber: blockNumber.toString() }),
  }));
  return JSON.stringify({
    ...{ chainId, nonce, to, data: data.toLowerCase(), ...Object.fromEntries(texts) },
    ...(fees.isLegacy && { isLegacy: true }),
    deposits: references,
  });
}

/** @returns null if the text isn't a sign request */
export function readSignRequest(text: string): SignRequest | null {
  const request = v.safeParse(v.pipe(v.string(), v.parseJson(), signRequest), text);
  if (!request.success) return null;
  const { chainId, nonce, to, data, value, gasLimit, maxFee, tip, isLegacy, deposits } = request.output;
  const fees = { maxFee, tip, ...(isLegacy && { isLegacy }) };
  const transaction = { chainId, nonce, call: { to, data, value }, gasLimit, fees };
  return { transaction, deposits };
}
