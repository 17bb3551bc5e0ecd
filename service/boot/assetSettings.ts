import * as v from 'valibot';
import { CATEGORIES } from '#shared/wire/pairs.ts';
import {
  address,
  byChain,
  decimalText,
  depth,
  integer,
  name,
  publicUrl,
  rpcUrls,
  setting,
  settings,
  wsUrl,
} from './fields.ts';
import { CHAIN_FAMILIES } from './model/chainFamily.ts';

// The chains and tokens of installation.json. Each description is the setting's text in the reference and in an editor.

/** The most decimals of a token. */
export const MAX_DECIMALS = 24;
const MAX_CHAIN_ID = Number.MAX_SAFE_INTEGER;

const family = v.picklist(
  CHAIN_FAMILIES,
  ({ received }) => `must be one of ${CHAIN_FAMILIES.join(', ')}, not ${received}`,
);

const CHAIN_STATUSES = ['open', 'closing', 'closed'] as const;

const ownPath = v.pipe(
  v.string(),
  v.regex(/^\/(?!\/)[\w\-./~%]+$/, 'must be a path on the app’s own origin, such as "/brand/north.svg"'),
  v.excludes('..', 'must be a path without ".."'),
);

export const chain = settings({
  name: setting(name, 'Name of the chain in the app and in the API.'),
  id: setting(integer(1, MAX_CHAIN_ID), 'EIP-155 chain id.'),
  nativeToken: setting(name, 'Ticker of the native token, whose price is in `tokens`.'),
  category: setting(
    v.optional(
      v.picklist(CATEGORIES, ({ received }) => `must be "Mainnet" or "Testnet", not ${received}`),
      'Mainnet',
    ),
    '`Mainnet` or `Testnet`. Unsafe settings are refused on a mainnet.',
  ),
  family: setting(
    v.optional(family),
    '`ethereum`, `opStack`, `arbitrum`, `polygon` or `other`. It decides the default depths, and what a transaction costs beyond its gas.',
  ),
  status: setting(
    v.optional(
      v.picklist(CHAIN_STATUSES, ({ received }) => `must be one of ${CHAIN_STATUSES.join(', ')}, not ${received}`),
      'open',
    ),
    '`open`; `closing`: new deposits are refunded; `closed`: only the signer still reads what the chain’s vaults have paid.',
  ),
  rpcUrls: setting(rpcUrls, 'RPC endpoints of the service, each from a different provider.'),
  wsUrls: setting(
    v.optional(v.array(wsUrl), []),
    'WebSocket endpoints that announce new blocks. The service uses them for nothing else.',
  ),
  quorum: setting(v.optional(integer(1, 100)), 'How many of `rpcUrls` must agree. Default: more than half.'),
  publicRpcUrls: setting(
    v.pipe(v.array(publicUrl), v.minLength(1, 'must not be empty')),
    'RPC endpoints for browsers, without secrets. With two or more providers, the app compares their answers.',
  ),
  depositContract: setting(v.optional(address), 'Deposit contract. `causeway chain add` writes it.'),
  vault: setting(
    v.optional(address),
    'Vault that receives deposits and pays payouts and refunds. `causeway chain add` writes it.',
  ),
  startBlock: setting(
    v.optional(integer(0, Number.MAX_SAFE_INTEGER), 0),
    'First block that the service reads for deposits. `causeway chain add` writes it.',
  ),
  retiredVaults: setting(
    v.optional(v.array(address), []),
    'Earlier vaults. Deposits to them still count, and the service knows what they have paid.',
  ),
  closedVaults: setting(
    v.optional(v.array(address), []),
    'Those of `retiredVaults` that someone else may be able to empty. Deposits to them wait for the operator.',
  ),
  confirmations: setting(
    v.optional(depth),
    'Depth at which a deposit counts: a number, `safe` or `finalized`. A deposit in the newest block has depth 1. Default: by `family`.',
  ),
  confirmationsAbove: setting(
    v.optional(v.record(decimalText, depth), {}),
    'Greater depth for larger deposits, by the value above which it applies: `{ "5000": "finalized" }`.',
  ),
  payoutConfirmations: setting(v.optional(depth), 'Depth at which a payment is final. Default: by `family`.'),
  finality: setting(
    v.optional(depth),
    'Depth at which a deposit of any value is final. Default: that of the `family` or that of the largest deposits, whichever is deeper.',
  ),
  exposureCap: setting(
    v.optional(decimalText),
    'Most value that the service pays for deposits of this chain before they are final, which is what a reorg may cost.',
  ),
  maxGasPriceGwei: setting(
    v.optional(decimalText),
    'Highest gas price of a payment, for the service and the signer. Required on a mainnet. Default on testnets: 500.',
  ),
  gas: setting(
    decimalText,
    'Native tokens that the hot wallet holds for gas. `causeway vault fund` fills it up to this amount.',
  ),
  maxGasDrop: setting(
    v.optional(decimalText),
    'Most native tokens that a payout of another token brings for gas, less than 0.1. The sender pays for them. Default: none.',
  ),
  ignoredTokens: setting(
    v.optional(v.array(address), []),
    'Worthless tokens whose deposits the service ignores. No token of this file can be one.',
  ),
  blockTimeMs: setting(v.optional(integer(100, 600_000), 12_000), 'Usual time between blocks, in milliseconds.'),
  explorerUrl: setting(v.optional(publicUrl), 'Block explorer that the app links hashes to.'),
  logo: setting(
    v.optional(ownPath),
    'Path of a square picture on the app’s own origin. Default: a picture by chain id, or a disc with the initial.',
  ),
  nameResolver: setting(
    v.optional(address),
    'Universal Resolver of a name service such as ENS. Only one chain can have one. It needs `publicRpcUrls` from two providers.',
  ),
  knownContracts: setting(
    v.optional(v.record(name, address), {}),
    'Contracts that lose whatever is sent to them, each under a readable name. The app refuses them as recipients.',
  ),
});

