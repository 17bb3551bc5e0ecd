import type { Hash } from 'viem';
import { parseHash } from '#shared/hash.ts';
import type { Catalog, Chain, Route } from '../domain/catalog.ts';
import { findChain, findRoute } from '../domain/catalog.ts';
import { BadInput } from './command.ts';

const UNIT_MS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Reads "90s", "10m", "24h" or "7d" as milliseconds. */
export function readDuration(option: string, text: string): number {
  const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  const unitMs = unit && UNIT_MS[unit];
  if (!count || !unitMs) {
    throw new BadInput(`--${option} is a span of time such as 90s, 10m, 24h or 7d, not "${text}".`);
  }
  return Number(count) * unitMs;
}

export function readCount(option: string, text: string, max: number): number {
  const count = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (count < 1 || count > max) throw new BadInput(`--${option} is a whole number from 1 to ${max}, not "${text}".`);
  return count;
}

export function readHash(text: string, what: string): Hash {
  const hash = parseHash(text);
  if (hash) return hash;
  throw new BadInput(`${what} is 0x and 64 hex digits, not "${text}".`);
}

/** @throws BadInput where the number of words is not the one that the command takes */
export function takeWords(words: readonly string[], names: readonly string[]): readonly string[] {
  const missing = names[words.length];
  if (missing) throw new BadInput(`${missing} is missing.`);
  const surplus = words[names.length];
  if (surplus !== undefined) throw new BadInput(`"${surplus}" is more than this command takes.`);
  return words;
}

export function pickChain(catalog: Catalog, name: string): Chain {
  const chain = findChain(catalog, name);
  if (chain) return chain;
  const known = catalog.chains.map((candidate) => candidate.name).join(', ');
  throw new BadInput(`No chain is called "${name}"; the configuration has ${known}.`);
}

export function pickRoute(
  catalog: Catalog,
  { token: tokenName, from, to }: { readonly token: string; readonly from: string; readonly to: string },
): Route {
  const [origin, destination] = [pickChain(catalog, from), pickChain(catalog, to)];
  const token = catalog.tokens.find(({ name }) => name === tokenName);
  if (!token) {
    const known = catalog.tokens.map(({ name }) => name).join(', ');
    throw new BadInput(`No token is called "${tokenName}"; the configuration has ${known}.`);
  }
  const route = findRoute(catalog, { token, origin, destination });
  if (!route) throw new BadInput(`${tokenName} from ${from} to ${to} is no route of the configuration.`);
  return route;
}
