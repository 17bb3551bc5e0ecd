import * as v from 'valibot';
import type { Address, Hash, Hex } from 'viem';
import { parseAddress } from '../address.ts';

/** Chain ids on the wire are decimal digits; EIP-2294 keeps them under 2^53. */
export const chainIdWire = v.pipe(
  v.string(),
  v.regex(/^[1-9]\d{0,15}$/, 'must be a chain id in decimal digits'),
  v.transform((text) => Number(text)),
  v.safeInteger(),
);

export const addressWire = v.pipe(
  v.string(),
  v.rawTransform<string, Address>(({ dataset, addIssue, NEVER }) => {
    const address = parseAddress(dataset.value);
    if (address) return address;
    addIssue({ message: 'must be an account address' });
    return NEVER;
  }),
);

export const hashWire = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-fA-F]{64}$/, 'must be a 32 byte hash'),
  v.transform((text) => text.toLowerCase() as Hash),
);

export const hexWire = v.pipe(
  v.string(),
  v.regex(/^0x(?:[0-9a-fA-F]{2})*$/, 'must be whole bytes of 0x-hex'),
  v.transform((text) => text.toLowerCase() as Hex),
);

/** A non-negative integer of at most 256 bits in decimal digits. */
export const uint256Wire = v.pipe(
  v.string(),
  v.regex(/^\d{1,78}$/, 'must be an integer in decimal digits'),
  v.transform((text) => BigInt(text)),
  v.maxValue(2n ** 256n - 1n, 'must fit 256 bits'),
);

/** A uint256 has 78 digits: with more decimals than that not even one whole token could exist. */
export const MAX_DECIMALS = 77;
export const decimalsWire = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_DECIMALS));

/** Names are shown to people: bounded, so that no answer can flood a screen. */
export const nameWire = v.pipe(v.string(), v.minLength(1), v.maxLength(64));
