import * as v from 'valibot';
import { addressWire, nameWire } from '#shared/wire/primitives.ts';
import { describeIssue, findConfigProblems } from './configProblems.ts';
import { walletsConfig } from './walletsConfig.ts';

const httpUrl = v.pipe(
  v.string('must be a URL in quotes.'),
  v.url('must be a URL, such as "https://bridge.example".'),
  v.regex(/^https?:\/\//, 'must be an http or https URL.'),
);
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
  tokens: v.array(tokenConfig),
});

/** `/config.json`: the settings of an installation. The app reads it at run time, so one build serves every installation. */
const runtimeConfig = v.object({
  /** Separates the stored transfers of several installations on one web origin. */
  installation: v.optional(nameWire, 'default'),
  brand: v.optional(v.object({ name: nameWire, supportUrl: v.optional(httpUrl) }), { name: 'Causeway' }),
  service: v.object({ baseUrl: httpUrl, category: v.optional(v.picklist(['Mainnet', 'Testnet', '']), '') }),
  chains: v.pipe(v.array(chainConfig), v.minLength(1)),
  /** Offers pairs with unpinned tokens, marked as unverified. Chains and contracts stay pinned. */
  allowUnpinnedPairs: v.optional(v.boolean(), false),
  wallets: v.optional(walletsConfig, {}),
  /** Offers a wallet with unlocked accounts of the node. For local stacks only: its keys are public. */
  demoWallet: v.optional(v.object({ accounts: v.pipe(v.array(addressWire), v.minLength(1)) })),
});

export type RuntimeConfig = v.InferOutput<typeof runtimeConfig>;
export type ChainConfig = RuntimeConfig['chains'][number];
export type TokenConfig = ChainConfig['tokens'][number];

export class UnusableConfig extends Error {
  readonly code = 'unusable_config';
}

/** @throws UnusableConfig with every problem, one per line */
export function parseRuntimeConfig(value: unknown): RuntimeConfig {
  const read = v.safeParse(runtimeConfig, value);
  const problems = read.success ? findConfigProblems(read.output) : read.issues.map(describeIssue);
  if (!read.success || problems.length > 0) throw new UnusableConfig(problems.join('\n'));
  return read.output;
}

/** @throws UnusableConfig if `/config.json` is unreachable or invalid */
export async function loadRuntimeConfig(fetchFn: typeof fetch): Promise<RuntimeConfig> {
  const response = await fetchFn('/config.json', { cache: 'no-store' }).catch((cause: unknown) => {
    throw new UnusableConfig('config.json could not be fetched', { cause });
  });
  if (!response.ok) throw new UnusableConfig(`config.json: HTTP ${response.status}`);
  const body: unknown = await response.json().catch((cause: unknown) => {
    throw new UnusableConfig('config.json is not JSON', { cause });
  });
  return parseRuntimeConfig(body);
}
