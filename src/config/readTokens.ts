import * as v from 'valibot';
import { addressWire, nameWire } from '#shared/wire/primitives.ts';
import { describeIssues } from './configProblems.ts';
import { ownPath } from './values.ts';

const DECIMALS_PROBLEM = 'must be an integer from 0 to 24. Enter the decimals() of the token contract.';
// Tokens have 18 decimals or fewer, with rare exceptions up to 24. A larger number is a mistake.
export const decimals = v.pipe(
  v.number(DECIMALS_PROBLEM),
  v.check((count) => Number.isInteger(count) && count >= 0 && count <= 24, DECIMALS_PROBLEM),
);

export const tokenConfig = v.object({
  name: nameWire,
  address: addressWire,
  decimals,
  /** The token cannot change a nonzero allowance (as USDT), so the app sets it to zero first. */
  resetsAllowance: v.optional(v.boolean(), false),
  logo: v.optional(ownPath),
});

type Item = Readonly<Record<string, unknown>>;
type Tokens = v.InferOutput<typeof tokenConfig>[];

const isItem = (value: unknown): value is Item => typeof value === 'object' && value !== null;

/** Separates the lists of tokens, by the place of their chain, from the other settings, which then have empty ones. */
export function separateTokens(value: unknown) {
  const lists = new Map<number, readonly unknown[]>();
  if (!isItem(value) || !Array.isArray(value.chains)) return { others: value, lists };
  const chains = value.chains.map((chain: unknown, place) => {
    if (!isItem(chain) || !Array.isArray(chain.tokens)) return chain;
    lists.set(place, chain.tokens);
    return { ...chain, tokens: [] };
  });
  return { others: { ...value, chains }, lists };
}

/** Reads one token in each step, so that a caller can rest between them. */
export function* readTokens(lists: ReadonlyMap<number, readonly unknown[]>) {
  const tokens = new Map<number, Tokens>();
  const problems: string[] = [];
  for (const [place, list] of lists) {
    const read: Tokens = [];
    for (const [index, item] of list.entries()) {
      const token = v.safeParse(tokenConfig, item);
      if (token.success) read.push(token.output);
      else problems.push(...describeIssues(token.issues, `chains.${place}.tokens.${index}`));
      yield;
    }
    tokens.set(place, read);
  }
  return { tokens, problems };
}
