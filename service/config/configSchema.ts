import { isIP } from 'node:net';
import * as v from 'valibot';
import type { Address } from 'viem';
import { parseAddress } from '#shared/address.ts';
import { CATEGORIES } from '#shared/wire/pairs.ts';

const MAX_DECIMALS = 24;

export const name = v.pipe(
  v.string(),
  v.minLength(1, 'must not be empty'),
  v.maxLength(64, 'must have at most 64 characters'),
);

/** Whether a text is an IP address, or a network such as "10.0.0.0/8". */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

export function integer(min: number, max: number) {
  return v.pipe(
    v.number('must be a number'),
    v.check(
      (value) => Number.isSafeInteger(value) && value >= min && value <= max,
      `must be a whole number from ${min} to ${max}`,
    ),
  );
}

export const address = v.pipe(
  v.string('must be an account address'),
  v.rawTransform<string, Address>(({ dataset, addIssue, NEVER }) => {
    const read = parseAddress(dataset.value);
    if (read) return read;
    addIssue({ message: 'must be an account address (0x and 40 hex digits with a valid checksum)' });
    return NEVER;
  }),
);

const rpcUrl = v.pipe(v.string(), v.url('must be a URL'), v.regex(/^https?:/, 'must be an http or https URL'));

export const decimalText = v.pipe(
  v.string('must be a decimal in quotes'),
  v.regex(/^\d+(?:\.\d+)?$/, 'must be a plain decimal'),
);

const chain = v.strictObject({
  name,
  id: integer(1, Number.MAX_SAFE_INTEGER),
  category: v.picklist(CATEGORIES, 'must be "Mainnet" or "Testnet"'),
  enabled: v.optional(v.boolean(), true),
  rpcUrls: v.pipe(v.array(rpcUrl), v.minLength(1, 'must name at least one RPC')),
  depositContract: address,
  payoutContract: address,
  maker: address,
  startBlock: v.optional(integer(0, Number.MAX_SAFE_INTEGER), 0),
  confirmations: integer(1, 10_000),
  confirmationTiers: v.optional(v.array(v.strictObject({ above: decimalText, confirmations: integer(1, 10_000) })), []),
  finality: v.optional(integer(1, 10_000)),
  exposureCap: v.optional(decimalText),
  secondRpcAbove: v.optional(decimalText),
  payoutConfirmations: integer(1, 10_000),
  reorgWindow: v.optional(integer(1, 10_000), 64),
  blockRange: v.optional(integer(2, 1_000_000), 1000),
  rescanIntervalMs: v.optional(integer(50, 86_400_000), 5000),
  pollIntervalMs: v.optional(integer(50, 600_000), 1000),
  maxGasPriceGwei: v.optional(decimalText, '1000'),
  nativeToken: name,
});

const deployment = v.strictObject({ address, decimals: integer(0, MAX_DECIMALS) });

const token = v.strictObject({ name, price: decimalText, deployments: v.record(name, deployment) });

const route = v.strictObject({
  token: name,
  from: name,
  to: name,
  min: decimalText,
  max: decimalText,
  feeBps: integer(0, 9999),
  feeFloor: decimalText,
  payoutGas: integer(21_000, 10_000_000),
});

// Without it the address of the connection counts; whoever could write the header himself could be as many as he likes.
const trustProxy = v.union(
  [
    v.literal(false),
    v.pipe(
      v.array(v.pipe(v.string(), v.check(isNetwork, 'must be an IP address or a network such as "10.0.0.0/8"'))),
      v.minLength(1),
    ),
  ],
  'must be false, or a list of the addresses or networks of the proxies in front',
);

const rateLimit = v.strictObject({
  perSecond: v.optional(integer(1, 1_000_000), 20),
  burst: v.optional(integer(1, 1_000_000), 100),
});

/** The shape of the configuration file. What its parts must say together is checked in `configChecks.ts`. */
export const configFileSchema = v.strictObject({
  http: v.strictObject({
    host: v.optional(v.string(), '127.0.0.1'),
    port: integer(0, 65_535),
    prefix: v.optional(v.pipe(v.string(), v.regex(/^(?:\/[\w.~-]+)*$/, 'must be a path such as "/api/v1"')), '/api/v1'),
    trustProxy: v.optional(trustProxy, false),
    rateLimit: v.optional(rateLimit, {}),
  }),
  operator: v.optional(
    v.strictObject({
      host: v.optional(v.string(), '127.0.0.1'),
      port: integer(0, 65_535),
      maxCursorLagBlocks: v.optional(integer(1, 1_000_000), 100),
      maxLookAgeSeconds: v.optional(integer(60, 86_400), 120),
    }),
  ),
  quoteValiditySeconds: v.optional(integer(1, 86_400), 600),
  feeEpochSeconds: v.optional(integer(1, 3600), 30),
  refundGas: v.optional(integer(21_000, 10_000_000), 120_000),
  chains: v.array(chain),
  tokens: v.array(token),
  routes: v.array(route),
});

export type ConfigFile = v.InferOutput<typeof configFileSchema>;
export type ChainConfig = ConfigFile['chains'][number];
export type TokenConfig = ConfigFile['tokens'][number];
export type RouteConfig = ConfigFile['routes'][number];
