import * as v from 'valibot';
import type { Amount } from '../amount.ts';
import { formatAmount, parseAmount } from '../amount.ts';
import { decimalsWire, MAX_DECIMALS, uint256Wire } from './primitives.ts';

/**
 * The specification's Amount object: `{ decimals, raw_value, ui_value }`. `raw_value` is base units in decimal digits,
 * `ui_value` the same value as a plain decimal. The schema refuses an object whose two values differ.
 */
export const amountWire = v.pipe(
  v.object({ decimals: decimalsWire, raw_value: uint256Wire, ui_value: v.string() }),
  v.check(({ decimals, raw_value, ui_value }) => {
    // Valibot runs this check even on decimals it has refused. Without the limit, padding could exhaust the memory.
    if (decimals > MAX_DECIMALS) return false;
    const read = parseAmount(ui_value, decimals);
    return read.ok && read.amount === raw_value;
  }, 'raw_value and ui_value differ'),
  v.transform(({ decimals, raw_value }): Amount => ({ amount: raw_value, decimals })),
);

export type AmountOnWire = v.InferInput<typeof amountWire>;

/** Formats an amount for the wire. */
export function encodeAmount(value: Amount): AmountOnWire {
  return { decimals: value.decimals, raw_value: value.amount.toString(), ui_value: formatAmount(value) };
}
