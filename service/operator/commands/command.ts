import type { Hash } from 'viem';
import { formatAmount } from '#shared/amount.ts';
import { parseHash } from '#shared/hash.ts';
import type { Environment } from '../../boot/config.ts';
import type { Catalog } from '../../boot/model/catalog.ts';
import type { ChainClient } from '../../chain/chainClient.ts';
import type { Database } from '../../db/database.ts';

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

/** Formats an amount in whole tokens, or in base units if the token's decimals are unknown. */
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

/** Formats one name and value per line with aligned values, and omits null values. */
export function formatFields(fields: readonly (readonly [string, string | null])[]): readonly string[] {
  const known = fields.flatMap(([name, value]) => (value === null ? [] : [[`  ${name}`, value] as const]));
  const width = Math.max(0, ...known.map(([name]) => name.length));
  return known.map(([name, value]) => `${name.padEnd(width)}  ${value}`);
}

/** The command line is malformed. The message names the wrong part and what to type instead. */
export class UsageError extends Error {
  readonly code = 'BAD_INPUT';
}

/** The command is well-formed but must not run now. The message says why; nothing was changed. */
export class CommandRefused extends Error {
  readonly code = 'REFUSED';
}

/** Recorded with every change. */
export type Author = { readonly who: string; readonly why: string };

/** Nothing in it can sign. */
export type CommandContext = {
  readonly catalog: Catalog;
  readonly database: Database;
  /** By chain id. */
  readonly clients: ReadonlyMap<number, ChainClient>;
};

export type CommandOutput = {
  /** For `--json`. */
  readonly json: unknown;
  /** For a terminal. */
  readonly lines: readonly string[];
  /** Nothing was changed: the command waits for a second operator. */
  readonly isPending?: true;
  /** Printed instead of both, in pieces: a result that may not fit into memory. */
  readonly stream?: (isJson: boolean) => AsyncIterable<string>;
  /**
   * Some of the changes were refused or failed, or the command found a fault. It prints as usual, and the exit code is
   * 1.
   */
  readonly isFailed?: boolean;
};

/** The command line after the command's name. An option that wasn't given is undefined. */
export type CommandInput = {
  readonly args: readonly string[];
  readonly options: Readonly<Record<string, string | undefined>>;
  /** Empty strings for a command that changes nothing. */
  readonly author: Author;
};

/** An option without a value is on or absent; when on, it is an empty text. */
export type CommandOption = { readonly value: string | null; readonly help: string };

export type RunCommand = (context: CommandContext) => Promise<CommandOutput>;

/** A command that needs neither the database nor a chain. */
export type LocalCommand = CommandTexts & {
  readonly isChange: false;
  readonly isLocal: true;
  parse(input: CommandInput): (env: Environment) => Promise<CommandOutput>;
};

export type Command = CommandTexts & {
  readonly isLocal?: never;
  /** True for a command that changes something: it requires `--why` and is recorded. */
  readonly isChange: boolean;
  /**
   * Parses the arguments before any connection is opened.
   * @throws UsageError
   */
  parse(input: CommandInput): RunCommand;
};

export type CommandTexts = {
  readonly name: string;
  /** The arguments after the name, one entry for each form. */
  readonly usages: readonly string[];
  readonly summary: string;
  /** Effects and limits that the operator must know before running it; may be empty. */
  readonly details: string;
  readonly options: Readonly<Record<string, CommandOption>>;
};

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

const TIMESTAMP = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d:\d\d)Z)?$/;

/** Parses a day, which begins at midnight in UTC, or a second in UTC. */
function parseTimestamp(option: string, text: string): Date {
  const [, day, time = '00:00:00'] = TIMESTAMP.exec(text) ?? [];
  const timestamp = new Date(`${day}T${time}Z`);
  // A date that doesn't exist, such as 30 February, becomes another one.
  if (Number.isNaN(timestamp.getTime()) || !timestamp.toISOString().startsWith(`${day}T${time}`)) {
    throw new UsageError(
      `--${option} must be a day or a second in UTC, such as 2026-11-01 or 2026-11-01T12:00:00Z; got "${text}".`,
    );
  }
  return timestamp;
}

export type Period = { readonly from: Date; readonly to: Date };

/**
 * The period from `--from` on and before `--to`.
 * @throws UsageError without both, or if it is empty
 */
export function parsePeriod({ from, to }: Readonly<Record<string, string | undefined>>): Period {
  if (from === undefined || to === undefined) throw new UsageError('Missing --from or --to: a period needs both.');
  const period = { from: parseTimestamp('from', from), to: parseTimestamp('to', to) };
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

/** @param what the argument's name, which starts the error's sentence */
export function parseHashArgument(text: string, what: string): Hash {
  const hash = parseHash(text);
  if (hash) return hash;
  throw new UsageError(`${what} must be 0x and 64 hex digits; got "${text}".`);
}

/** @throws UsageError if there are fewer or more arguments than `names` */
export function expectArguments(args: readonly string[], names: readonly string[]): readonly string[] {
  const missing = names[args.length];
  if (missing) throw new UsageError(`Missing argument: ${missing}.`);
  const surplus = args[names.length];
  if (surplus !== undefined) throw new UsageError(`Unexpected argument: "${surplus}".`);
  return args;
}
