import * as v from 'valibot';
import type { Address, Hash, Hex } from 'viem';
import { parseAddress } from '../address.ts';
import { MAX_UINT256 } from '../amount.ts';

/** An EIP-155 chain id in decimal digits. EIP-2294 keeps it below 2^53, so a number is exact. */
export const chainIdWire = v.pipe(
  v.string(),
  v.regex(/^[1-9]\d{0,15}$/, 'must be a chain id in decimal digits'),
  v.transform((text) => Number(text)),
  v.safeInteger(),
);

/** An account address, as `parseAddress` reads it. Parsed to its checksummed form. */
export const addressWire = v.pipe(
  v.string(),
  v.rawTransform<string, Address>(({ dataset, addIssue, NEVER }) => {
    const address = parseAddress(dataset.value);
    if (address) return address;
    addIssue({ message: 'must be an account address' });
    return NEVER;
  }),
);

/** A 32-byte hash. Parsed to lower case. */
export const hashWire = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-fA-F]{64}$/, 'must be a 32-byte hash'),
  v.transform((text) => text.toLowerCase() as Hash),
);

/** Any number of whole bytes as 0x-hex. Parsed to lower case. */
export const hexWire = v.pipe(
  v.string(),
  v.regex(/^0x(?:[0-9a-fA-F]{2})*$/, 'must be whole bytes of 0x-hex'),
  v.transform((text) => text.toLowerCase() as Hex),
);

/** A non-negative integer below 2^256 in decimal digits. */
export const uint256Wire = v.pipe(
  v.string(),
  v.regex(/^\d{1,78}$/, 'must be an integer in decimal digits'),
  v.transform((text) => BigInt(text)),
  v.maxValue(MAX_UINT256, 'must fit 256 bits'),
);

/** A timestamp in Unix seconds, in decimal digits. Parsed to milliseconds, which Date and Date.now() use. */
export const timestampWire = v.pipe(
  v.string(),
  v.regex(/^\d{1,12}$/, 'must be Unix seconds in decimal digits'),
  v.transform((text) => Number(text) * 1000),
);

export function encodeTimestamp(milliseconds: number): string {
  return Math.floor(milliseconds / 1000).toString();
}

// An addition to the specification only informs. If it doesn't fit, it counts as absent, and the rest stays usable.
export function optionalWire<const S extends v.GenericSchema>(schema: S) {
  return v.fallback(v.nullish(schema, null), null);
}

/** With more than 77 decimals, one whole token would exceed a uint256. */
export const MAX_DECIMALS = 77;
export const decimalsWire = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_DECIMALS));

/** The name of a chain or token. Screens show it, so its length is limited to 64 characters. */
export const nameWire = v.pipe(v.string(), v.minLength(1), v.maxLength(64));
