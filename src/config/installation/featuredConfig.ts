import * as v from 'valibot';
import { nameWire } from '#shared/wire/primitives.ts';

const route = v.object({ from: nameWire, to: nameWire, token: nameWire });

/** Routes that the token selector shows first. */
export const featuredConfig = v.array(route, 'must be a list of { "from", "to", "token" }.');

export type FeaturedRoutes = v.InferOutput<typeof featuredConfig>;

type Named = { readonly name: string };
export type NamedChains = readonly (Named & { readonly tokens: readonly Named[] })[];

/** Finds featured routes that name no configured chain or token. Without this, they would be missing without a word. */
export function findFeaturedProblems(featured: FeaturedRoutes, chains: NamedChains): readonly string[] {
  return featured.flatMap(({ from, to, token }, index) => {
    const sides = [
      ['from', from],
      ['to', to],
    ] as const;
    return sides.flatMap(([side, name]) => {
      const chain = chains.find((known) => known.name === name);
      if (!chain) return [`featured.${index}.${side}: ${name} is not the name of a chain in chains.`];
      const hasToken = chain.tokens.some((known) => known.name === token);
      return hasToken ? [] : [`featured.${index}.token: ${name} has no token ${token} in chains.`];
    });
  });
}
