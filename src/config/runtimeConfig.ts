import * as v from 'valibot';
import { addressWire, decimalsWire, nameWire } from '#shared/wire/primitives.ts';

const httpUrl = v.pipe(v.string(), v.url(), v.regex(/^https?:\/\//, 'must be an http(s) address'));
const chainId = v.pipe(v.number(), v.safeInteger(), v.minValue(1));

const tokenConfig = v.object({
  name: nameWire,
  address: addressWire,
  decimals: decimalsWire,
  /** The token refuses to change an allowance that is not zero (USDT does): it is set to zero first. */
  resetsAllowance: v.optional(v.boolean(), false),
});

const chainConfig = v.object({
  name: nameWire,
  id: chainId,
  rpcUrls: v.pipe(v.array(httpUrl), v.minLength(1)),
  depositContract: addressWire,
  payoutContract: addressWire,
  /** The accounts that may be paid and that pay out. A deposit to anybody else is refused before it is signed. */
  makers: v.pipe(v.array(addressWire), v.minLength(1)),
  blockTimeMs: v.optional(v.pipe(v.number(), v.minValue(100)), 12_000),
  nativeCurrency: v.object({ name: nameWire, symbol: nameWire, decimals: decimalsWire }),
  explorerUrl: v.optional(httpUrl),
  tokens: v.array(tokenConfig),
});

/** `/config.json`: all that differs between installations, read at run time so that one build serves any of them. */
const runtimeConfig = v.object({
  /** Keeps one installation's stored transfers apart from another's on the same origin. */
  installation: v.optional(nameWire, 'default'),
  brand: v.optional(v.object({ name: nameWire, supportUrl: v.optional(httpUrl) }), { name: 'Causeway' }),
  service: v.object({ baseUrl: httpUrl, category: v.optional(v.picklist(['Mainnet', 'Testnet', '']), '') }),
  chains: v.pipe(v.array(chainConfig), v.minLength(1)),
  /** Offers pairs whose token this configuration does not pin, marked as such. Chains, contracts and makers stay pinned. */
  allowUnpinnedPairs: v.optional(v.boolean(), false),
  /** Offers a wallet of unlocked node accounts. For local stacks alone: nobody's money is behind it. */
  demoWallet: v.optional(v.object({ accounts: v.pipe(v.array(addressWire), v.minLength(1)) })),
});

export type RuntimeConfig = v.InferOutput<typeof runtimeConfig>;
export type ChainConfig = RuntimeConfig['chains'][number];
export type TokenConfig = ChainConfig['tokens'][number];

export class UnusableConfig extends Error {
  readonly code = 'unusable_config';
}

/** @throws UnusableConfig with everything that is wrong, one sentence a line */
export function parseRuntimeConfig(value: unknown): RuntimeConfig {
  const read = v.safeParse(runtimeConfig, value);
  if (read.success) return read.output;
  throw new UnusableConfig(
    read.issues.map((issue) => `${v.getDotPath(issue) ?? 'config'}: ${issue.message}`).join('\n'),
  );
}

/** @throws UnusableConfig where `/config.json` cannot be had or used */
export async function loadRuntimeConfig(fetchFn: typeof fetch): Promise<RuntimeConfig> {
  const response = await fetchFn('/config.json', { cache: 'no-store' }).catch((cause: unknown) => {
    throw new UnusableConfig('config.json could not be fetched', { cause });
  });
  if (!response.ok) throw new UnusableConfig(`config.json answered ${response.status}`);
  const body: unknown = await response.json().catch((cause: unknown) => {
    throw new UnusableConfig('config.json is not JSON', { cause });
  });
  return parseRuntimeConfig(body);
}
