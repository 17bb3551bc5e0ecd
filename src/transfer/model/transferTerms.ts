import * as v from 'valibot';
import { addressWire, decimalsWire, hexWire, nameWire, uint256Wire } from '#shared/wire/primitives.ts';

const sideWire = v.pipe(
  v.object({
    chainId: v.pipe(v.number(), v.safeInteger()),
    chainName: nameWire,
    token: addressWire,
    decimals: decimalsWire,
  }),
  v.readonly(),
);

/** A token on the origin or on the destination chain. */
export type TransferSide = v.InferOutput<typeof sideWire>;

/** The last time that JavaScript can show. */
const MAX_TIME_MS = 8.64e15;

/** How the browser stores the terms. */
export const termsWire = v.pipe(
  v.object({
    id: v.pipe(v.string(), v.minLength(1)),
    /** Milliseconds since 1970 by this device's clock. */
    createdAt: v.pipe(v.number(), v.minValue(0), v.maxValue(MAX_TIME_MS)),
    account: addressWire,
    recipient: addressWire,
    tokenName: nameWire,
    /**
     * The typed amount in base units. Two transfers with the same one are duplicates. Null for a deposit found on a
     * chain.
     */
    typed: v.nullable(uint256Wire),
    /** Ids of the duplicates that had ended before the review, or that the person saw in the review and accepted. */
    knownDuplicates: v.pipe(v.array(v.string()), v.readonly()),
    origin: sideWire,
    destination: sideWire,
    send: uint256Wire,
    /** The quoted amount; null for a deposit that the app found on a chain without its quote. */
    receive: v.nullable(uint256Wire),
    /** The destination's native tokens that arrive with the payout, in wei. Earlier versions stored none. */
    gasDrop: v.optional(uint256Wire, '0'),
    deposit: v.pipe(v.object({ to: addressWire, data: hexWire, value: uint256Wire }), v.readonly()),
    maker: addressWire,
    /** Whether the token refuses to change a nonzero allowance. */
    resetsAllowance: v.boolean(),
    /** Until when the service honours the quote, by its clock; null if it does not say. */
    validUntilMs: v.nullable(v.pipe(v.number(), v.maxValue(MAX_TIME_MS))),
    /** The route's median time at the review, in seconds; null if the service did not state it. */
    usualSeconds: v.nullable(v.number()),
  }),
  v.readonly(),
);

/** The reviewed terms of a transfer. They never change once the person has confirmed them. */
export type TransferTerms = v.InferOutput<typeof termsWire>;