const feed = settings({
  chain: setting(name, 'Chain that the feed is on.'),
  address: v.pipe(v.string(), v.description('Feed contract, with Chainlink’s `AggregatorV3Interface`.'), address),
  maxAgeSeconds: setting(
    integer(1, 604_800),
    'Age above which an answer is too old: slightly more than the feed’s heartbeat.',
  ),
});

const transfer = settings({
  from: setting(v.optional(name), 'Origin chain. Default: every chain of the token.'),
  to: setting(v.optional(name), 'Destination chain. Default: every chain of the token.'),
  closed: setting(
    v.optional(v.boolean(), false),
    '`true` closes the route. An open one needs `min`, `max`, `feeBps` and `feeFloor`.',
  ),
  min: setting(v.optional(decimalText), 'Smallest amount, in tokens.'),
  max: setting(
    v.optional(decimalText),
    'Largest amount, in tokens. The signer signs payments of up to 120 % of the token’s largest `max`.',
  ),
  feeBps: setting(v.optional(integer(0, 9999)), 'Fee in basis points of the amount.'),
  feeFloor: setting(v.optional(decimalText), 'Smallest fee, in tokens.'),
  minFee: setting(
    v.optional(decimalText),
    'Least that the bridge must keep of a deposit that was quoted an earlier fee. A payout that leaves less is held. Default: `feeFloor`.',
  ),
});

export const token = settings({
  name: setting(name, 'Ticker.'),
  price: setting(decimalText, 'Price of one token. A single feed is checked against it.'),
  feeds: setting(
    v.optional(v.pipe(v.array(feed), v.maxLength(2, 'must list at most two')), []),
    'Feeds that the price follows: one, or two that must agree.',
  ),
  maxDeviationPercent: setting(
    v.optional(integer(1, 90), 50),
    'How far a single feed may be from `price`, or two feeds from each other.',
  ),
  decimals: setting(v.optional(byChain(integer(0, MAX_DECIMALS)), 18), 'Decimals of the token’s contracts.'),
  addresses: setting(
    v.optional(v.record(name, address), {}),
    'Contracts by chain. The native token of a chain needs none there.',
  ),
  resetsAllowance: setting(
    v.optional(v.boolean(), false),
    'The token refuses to change a nonzero allowance, as USDT does. The app sets it to 0 first.',
  ),
  logo: setting(v.optional(ownPath), 'Path of a square picture on the app’s own origin. Default: a picture by ticker.'),
  float: setting(
    v.optional(byChain(decimalText)),
    'Tokens that a vault keeps. `causeway vault fund` fills it up to this amount, and a sweep takes what is above.',
  ),
  perDay: setting(v.optional(byChain(decimalText)), 'Most that a vault pays in 24 hours. Required with `transfers`.'),
  transfers: setting(
    v.optional(v.array(transfer), []),
    'Routes of the token. For each pair of chains, the first matching entry decides.',
  ),
});
