import { isIP } from 'node:net';
import * as v from 'valibot';
import type { Address } from 'viem';
import { parseAddress } from '#shared/address.ts';
import { CATEGORIES } from '#shared/wire/pairs.ts';
import { BLOCK_TAGS } from '../chain/model/depth.ts';
import { CHAIN_FAMILIES } from './model/chainFamily.ts';

// Each message completes a sentence that starts with the setting's path.

export const name = v.pipe(
  v.string(({ received }) => `must be text, not ${received}`),
  v.minLength(1, 'must not be empty'),
  v.maxLength(64, ({ received }) => `must have at most 64 characters, not ${received}`),
);

export function integer(min: number, max: number) {
  return v.pipe(
    v.number(({ received }) => `must be a number, not ${received}`),
    v.check(
      (value) => Number.isSafeInteger(value) && value >= min && value <= max,
      ({ received }) => `must be a whole number from ${min} to ${max}, not ${received}`,
    ),
  );
}

// The examples have one for each address that only an installation knows.
const PLACEHOLDER = /^<[^<>]{1,80}>$/;

export const address = v.pipe(
  v.string(({ received }) => `must be an account address, not ${received}`),
  v.rawTransform<string, Address>(({ dataset, addIssue, NEVER }) => {
    const parsed = parseAddress(dataset.value);
    if (parsed) return parsed;
    addIssue({
      message: PLACEHOLDER.test(dataset.value)
        ? `is the placeholder ${dataset.value}. Write the address of your installation`
        : `must be an account address (0x and 40 hex digits with a valid checksum), not "${dataset.value}"`,
    });
    return NEVER;
  }),
);

export const decimalText = v.pipe(
  v.string(({ received }) => `must be a decimal in quotes such as "0.5", not ${received}`),
  v.regex(/^\d+(?:\.\d+)?$/, ({ received }) => `must be a plain decimal such as "0.5", not ${received}`),
);

function describeProblem({ message, expected, received }: v.BaseIssue<unknown>): string {
  if (expected === 'never') return 'is not a known setting';
  if (received === 'undefined') return 'is missing';
  // Valibot's default messages are not in the form of our sentences.
  return message.startsWith('Invalid ') ? `must be ${expected}, not ${received}` : message;
}

export const day = v.pipe(
  v.string(({ received }) => `must be a day in quotes such as "2026-11-22", not ${received}`),
  v.isoDate(({ received }) => `must be a day such as "2026-11-22", not ${received}`),
);

/** Describes an issue as one sentence about the setting. */
export function describeIssue(issue: v.BaseIssue<unknown>): string {
  return `${v.getDotPath(issue) ?? 'The file'} ${describeProblem(issue)}.`;
}

// The URL can hold a key, so the messages do not quote it.
const wsUrl = v.pipe(
  v.string(),
  v.url('must be a URL'),
  v.regex(/^wss?:/, 'must be a ws or wss URL'),
  // RFC 6455 forbids it, and a WebSocket to such a URL cannot be created.
  v.excludes('#', 'must have no part after a "#"'),
);
export const rpcUrl = v.pipe(v.string(), v.url('must be a URL'), v.regex(/^https?:/, 'must be an http or https URL'));

const MAX_CONFIRMATIONS = 10_000;

/** A number of confirmations, or a tag of the chain. */
export const depth = v.union(
  [integer(1, MAX_CONFIRMATIONS), v.picklist(BLOCK_TAGS)],
  ({ received }) => `must be a number, "safe" or "finalized", not ${received}`,
);

/** The kind of a chain, which gives its depths a default. */
export const family = v.optional(
  v.picklist(CHAIN_FAMILIES, ({ received }) => `must be one of ${CHAIN_FAMILIES.join(', ')}, not ${received}`),
);

const MAX_DECIMALS = 24;

/** Accepts an IP address or a network such as "10.0.0.0/8". */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

/** Whether no host between the service and that of the URL can change an answer. */
function isPrivateUrl(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || ['127.0.0.1', '[::1]', 'localhost'].includes(hostname);
}

/** fetch refuses a URL with credentials. */
function lacksCredentials(url: string): boolean {
  const { username, password } = new URL(url);
  return username === '' && password === '';
}

const chain = v.strictObject({
  name,
  id: integer(1, Number.MAX_SAFE_INTEGER),
  category: v.picklist(CATEGORIES, ({ received }) => `must be "Mainnet" or "Testnet", not ${received}`),
  family,
  enabled: v.optional(v.boolean(), true),
  rpcUrls: v.pipe(v.array(rpcUrl), v.minLength(1, 'must not be empty')),
  wsUrls: v.optional(v.array(wsUrl), []),
  depositContract: address,
  vault: address,
  hotWallet: address,
  multicall: v.optional(address),
  retiredVaults: v.optional(v.array(address), []),
  closedVaults: v.optional(v.array(address), []),
  ignoredTokens: v.optional(v.array(address), []),
  startBlock: v.optional(integer(0, Number.MAX_SAFE_INTEGER), 0),
  confirmations: v.optional(depth),
  confirmationTiers: v.optional(v.array(v.strictObject({ above: decimalText, confirmations: depth })), []),
  finality: v.optional(depth),
  exposureCap: v.optional(decimalText),
  treasury: v.optional(address),
  quorum: v.optional(integer(1, 100)),
  maxHeadAgeSeconds: v.optional(integer(1, 315_360_000)),
  payoutConfirmations: v.optional(depth),
  reorgWindow: v.optional(integer(1, 10_000), 64),
  blockRange: v.optional(integer(2, 1_000_000), 1000),
  rescanIntervalMs: v.optional(integer(50, 86_400_000), 5000),
  pollIntervalMs: v.optional(integer(50, 600_000), 1000),
  maxGasPriceGwei: v.optional(decimalText, '1000'),
  nativeToken: name,
});

