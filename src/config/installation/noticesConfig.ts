import * as v from 'valibot';
import { nameWire } from '#shared/wire/primitives.ts';
import { link, moment, texts } from './values.ts';

const TONES = ['info', 'warning', 'danger'] as const;
const TONE_PROBLEM = 'must be "info", "warning" or "danger".';

/** A message above every page. A person who closes it sees it again when its text changes. */
export const bannerConfig = v.strictObject(
  {
    text: texts,
    tone: v.optional(v.picklist(TONES, TONE_PROBLEM), 'info'),
    link: v.optional(v.strictObject({ url: link, text: texts }, 'is not a setting of the link. Use url and text.')),
    until: v.optional(moment),
    dismissible: v.optional(v.boolean('must be true or false.'), true),
  },
  'is not a banner setting. Use text, tone, link, until and dismissible.',
);

const closedRoute = v.strictObject(
  { from: nameWire, to: nameWire, token: v.optional(nameWire) },
  'is not a setting of a route. Use from, to and token.',
);

/** Routes on which the app builds no transfers: all of them without `chains` and `routes`. */
const maintenanceEntry = v.strictObject(
  {
    chains: v.optional(v.pipe(v.array(nameWire), v.minLength(1, 'must name at least one chain.'))),
    routes: v.optional(v.pipe(v.array(closedRoute), v.minLength(1, 'must name at least one route.'))),
    text: v.optional(texts),
    until: v.optional(moment),
  },
  'is not a maintenance setting. Use chains, routes, text and until.',
);

export const maintenanceConfig = v.array(maintenanceEntry, 'must be a list, such as [{ "chains": ["Northshore"] }].');

export type Banner = v.InferOutput<typeof bannerConfig>;
export type Maintenance = v.InferOutput<typeof maintenanceEntry>;

type Chain = { readonly name: string; readonly tokens: readonly { readonly name: string }[] };

/** A misspelt chain would stay open during its maintenance. */
export function findMaintenanceProblems(entries: readonly Maintenance[], chains: readonly Chain[]): readonly string[] {
  const names = new Set(chains.map(({ name }) => name));
  const tokens = new Set(chains.flatMap((chain) => chain.tokens.map(({ name }) => name)));
  const unknownChain = (path: string, name: string) =>
    names.has(name) ? [] : [`${path}: ${name} is none of the chains in config.json. Use one of their names.`];
  return entries.flatMap((entry, index) => {
    const path = `maintenance.${index}`;
    return [
      ...(entry.chains ?? []).flatMap((name, at) => unknownChain(`${path}.chains.${at}`, name)),
      ...(entry.routes ?? []).flatMap(({ from, to, token }, at) => [
        ...unknownChain(`${path}.routes.${at}.from`, from),
        ...unknownChain(`${path}.routes.${at}.to`, to),
        ...(token === undefined || tokens.has(token)
          ? []
          : [`${path}.routes.${at}.token: ${token} is none of the tokens in config.json. Use one of their names.`]),
      ]),
    ];
  });
}
