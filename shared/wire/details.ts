import * as v from 'valibot';
import { amountWire, encodeAmount } from './amount.ts';
import { hashWire } from './primitives.ts';
import { REASON_CODES, STEPS } from './reasons.ts';

// A newer service can send steps and reasons that this version does not know. The code and the message are still of use then,
// so a field that does not fit counts as absent.
function lenient<const S extends v.GenericSchema>(schema: S) {
  return v.fallback(v.nullish(schema, null), null);
}

const countWire = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** `status.details`: what the message says, for programs. A field without a value is left out. */
export const detailsWire = v.pipe(
  v.object({
    step: lenient(v.picklist(STEPS)),
    confirmations: lenient(countWire),
    confirmations_needed: lenient(countWire),
    reason: lenient(v.picklist(REASON_CODES)),
    refund_hash: lenient(hashWire),
    refund_value: lenient(amountWire),
    min_value: lenient(amountWire),
    max_value: lenient(amountWire),
  }),
  v.transform((wire) => ({
    step: wire.step,
    /** Of the deposit with the step `confirming`, else of the payment in a block. */
    confirmations: wire.confirmations,
    confirmationsNeeded: wire.confirmations_needed,
    reason: wire.reason,
    refundHash: wire.refund_hash,
    /** In the origin token's decimals, like `min` and `max`. */
    refund: wire.refund_value,
    min: wire.min_value,
    max: wire.max_value,
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
};

export type DetailsOnWire = Partial<v.InferInput<typeof detailsWire>>;

/** @returns undefined where there is nothing to tell */
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
  };
  const told = Object.entries(wire).filter(([, value]) => value !== null);
  return told.length === 0 ? undefined : Object.fromEntries(told);
}