const deployment = v.strictObject({
  address,
  decimals: integer(0, MAX_DECIMALS),
  handlingMinimum: v.optional(decimalText),
  sweep: v.optional(v.strictObject({ float: decimalText, minimum: decimalText })),
});

const feed = { chain: name, address, maxAgeSeconds: integer(1, 604_800) };

export const priceFeed = v.strictObject({
  ...feed,
  maxDeviationPercent: v.optional(integer(1, 90), 50),
  second: v.optional(v.strictObject(feed)),
});

const token = v.strictObject({
  name,
  price: decimalText,
  priceFeed: v.optional(priceFeed),
  deployments: v.record(name, deployment),
});

const route = v.strictObject({
  token: name,
  from: name,
  to: name,
  min: decimalText,
  max: decimalText,
  feeBps: integer(0, 9999),
  feeFloor: decimalText,
  minFee: v.optional(decimalText),
  payoutGas: v.optional(integer(21_000, 10_000_000)),
});

// Only a trusted proxy may state a client's address: any other sender could invent addresses and escape the rate limit.
const trustProxy = v.union(
  [
    v.literal(false),
    v.pipe(
      v.array(
        v.pipe(
          v.string(),
          v.check(
            isNetwork,
            ({ received }) => `must be an IP address or a network such as "10.0.0.0/8", not ${received}`,
          ),
        ),
      ),
      v.minLength(1, 'must not be empty'),
    ),
  ],
  ({ received }) => `must be false or a list of the trusted proxies' addresses and networks, not ${received}`,
);

const rateLimit = v.strictObject({
  perSecond: v.optional(integer(1, 1_000_000), 20),
  burst: v.optional(integer(1, 1_000_000), 100),
});

const breaker = v.strictObject({
  windowSeconds: v.optional(integer(60, 2_592_000), 21_600),
  maxNetOutflow: decimalText,
  maxReadAgeSeconds: v.optional(integer(30, 86_400), 300),
});

const path = v.pipe(v.string(), v.minLength(1, 'must not be empty'));

const screening = v.strictObject({
  listFile: v.optional(path),
  service: v.optional(
    v.strictObject({
      url: v.pipe(
        rpcUrl,
        v.check(isPrivateUrl, 'must be an https URL, or an http URL of this machine'),
        v.check(lacksCredentials, 'must have no user name and password. Put a bearer token into tokenFile'),
      ),
      tokenFile: v.optional(path),
      timeoutMs: v.optional(integer(100, 10_000), 3000),
    }),
  ),
});

export const approval = v.strictObject({
  above: decimalText,
  expiresSeconds: v.optional(integer(60, 2_592_000), 86_400),
});

/** The shape of the configuration file. `catalog/` validates the settings that depend on each other. */
export const configFileSchema = v.strictObject({
  // For editors only.
  $schema: v.optional(v.string()),
  http: v.strictObject({
    host: v.optional(v.string(), '127.0.0.1'),
    port: integer(0, 65_535),
    prefix: v.optional(
      v.pipe(
        v.string(),
        v.regex(/^(?:\/[\w.~-]+)*$/, ({ received }) => `must be a path such as "/api/v1", not ${received}`),
      ),
      '/api/v1',
    ),
    trustProxy: v.optional(trustProxy),
    rateLimit: v.optional(rateLimit, {}),
    maxConnectionsPerClient: v.optional(integer(1, 1_000_000), 100),
    drainSeconds: v.optional(integer(0, 10), 5),
  }),
  operator: v.optional(
    v.strictObject({
      host: v.optional(v.string(), '127.0.0.1'),
      port: integer(0, 65_535),
      maxCursorLagBlocks: v.optional(integer(1, 1_000_000), 100),
      maxLookAgeSeconds: v.optional(integer(60, 86_400), 120),
    }),
  ),
  pricesAsOf: v.optional(day),
  maxPriceAgeDays: v.optional(integer(1, 36_500), 30),
  priceCurrency: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[A-Z]{3,5}$/, ({ received }) => `must be a code such as "USD", not ${received}`),
    ),
  ),
  quoteValiditySeconds: v.optional(integer(1, 86_400), 600),
  feeEpochSeconds: v.optional(integer(1, 3600), 30),
  refundGas: v.optional(integer(21_000, 10_000_000)),
  paymentTries: v.optional(integer(1, 100), 3),
  maxWaitSeconds: v.optional(integer(60, 31_536_000), 86_400),
  maxGasFactor: v.optional(integer(1, 1_000_000), 5),
  breaker: v.optional(breaker),
  screening: v.optional(screening),
  approval: v.optional(approval),
  chains: v.array(chain),
  tokens: v.array(token),
  routes: v.array(route),
});

export type ConfigFile = v.InferOutput<typeof configFileSchema>;
export type ChainConfig = ConfigFile['chains'][number];
export type RouteConfig = ConfigFile['routes'][number];
