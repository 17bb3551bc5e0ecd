import * as v from 'valibot';
import { addressWire, nameWire } from '#shared/wire/primitives.ts';
import { describeIssues, findChainListProblems, findChainProblems, findUnknownKeys } from './configProblems.ts';
import type { InstallationConfig } from './installation/installationConfig.ts';
import { blockedAddresses, knownContracts } from './peopleConfig.ts';
import { pricesConfig } from './pricesConfig.ts';
import { decimals, readTokens, separateTokens, tokenConfig } from './readTokens.ts';
import type { Pace } from './runInSlices.ts';
import { runAtOnce, runInSlices } from './runInSlices.ts';
import { supportLink } from './supportLink.ts';
import { httpUrl, ownPath } from './values.ts';

const chainId = v.pipe(v.number(), v.safeInteger(), v.minValue(1));

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

/** The problems of valid settings that contradict each other. One chain in each step. */
function* findProblems(chains: readonly ChainConfig[]) {
  const problems = [...findChainListProblems(chains)];
  for (const [place, chain] of chains.entries()) {
    problems.push(...findChainProblems(chain, `chains.${place}`));
    yield;
  }
  return problems;
}

/**
 * Reads every setting but the later ones, in steps: a chain can have thousands of tokens.
 * @throws UnusableConfig with every problem, one per line
 */
function* readInSteps(value: unknown): Generator<undefined, CoreConfig> {
  const { others, lists } = separateTokens(value);
  const read = v.safeParse(runtimeConfig, others);
  const { tokens, problems } = yield* readTokens(lists);
  if (!read.success) problems.unshift(...describeIssues(read.issues));
  const chains = (read.success ? read.output.chains : []).map((chain, place) => ({
    ...chain,
    tokens: tokens.get(place) ?? [],
  }));
  if (problems.length === 0) problems.push(...(yield* findProblems(chains)));
  problems.push(...findUnknownKeys(value, ['$schema', ...Object.keys(runtimeConfig.entries), ...LATER_KEYS]));
  if (!read.success || problems.length > 0) throw new UnusableConfig(problems.join('\n'));
  return { ...read.output, chains, wallets: NO_WALLETS };
}

/**
 * Reads every setting but the later ones, at once.
 * @throws UnusableConfig with every problem, one per line
 */
export function parseRuntimeConfig(value: unknown): CoreConfig {
  return runAtOnce(readInSteps(value));
}

/**
 * Reads every setting, with rests as `pace` asks for them.
 * @throws UnusableConfig with every problem, one per line
 */
export async function parseConfig(value: unknown, pace: Pace = () => undefined): Promise<RuntimeConfig> {
  const core = await runInSlices(readInSteps(value), pace);
  if (!LATER_KEYS.some((key) => Object.hasOwn(Object(value), key))) return core;
  const { readInstallation } = await import('./installation/installationConfig.ts');
  const read = readInstallation(value, core.chains);
  if (!read.ok) throw new UnusableConfig(read.problems.join('\n'));
  return { ...core, ...read.settings };
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
