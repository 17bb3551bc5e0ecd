// config.json tells the web app about its installation. Its schema is made of installationConfig.ts (name, texts,
// support, wallets), theme.ts and the chains. The app parses what it fetches, and the service what it derives from
// installation.json.

import * as v from 'valibot';
import { addressWire, nameWire } from '#shared/wire/primitives.ts';
import { findChainProblems } from './chainProblems.ts';
import type { InstallationConfig } from './installationConfig.ts';
import { supportLink } from './supportLink.ts';
import { adviseKeys, FIRST_PROBLEM, httpUrl, link, ownPath, settings } from './values.ts';

/** Called after each step of long work. It yields to other work once enough time has passed; undefined continues at once. */
export type YieldWhenDue = () => Promise<void> | undefined;

const DECIMALS = 'must be an integer from 0 to 24, as decimals() of the token contract';
// Tokens have 18 decimals or fewer, with rare exceptions up to 24. A larger number is a mistake.
const decimals = v.pipe(v.number(DECIMALS), v.integer(DECIMALS), v.minValue(0, DECIMALS), v.maxValue(24, DECIMALS));

const tokenConfig = settings({
  name: nameWire,
  address: addressWire,
  decimals,
  /** The token can't change a nonzero allowance (like USDT), so the app sets it to zero first. */
  resetsAllowance: v.optional(v.boolean(), false),
  logo: v.optional(ownPath),
});

const chainWith = <Token extends v.GenericSchema>(token: Token) =>
  settings({
    name: nameWire,
    id: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
    rpcUrls: v.pipe(v.array(httpUrl), v.minLength(1)),
    depositContract: addressWire,
    /** Receives deposits and pays payouts and refunds. The app refuses a deposit to any other address. */
    vault: addressWire,
    /** Earlier vaults. Their payments still prove a delivery or a refund, but they receive no new deposits. */
    retiredVaults: v.optional(v.array(addressWire), []),
    blockTimeMs: v.optional(v.pipe(v.number(), v.minValue(100)), 12_000),
    nativeCurrency: settings({ name: nameWire, symbol: nameWire, decimals }),
    explorerUrl: v.optional(httpUrl),
    /** The selectors show testnets on request if the routes also reach mainnets. */
    testnet: v.optional(v.boolean(), false),
    logo: v.optional(ownPath),
    tokens: v.array(token),
    /** The Universal Resolver of this chain's name service. One chain resolves the installation's names. */
    nameResolver: v.optional(addressWire),
    /** Contracts, other than tokens and the bridge, that lose what they receive. The app refuses them as recipients. */
    knownContracts: v.optional(v.array(settings({ name: nameWire, address: addressWire })), []),
  });

const logo = settings({
  light: ownPath,
  /** For the dark theme; defaults to the same file. */
  dark: v.optional(ownPath),
  /** The picture contains the name, so the header doesn't repeat it. */
  hasName: v.optional(v.boolean(), false),
});

const configWith = <Token extends v.GenericSchema>(token: Token) =>
  v.object({
    /** Separates the stored transfers of several installations on one web origin. */
    installation: v.optional(nameWire, 'default'),
    brand: v.optional(
      settings({
        name: nameWire,
        /** Who runs the bridge. */
        operator: v.optional(nameWire),
        logo: v.optional(logo),
        supportUrl: v.optional(supportLink),
      }),
      { name: 'Causeway' },
    ),
    /** Links in the footer and in help. */
    links: v.optional(
      settings({
        docs: v.optional(link),
        terms: v.optional(link),
        privacy: v.optional(link),
        status: v.optional(link),
        security: v.optional(link),
      }),
      {},
    ),
    service: settings({ baseUrl: httpUrl, category: v.optional(v.picklist(['Mainnet', 'Testnet', '']), '') }),
    chains: v.pipe(v.array(chainWith(token)), v.minLength(1)),
    /** Offers pairs with unpinned tokens, marked as unverified. Chains and contracts stay pinned. */
    allowUnpinnedPairs: v.optional(v.boolean(), false),
    /** Addresses that this installation refuses as sender and recipient: a list, or a file with one. */
    blockedAddresses: v.optional(v.union([v.array(addressWire), ownPath]), []),
    /** Offers a wallet with the node's unlocked accounts. For local stacks only: its keys are public. */
    demoWallet: v.optional(settings({ accounts: v.pipe(v.array(addressWire), v.minLength(1)) })),
  });

