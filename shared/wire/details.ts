import * as v from 'valibot';
import { amountWire, encodeAmount } from './amount.ts';
import { hashWire, optionalWire } from './primitives.ts';
import { REASON_CODES, STEPS } from './reasons.ts';

const countWire = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/**
 * `status.details`: what the message says, for programs. A field without a value is omitted. A newer service can send
 * steps and reasons that this version doesn't know: they count as absent.
 */
export const detailsWire = v.pipe(
  v.object({
    step: optionalWire(v.picklist(STEPS)),
    confirmations: optionalWire(countWire),
    confirmations_needed: optionalWire(countWire),
    reason: optionalWire(v.picklist(REASON_CODES)),
    refund_hash: optionalWire(hashWire),
    refund_value: optionalWire(amountWire),
    min_value: optionalWire(amountWire),
    max_value: optionalWire(amountWire),
    max_gas_drop: optionalWire(amountWire),
  }),
  v.transform((wire) => ({
    step: wire.step,
    /** The deposit's at step `confirming`, otherwise those of the payment in a block. */
    confirmations: wire.confirmations,
    confirmationsNeeded: wire.confirmations_needed,
    reason: wire.reason,
    refundHash: wire.refund_hash,
    /** In the origin token's decimals, like `min` and `max`. */
    refund: wire.refund_value,
    min: wire.min_value,
    max: wire.max_value,
    /** Of the destination's native token. */
    maxGasDrop: wire.max_gas_drop,
  })),
);

export type Details = Readonly<v.InferOutput<typeof detailsWire>>;

export const NO_DETAILS: Details = {
  step: null,
  confirmations: null,
  confirmationsNeeded: null,
  reason: null,
  refundHash: null,
  refund: null,
  min: null,
  max: null,
  maxGasDrop: null,
};

export type DetailsOnWire = Partial<v.InferInput<typeof detailsWire>>;

/** @returns undefined if there is nothing to say */
export function encodeDetails(details: Details): DetailsOnWire | undefined {
  const wire: DetailsOnWire = {
    step: details.step,
    confirmations: details.confirmations,
    confirmations_needed: details.confirmationsNeeded,
    reason: details.reason,
    refund_hash: details.refundHash,
    refund_value: details.refund && encodeAmount(details.refund),
    min_value: details.min && encodeAmount(details.min),
    max_value: details.max && encodeAmount(details.max),
    max_gas_drop: details.maxGasDrop && encodeAmount(details.maxGasDrop),
  };
  const told = Object.entries(wire).filter(([, value]) => value !== null);
  return told.length === 0 ? undefined : Object.fromEntries(told);
}
