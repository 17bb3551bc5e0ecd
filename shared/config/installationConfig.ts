import * as v from 'valibot';
import { nameWire } from '#shared/wire/primitives.ts';
import { LANGUAGES } from '../languages.ts';
import { describeIssues } from './describeIssues.ts';
import type { Theme } from './theme.ts';
import { color, findThemeProblems, themeConfig, toTheme } from './theme.ts';
import { FIRST_PROBLEM, link, origin, settings, text } from './values.ts';

const TIMESTAMP = 'must be a timestamp with its time zone, such as "2027-01-31T18:00:00Z"';

/** Parsed to milliseconds, like `Date.now()`. */
const timestamp = v.pipe(
  text(/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:\d\d)$/, TIMESTAMP),
  v.check((value) => !Number.isNaN(Date.parse(value)), TIMESTAMP),
  v.transform((value) => Date.parse(value)),
);

const words = v.pipe(v.string(), v.trim(), v.regex(/^[\s\S]{1,400}$/, 'must be a text of 1 to 400 characters'));

const codes = Object.keys(LANGUAGES).sort();

/** A text by language. A language without a text shows the English one. */
const texts = settings({
  en: words,
  ...Object.fromEntries(codes.filter((code) => code !== 'en').map((code) => [code, v.optional(words)])),
});

/** Mobile wallets whose own browser can open this app through a documented universal link. */
const mobileWallet = v.picklist(['metamask', 'trust', 'coinbase', 'okx', 'phantom', 'rainbow']);

/** Wallets in addition to those in the browser. The app fetches no code for a wallet that isn't set. */
const wallets = settings({
  walletConnect: v.optional(
    settings({
      projectId: text(
        /^[0-9a-f]{32}$/,
        'must be the 32 hex characters of a project id from https://dashboard.reown.com',
      ),
      /** Your own relay instead of the public one. */
      relayUrl: v.optional(
        v.pipe(text(/^wss?:\/\//, 'must be a wss or ws URL'), v.url('must be a URL, such as "wss://relay.example"')),
      ),
    }),
  ),
  /** Base accounts (Coinbase smart wallets) in a window of keys.coinbase.com. */
  coinbase: v.optional(v.boolean(), false),
  /** Offers the Safe that shows this app in a frame. */
  safe: v.optional(v.boolean(), false),
  /** The pages that may show this app in a frame as a Safe app. */
  safeOrigins: v.optional(v.pipe(v.array(origin), v.minLength(1)), ['https://app.safe.global']),
  /** Links for phones that open this app inside a wallet’s browser. */
  deepLinks: v.optional(v.array(mobileWallet), []),
});

/** A message above every page. A person who closes it sees it again when its text changes. */
const banner = settings({
  text: texts,
  tone: v.optional(v.picklist(['info', 'warning', 'danger']), 'info'),
  link: v.optional(settings({ url: link, text: texts })),
  until: v.optional(timestamp),
});

const closedRoute = settings({ from: nameWire, to: nameWire, token: v.optional(nameWire) });

/** Routes on which the app builds no transfers: all of them without `chains` and `routes`. */
const maintenance = settings({
  chains: v.optional(v.pipe(v.array(nameWire), v.minLength(1))),
  routes: v.optional(v.pipe(v.array(closedRoute), v.minLength(1))),
  text: v.optional(texts),
  until: v.optional(timestamp),
});

/** The settings whose code loads only if `config.json` has one of them. */
export const installationConfig = v.object({
  wallets: v.optional(wallets, {}),
  theme: v.optional(themeConfig),
  banner: v.optional(banner),
  maintenance: v.optional(v.array(maintenance), []),
  /** Pages of other sites that may show the app in a frame. */
  embed: v.optional(
    settings({
      origins: v.pipe(v.array(origin), v.minLength(1)),
      background: v.optional(
        v.union([v.literal('transparent'), settings({ light: color, dark: color })]),
        'transparent',
      ),
    }),
  ),
  /** Routes that the token selector shows first. */
  featured: v.optional(v.array(settings({ from: nameWire, to: nameWire, token: nameWire })), []),
  /** Receives the classes and codes of errors. */
  monitoring: v.optional(settings({ url: link })),
});

type Settings = v.InferOutput<typeof installationConfig>;

export type InstallationConfig = Omit<Settings, 'theme'> & { readonly theme: Theme | null };
export type Banner = v.InferOutput<typeof banner>;
export type Maintenance = v.InferOutput<typeof maintenance>;
export type FeaturedRoutes = Settings['featured'];
export type MobileWalletId = v.InferOutput<typeof mobileWallet>;
export type Texts = { readonly en: string } & Readonly<Partial<Record<string, string>>>;

type Named = { readonly name: string };
type Chains = readonly (Named & { readonly tokens: readonly Named[] })[];
type Route = { readonly from: string; readonly to: string; readonly token?: string | undefined };

/** Finds chains and tokens that `chains` doesn't name: a misspelt chain would stay open during its maintenance. */
function findNameProblems({ maintenance, featured }: Pick<Settings, 'maintenance' | 'featured'>, chains: Chains) {
  const names = chains.map(({ name }) => name);
  const chainProblem = (path: string, name: string) =>
    names.includes(name) ? [] : [`${path}: ${name} is none of the chains in config.json. Use ${names.join(' or ')}.`];
  const routeProblems = (path: string, { from, to, token }: Route, isClosed: boolean) => {
    const ends = chains.filter(({ name }) => name === from || name === to);
    const without = ends.filter(({ tokens }) => tokens.every(({ name }) => name !== token)).map(({ name }) => name);
    // A closed route can have a token that only one of its chains pins.
    const isMissing = token !== undefined && without.length > (isClosed ? ends.length - 1 : 0);
    return [
      ...chainProblem(`${path}.from`, from),
      ...chainProblem(`${path}.to`, to),
      ...(isMissing
        ? [`${path}.token: ${token} is none of the tokens of ${without.join(' and ')} in config.json.`]
        : []),
    ];
  };
  return [
    ...maintenance.flatMap((entry, index) => [
      ...(entry.chains ?? []).flatMap((name, at) => chainProblem(`maintenance.${index}.chains.${at}`, name)),
      ...(entry.routes ?? []).flatMap((route, at) => routeProblems(`maintenance.${index}.routes.${at}`, route, true)),
    ]),
    ...featured.flatMap((route, index) => routeProblems(`featured.${index}`, route, false)),
  ];
}

const notices = v.pick(installationConfig, ['banner', 'maintenance']);

/**
 * Reads the operator's messages from a configuration that may have changed since the page was opened.
 * @throws if they are invalid
 */
export function readNotices(value: unknown, chains: Chains): v.InferOutput<typeof notices> {
  const read = v.parse(notices, value);
  const [problem] = findNameProblems({ ...read, featured: [] }, chains);
  if (problem !== undefined) throw new Error(problem);
  return read;
}

type Read =
  | { readonly ok: true; readonly settings: InstallationConfig }
  | { readonly ok: false; readonly problems: readonly string[] };

/** Reads the settings of a configuration whose chains are valid. */
export function readInstallation(value: unknown, chains: Chains): Read {
  const read = v.safeParse(installationConfig, value, FIRST_PROBLEM);
  if (!read.success) return { ok: false, problems: describeIssues(read.issues) };
  const { theme, ...others } = read.output;
  const problems = [...findNameProblems(others, chains), ...findThemeProblems(theme, others.embed?.background)];
  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, settings: { ...others, theme: theme ? toTheme(theme) : null } };
}
