import * as v from 'valibot';
import { addressWire, nameWire } from '#shared/wire/primitives.ts';
import { describeIssue, findConfigProblems, findUnknownKeys } from './configProblems.ts';
import type { InstallationConfig } from './installation/installationConfig.ts';
import { blockedAddresses, knownContracts } from './peopleConfig.ts';
import { pricesConfig } from './pricesConfig.ts';
import { supportLink } from './supportLink.ts';
import { httpUrl, ownPath } from './values.ts';

const chainId = v.pipe(v.number(), v.safeInteger(), v.minValue(1));

const DECIMALS_PROBLEM = 'must be an integer from 0 to 24. Enter the decimals() of the token contract.';
// Tokens have 18 decimals or fewer, with rare exceptions up to 24. A larger number is a mistake.
const decimals = v.pipe(
  v.number(DECIMALS_PROBLEM),
  v.check((count) => Number.isInteger(count) && count >= 0 && count <= 24, DECIMALS_PROBLEM),
);

const tokenConfig = v.object({
  name: nameWire,
  address: addressWire,
  decimals,
  /** The token cannot change a nonzero allowance (as USDT), so the app sets it to zero first. */
  resetsAllowance: v.optional(v.boolean(), false),
  logo: v.optional(ownPath),
});

const chainConfig = v.object({
  name: nameWire,
  id: chainId,
  rpcUrls: v.pipe(v.array(httpUrl), v.minLength(1)),
  depositContract: addressWire,
  /** Receives deposits and pays payouts and refunds. The app refuses a deposit to any other address. */
  vault: addressWire,
  /** Earlier vaults. Their payments still prove a delivery or a refund, but they receive no new deposits. */
  retiredVaults: v.optional(v.array(addressWire), []),
  blockTimeMs: v.optional(v.pipe(v.number(), v.minValue(100)), 12_000),
  nativeCurrency: v.object({ name: nameWire, symbol: nameWire, decimals }),
  explorerUrl: v.optional(httpUrl),
  /** The selectors show testnets on request where the routes also reach mainnets. */
  testnet: v.optional(v.boolean(), false),
  logo: v.optional(ownPath),
  tokens: v.array(tokenConfig),
  /** The Universal Resolver of the name service on this chain. One chain resolves the names of the installation. */
  nameResolver: v.optional(addressWire),
  knownContracts: v.optional(knownContracts, []),
});

const logoConfig = v.strictObject(
  {
    light: ownPath,
    /** For the dark theme; the same file without it. */
    dark: v.optional(ownPath),
    /** The picture has the name in it, so the header does not repeat it. */
    hasName: v.optional(v.boolean('must be true or false.'), false),
  },
  'is not a logo setting. Use light, dark and hasName.',
);

/** `/config.json`: the settings of an installation. The app reads it at run time, so one build serves every installation. */
export const runtimeConfig = v.object({
  /** Separates the stored transfers of several installations on one web origin. */
  installation: v.optional(nameWire, 'default'),
  brand: v.optional(v.object({ name: nameWire, logo: v.optional(logoConfig), supportUrl: v.optional(supportLink) }), {
    name: 'Causeway',
  }),
  service: v.object({ baseUrl: httpUrl, category: v.optional(v.picklist(['Mainnet', 'Testnet', '']), '') }),
  chains: v.pipe(v.array(chainConfig), v.minLength(1)),
  /** Offers pairs with unpinned tokens, marked as unverified. Chains and contracts stay pinned. */
  allowUnpinnedPairs: v.optional(v.boolean(), false),
  blockedAddresses: v.optional(blockedAddresses, []),
  prices: v.optional(pricesConfig, {}),
  /** Offers a wallet with unlocked accounts of the node. For local stacks only: its keys are public. */
  demoWallet: v.optional(v.object({ accounts: v.pipe(v.array(addressWire), v.minLength(1)) })),
});

/** The settings whose code loads only where `config.json` has one of them (`installation/installationConfig.ts`). */
const LATER_KEYS = [
  'wallets',
  'theme',
  'links',
  'banner',
  'maintenance',
  'embed',
  'featured',
  'monitoring',
] as const satisfies readonly (keyof InstallationConfig)[];

/** What `wallets` is without the setting: only those in the browser. */
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

/**
 * Reads every setting but the later ones.
 * @throws UnusableConfig with every problem, one per line
 */
export function parseRuntimeConfig(value: unknown): CoreConfig {
  const read = v.safeParse(runtimeConfig, value);
  const problems = read.success ? findConfigProblems(read.output) : read.issues.map(describeIssue);
  const unknown = findUnknownKeys(value, ['$schema', ...Object.keys(runtimeConfig.entries), ...LATER_KEYS]);
  if (!read.success || problems.length > 0 || unknown.length > 0)
    throw new UnusableConfig([...problems, ...unknown].join('\n'));
  return { ...read.output, wallets: NO_WALLETS };
}

/** @throws UnusableConfig with every problem, one per line */
export async function parseConfig(value: unknown): Promise<RuntimeConfig> {
  const core = parseRuntimeConfig(value);
  if (!LATER_KEYS.some((key) => Object.hasOwn(Object(value), key))) return core;
  const { readInstallation } = await import('./installation/installationConfig.ts');
  const read = readInstallation(value, core.chains);
  if (!read.ok) throw new UnusableConfig(read.problems.join('\n'));
  return { ...core, ...read.settings };
}

/** @throws UnusableConfig if `/config.json` is unreachable or invalid */
export async function loadRuntimeConfig(fetchFn: typeof fetch): Promise<RuntimeConfig> {
  return parseConfig(await fetchConfig(fetchFn));
}

/** @throws UnusableConfig if `/config.json` is unreachable or no JSON */
export async function fetchConfig(fetchFn: typeof fetch): Promise<unknown> {
  const response = await fetchFn('/config.json', { cache: 'no-store' }).catch((cause: unknown) => {
    throw new UnusableConfig('config.json could not be fetched', { cause });
  });
  if (!response.ok) throw new UnusableConfig(`config.json: HTTP ${response.status}`);
  return response.json().catch((cause: unknown) => {
    throw new UnusableConfig('config.json is not JSON', { cause });
  });
}
