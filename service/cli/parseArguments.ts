import type { Hash } from 'viem';
import { parseHash } from '#shared/hash.ts';
import { UsageError } from './command.ts';

const UNIT_MS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Parses "90s", "10m", "24h" or "7d" to milliseconds. */
export function parseDuration(option: string, text: string): number {
  const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  const unitMs = unit && UNIT_MS[unit];
  if (!count || !unitMs) {
    throw new UsageError(`--${option} must be a duration such as 90s, 10m, 24h or 7d; got "${text}".`);
  }
  return Number(count) * unitMs;
}

const MOMENT = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d:\d\d)Z)?$/;

/** Parses a day, which begins at midnight in UTC, or a second in UTC. */
function parseMoment(option: string, text: string): Date {
  const [, day, time = '00:00:00'] = MOMENT.exec(text) ?? [];
  const moment = new Date(`${day}T${time}Z`);
  // A date without such a day, such as 30 February, becomes another one.
  if (Number.isNaN(moment.getTime()) || !moment.toISOString().startsWith(`${day}T${time}`)) {
    throw new UsageError(
      `--${option} must be a day or a second in UTC, such as 2026-11-01 or 2026-11-01T12:00:00Z; got "${text}".`,
    );
  }
  return moment;
}

export type Period = { readonly from: Date; readonly to: Date };

/** The period from `--from` on and before `--to`. @throws UsageError without both, or when it is empty */
export function parsePeriod({ from, to }: Readonly<Record<string, string | undefined>>): Period {
  if (from === undefined || to === undefined) throw new UsageError('Missing --from or --to: a period needs both.');
  const period = { from: parseMoment('from', from), to: parseMoment('to', to) };
  if (period.from >= period.to) throw new UsageError(`--from must be before --to; got ${from} and ${to}.`);
  return period;
}

export function parseCount(option: string, text: string, max: number): number {
  const count = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (count < 1 || count > max) {
    throw new UsageError(`--${option} must be a whole number from 1 to ${max}; got "${text}".`);
  }
  return count;
}

/** @param what the argument's name, at the start of the error's sentence */
export function parseHashArgument(text: string, what: string): Hash {
  const hash = parseHash(text);
  if (hash) return hash;
  throw new UsageError(`${what} must be 0x and 64 hex digits; got "${text}".`);
}

/** @throws UsageError when there are fewer or more arguments than `names` */
export function expectArguments(args: readonly string[], names: readonly string[]): readonly string[] {
  const missing = names[args.length];
  if (missing) throw new UsageError(`Missing argument: ${missing}.`);
  const surplus = args[names.length];
  if (surplus !== undefined) throw new UsageError(`Unexpected argument: "${surplus}".`);
  return args;
}
