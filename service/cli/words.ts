import { formatAmount } from '#shared/amount.ts';

const UNITS = [
  { name: 'day', ms: 86_400_000 },
  { name: 'hour', ms: 3_600_000 },
  { name: 'minute', ms: 60_000 },
  { name: 'second', ms: 1000 },
] as const;

/** Says a span of time in its largest unit, rounded down: "3 minutes". */
export function sayAge(ms: number): string {
  const unit = UNITS.find((candidate) => ms >= candidate.ms);
  if (!unit) return 'less than a second';
  const count = Math.floor(ms / unit.ms);
  return `${count} ${unit.name}${count === 1 ? '' : 's'}`;
}

export function sayTime(time: Date): string {
  return time
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d+Z$/, ' UTC');
}

/** An amount of a token as people write it; base units where its decimals are not known. */
export function sayAmount(amount: bigint, token: { readonly decimals: number | null; readonly name: string }): string {
  return token.decimals === null
    ? `${amount} base units of ${token.name}`
    : `${formatAmount({ amount, decimals: token.decimals })} ${token.name}`;
}

/** Lines up rows under their headings; numbers and words alike start at the left. */
export function alignTable(headings: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
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

/** Facts one below the other, their values lined up; those that are null are left out. */
export function alignFacts(facts: readonly (readonly [string, string | null])[]): readonly string[] {
  const known = facts.flatMap(([name, value]) => (value === null ? [] : [[`  ${name}`, value] as const]));
  const width = Math.max(0, ...known.map(([name]) => name.length));
  return known.map(([name, value]) => `${name.padEnd(width)}  ${value}`);
}
