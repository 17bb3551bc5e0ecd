import { percentile } from './percentile.ts';

/** The median with the smallest and the largest, such as "12.0 ms (9.5–14.0)". */
export function spread(
  numbers: readonly number[],
  { digits, unit = '' }: { readonly digits: number; readonly unit?: string },
): string {
  const text = (value: number) => value.toFixed(digits);
  return `${text(percentile(numbers, 0.5))}${unit && ` ${unit}`} (${text(Math.min(...numbers))}–${text(Math.max(...numbers))})`;
}
