import type { Address } from 'viem';

/** Tokens, each on its chain. */
export type Tokens = readonly { readonly chainId: number; readonly address: Address }[];

/**
 * Whether the deposit `d` is of one of some tokens. Without this condition, a query reads what anyone can make: very
 * many deposits of a worthless token.
 * @param chainIds the parameter with `toColumns(…).chainIds`
 * @param addresses the parameter with `toColumns(…).addresses`
 */
export function isOfTokens(chainIds: string, addresses: string): string {
  return `exists (select from unnest(${chainIds}::bigint[], ${addresses}::text[]) as r (chain_id, token)
    where r.chain_id = d.chain_id and r.token = d.token)`;
}

export function toColumns(tokens: Tokens): {
  readonly chainIds: readonly string[];
  readonly addresses: readonly string[];
} {
  return { chainIds: tokens.map(({ chainId }) => String(chainId)), addresses: tokens.map(({ address }) => address) };
}
