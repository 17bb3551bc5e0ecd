import * as v from 'valibot';
import type { Hash, Hex } from 'viem';
import { addressWire } from '#shared/wire/primitives.ts';
import type { DepositReference, SignerUnverified } from './signer.ts';
import type { TransactionToSign } from './transactions.ts';

// The service and the signer exchange these JSON shapes over HTTP on a Unix domain socket.

export const ADDRESS_PATH = '/address';
export const SIGN_PATH = '/sign';

/** A batch of a hundred payments takes 40 kB. */
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
    v.array(v.strictObject({ chainId: index, transactionHash: hash, ordinal: index })),
    v.maxLength(200),
  ),
});

export const addressAnswer = v.strictObject({
  address: addressWire,
  nextNonces: v.pipe(v.array(v.strictObject({ chainId: index, nonce: index })), v.maxLength(1000)),
});
export const signAnswer = v.strictObject({ raw: hex });
const reason = v.pipe(v.string(), v.maxLength(1000));
export const refusal = v.strictObject({ refused: reason });
/** The status of an answer to a request that the signer cannot verify now. */
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
  const references = deposits.map(({ chainId: origin, transactionHash, ordinal }) => ({
    chainId: origin,
    transactionHash,
    ordinal,
  }));
  return JSON.stringify({
    ...{ chainId, nonce, to, data: data.toLowerCase(), ...Object.fromEntries(texts) },
    ...(fees.isLegacy && { isLegacy: true }),
    deposits: references,
  });
}

/** @returns null when the text is not a sign request */
export function readSignRequest(text: string): SignRequest | null {
  const request = v.safeParse(v.pipe(v.string(), v.parseJson(), signRequest), text);
  if (!request.success) return null;
  const { chainId, nonce, to, data, value, gasLimit, maxFee, tip, isLegacy, deposits } = request.output;
  const fees = { maxFee, tip, ...(isLegacy && { isLegacy }) };
  const transaction = { chainId, nonce, call: { to, data, value }, gasLimit, fees };
  return { transaction, deposits };
}
