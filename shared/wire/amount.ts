import * as v from 'valibot';
import type { Amount } from '../amount.ts';
import { formatAmount, parseAmount } from '../amount.ts';
import { decimalsWire, MAX_DECIMALS, uint256Wire } from './primitives.ts';

/** The specification's Amount object. Both of its values must say the same, or it is refused. */
export const amountWire = v.pipe(
  v.object({ decimals: decimalsWire, raw_value: uint256Wire, ui_value: v.string() }),
  v.check(({ decimals, raw_value, ui_value }) => {
    // Decimals that were refused above still come by here, and a power of ten with millions of digits must not be built.
    if (decimals > MAX_DECIMALS) return false;
    const read = parseAmount(ui_value, decimals);
    return read.ok && read.amount === raw_value;
  }, 'raw_value and ui_value differ'),
  v.transform(({ decimals, raw_value }): Amount => ({ amount: raw_value, decimals })),
);

export type AmountOnWire = v.InferInput<typeof amountWire>;

export function encodeAmount(value: Amount): AmountOnWire {
  return { decimals: value.decimals, raw_value: value.amount.toString(), ui_value: formatAmount(value) };
}
