import type { Routes } from '../../../../domain/offer.ts';
import type { Registry, Route } from '../../../../domain/registry.ts';
import type { TokenChoice } from '../../../../domain/tokenChoices.ts';
import { tokenChoices } from '../../../../domain/tokenChoices.ts';

type Kept = { readonly chosen: Route; readonly registry: Registry; readonly choices: readonly TokenChoice[] };

const kept = new WeakMap<Routes, Kept>();

/** The tokens of the selector. It opens again with the same ones. */
export function offeredTokens(chosen: Route, routes: Routes, registry: Registry): readonly TokenChoice[] {
  const known = kept.get(routes);
  if (known?.chosen === chosen && known.registry === registry) return known.choices;
  const choices = tokenChoices(chosen, routes, registry);
  kept.set(routes, { chosen, registry, choices });
  return choices;
}
