import { formatAmount } from '#shared/amount.ts';

const UNITS = [
  { name: 'day', ms: 86_400_000 },
  { name: 'hour', ms: 3_600_000 },
  { name: 'minute', ms: 60_000 },
  { name: 'second', ms: 1000 },
] as const;

/** Formats a duration in its largest unit, rounded down: "3 minutes". */
export function formatAge(ms: number): string {
  const unit = UNITS.find((candidate) => ms >= candidate.ms);
  if (!unit) return 'less than a second';
  const count = Math.floor(ms / unit.ms);
  return `${count} ${unit.name}${count === 1 ? '' : 's'}`;
}

export function formatTime(time: Date): string {
  return time
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d+Z$/, ' UTC');
}

/** Formats an amount in whole tokens, or in base units where the token's decimals are unknown. */
export function formatTokenAmount(
  amount: bigint,
  token: { readonly decimals: number | null; readonly name: string },
): string {
  return token.decimals === null
    ? `${amount} base units of ${token.name}`
    : `${formatAmount({ amount, decimals: token.decimals })} ${token.name}`;
}

/** Pads every cell to the width of its column. */
export function formatTable(headings: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const align = (row: readonly string[]) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return [headings, ...rows].map(align);
}

/** Formats one name and value per line with aligned values, and leaves out null values. */
export function formatFields(fields: readonly (readonly [string, string | null])[]): readonly string[] {
  const known = fields.flatMap(([name, value]) => (value === null ? [] : [[`  ${name}`, value] as const]));
  const width = Math.max(0, ...known.map(([name]) => name.length));
  return known.map(([name, value]) => `${name.padEnd(width)}  ${value}`);
}
