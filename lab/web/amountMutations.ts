import { formatAmount, MAX_UINT256 } from '#shared/amount.ts';
import type { Json, Mutation } from './mutations.ts';
import { brokenIntegers, isRecord, mutationsAt, otherNumbers, valueAt, wrongTypes } from './mutations.ts';

type AmountJson = { readonly decimals: number; readonly raw_value: string; readonly ui_value: string };

function readAmount(value: Json, path: string): AmountJson {
  if (!isRecord(value)) throw new Error(`${path} is not an amount`);
  const { decimals, raw_value, ui_value } = value;
  if (typeof decimals !== 'number' || typeof raw_value !== 'string' || typeof ui_value !== 'string') {
    throw new Error(`${path} is not an amount`);
  }
  return { decimals, raw_value, ui_value };
}

/** Encodes an amount with two equal values. */
export function amountJson(amount: bigint, decimals: number): AmountJson {
  return { decimals, raw_value: amount.toString(), ui_value: formatAmount({ amount, decimals }) };
}

/** Well-formed amounts that differ from the given one. */
function otherAmounts({ decimals, raw_value }: AmountJson): readonly (readonly [string, Json])[] {
  const raw = BigInt(raw_value);
  const unit = 10n ** BigInt(decimals);
  const amounts: readonly (readonly [string, bigint])[] = [
    ['one more', raw + 1n],
    ['one less', raw > 0n ? raw - 1n : 2n],
    ['a whole token more', raw + unit],
    ['twice as much', raw * 2n + 2n],
    ['half as much', raw / 2n + 3n],
    ['a million times as much', raw * 1_000_000n + 4n],
    ['zero', 0n],
    ['the largest uint256', MAX_UINT256],
  ];
  return [
    ...amounts.map(([name, amount]) => [name, amountJson(amount, decimals)] as const),
    ['the same digits in other decimals', amountJson(raw, decimals + 1)],
    ['the same digits in fewer decimals', amountJson(raw, decimals - 1)],
    ['the same digits without decimals', amountJson(raw, 0)],
    ['the same value in other decimals', amountJson(raw * 10n, decimals + 1)],
    ['the same value in eighteen decimals', amountJson(raw * 10n ** BigInt(24 - decimals), 24)],
  ];
}

/** Mutations of one amount: other values, contradicting values, and invalid ones. */
export function mutateAmount(body: Json, path: string): readonly Mutation[] {
  const value = valueAt(body, path);
  const amount = readAmount(value, path);
  const more = amountJson(BigInt(amount.raw_value) + 1n, amount.decimals);
  return [
    ...mutationsAt(path, [...otherAmounts(amount), ...wrongTypes(value)]),
    ...mutationsAt(`${path}.raw_value`, [
      ['different from ui_value', more.raw_value],
      ['with leading zeros', `000${amount.raw_value}`],
      ...brokenIntegers(amount.raw_value),
    ]),
    ...mutationsAt(`${path}.ui_value`, [
      ['different from raw_value', more.ui_value],
      ['with HTML', `${amount.ui_value}<b>`],
      ...brokenIntegers(amount.raw_value),
    ]),
    ...mutationsAt(`${path}.decimals`, otherNumbers(amount.decimals)),
  ];
}
