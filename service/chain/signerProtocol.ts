import * as v from 'valibot';
import type { Hex } from 'viem';
import { addressWire } from '#shared/wire/primitives.ts';
import type { TransactionToSign } from './signer.ts';

// The service and the signer exchange these JSON shapes over HTTP on a Unix domain socket.

export const ADDRESS_PATH = '/address';
export const SIGN_PATH = '/sign';

/** A batch of a hundred payments takes 26 kB. */
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
const signRequest = v.strictObject({
  chainId: index,
  nonce: index,
  to: addressWire,
  data: hex,
  value: amount,
  gasLimit: amount,
  maxFee: amount,
  tip: amount,
});

export const addressAnswer = v.strictObject({ address: addressWire });
export const signAnswer = v.strictObject({ raw: hex });
export const refusal = v.strictObject({ refused: v.pipe(v.string(), v.maxLength(1000)) });

export function writeSignRequest({ chainId, nonce, call, gasLimit, fees }: TransactionToSign): string {
  const { to, data, value } = call;
  const amounts = { value, gasLimit, maxFee: fees.maxFee, tip: fees.tip };
  const texts = Object.entries(amounts).map(([field, wei]) => [field, wei.toString()]);
  return JSON.stringify({ chainId, nonce, to, data: data.toLowerCase(), ...Object.fromEntries(texts) });
}

/** @returns null when the text is not a sign request */
export function readSignRequest(text: string): TransactionToSign | null {
  const request = v.safeParse(v.pipe(v.string(), v.parseJson(), signRequest), text);
  if (!request.success) return null;
  const { chainId, nonce, to, data, value, gasLimit, maxFee, tip } = request.output;
  return { chainId, nonce, call: { to, data, value }, gasLimit, fees: { maxFee, tip } };
}