/** `/config.json`: an installation's settings. The app reads it at run time, so one build serves every installation. */
export const runtimeConfig = configWith(tokenConfig);
const withoutTokens = configWith(v.unknown());
const onlyTokens = v.object({ chains: v.array(v.object({ tokens: v.array(v.unknown()) })) });

/** The settings whose code loads only if `config.json` has one of them (`installationConfig.ts`). */
const LATER_KEYS = [
  'wallets',
  'theme',
  'banner',
  'maintenance',
  'embed',
  'featured',
  'monitoring',
] as const satisfies readonly (keyof InstallationConfig)[];

const KEYS = ['$schema', ...Object.keys(runtimeConfig.entries), ...LATER_KEYS];

/** The value of `wallets` without the setting: only those in the browser. */
const NO_WALLETS: InstallationConfig['wallets'] = {
  coinbase: false,
  safe: false,
  safeOrigins: ['https://app.safe.global'],
  deepLinks: [],
};

type CoreConfig = v.InferOutput<typeof runtimeConfig> & Pick<InstallationConfig, 'wallets'>;
export type RuntimeConfig = CoreConfig & Partial<InstallationConfig>;
export type ChainConfig = RuntimeConfig['chains'][number];
export type TokenConfig = ChainConfig['tokens'][number];

export class UnusableConfig extends Error {
  readonly code = 'unusable_config';
}

/** Loads only for a configuration with problems. */
const describe = async (issues: readonly v.BaseIssue<unknown>[], parent?: string) =>
  (await import('./describeIssues.ts')).describeIssues(issues, parent);

/** Reads each chain's tokens one by one, because a chain can have thousands. */
async function readTokens(value: unknown, yieldWhenDue: YieldWhenDue) {
  const lists: TokenConfig[][] = [];
  const problems: string[] = [];
  const chains = v.is(onlyTokens, value) ? value.chains : [];
  for (const [place, { tokens }] of chains.entries()) {
    const list: TokenConfig[] = [];
    lists.push(list);
    for (const [index, item] of tokens.entries()) {
      const token = v.safeParse(tokenConfig, item, FIRST_PROBLEM);
      if (token.success) list.push(token.output);
      else problems.push(...(await describe(token.issues, `chains.${place}.tokens.${index}`)));
      const due = yieldWhenDue();
      if (due) await due;
    }
  }
  return { lists, problems };
}

/**
 * Reads every setting, and yields when due.
 * @throws UnusableConfig with every problem, one per line
 */
export async function parseConfig(
  value: unknown,
  yieldWhenDue: YieldWhenDue = () => undefined,
): Promise<RuntimeConfig> {
  const read = v.safeParse(withoutTokens, value, FIRST_PROBLEM);
  const { lists, problems } = await readTokens(value, yieldWhenDue);
  if (!read.success) problems.unshift(...(await describe(read.issues)));
  const chains = (read.success ? read.output.chains : []).map((chain, place) => ({
    ...chain,
    tokens: lists[place] ?? [],
  }));
  if (problems.length === 0) problems.push(...findChainProblems(chains));
  const unknown = Object.keys(Object(value)).filter((key) => !KEYS.includes(key));
  problems.push(...unknown.map((key) => `${key}: is not a setting of config.json. ${adviseKeys(KEYS)}`));
  if (!read.success || problems.length > 0) throw new UnusableConfig(problems.join('\n'));

  const core = { ...read.output, chains, wallets: NO_WALLETS };
  if (!LATER_KEYS.some((key) => Object.hasOwn(Object(value), key))) return core;
  const { readInstallation } = await import('./installationConfig.ts');
  const installation = readInstallation(value, chains);
  if (!installation.ok) throw new UnusableConfig(installation.problems.join('\n'));
  return { ...core, ...installation.settings };
}
