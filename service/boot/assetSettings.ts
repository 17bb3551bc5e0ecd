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
  name: setting(name, 'Name of the chain, in the app and in the interface.'),
  id: setting(integer(1, MAX_CHAIN_ID), 'EIP-155 chain id.'),
  nativeToken: setting(name, 'Ticker of the native token. `tokens` has its price.'),
  category: setting(
    v.optional(
      v.picklist(CATEGORIES, ({ received }) => `must be "Mainnet" or "Testnet", not ${received}`),
      'Mainnet',
    ),
    '`Mainnet` or `Testnet`. A mainnet refuses unsafe settings.',
  ),
  family: setting(
    v.optional(family),
    'Kind of the chain: it decides the default depths, and what a transaction costs beyond its gas.',
  ),
  status: setting(
    v.optional(
      v.picklist(CHAIN_STATUSES, ({ received }) => `must be one of ${CHAIN_STATUSES.join(', ')}, not ${received}`),
      'open',
    ),
    '`open`; `closing`: new deposits are refunded; `closed`: only the signer still asks what its vaults have paid.',
  ),
  rpcUrls: setting(rpcUrls, 'RPC endpoints of the service, each of another provider.'),
  wsUrls: setting(
    v.optional(v.array(wsUrl), []),
    'WebSocket endpoints that announce new blocks. Nothing else is taken from them.',
  ),
  quorum: setting(
    v.optional(integer(1, 100)),
    'How many of `rpcUrls` must give the same answer. Default: more than half.',
  ),
  publicRpcUrls: setting(
    v.pipe(v.array(publicUrl), v.minLength(1, 'must not be empty')),
    'RPC endpoints of browsers, without secrets. Two providers or more let the app compare answers.',
  ),
  depositContract: setting(v.optional(address), 'Deposit contract. `causeway chain add` writes it.'),
  vault: setting(
    v.optional(address),
    'Vault: it receives deposits, and pays payouts and refunds. `causeway chain add` writes it.',
  ),
  startBlock: setting(
    v.optional(integer(0, Number.MAX_SAFE_INTEGER), 0),
    'Block from which the service reads deposits. `causeway chain add` writes it.',
  ),
  retiredVaults: setting(
    v.optional(v.array(address), []),
    'Earlier vaults. Deposits to them still count, and what they have paid is paid.',
  ),
  closedVaults: setting(
    v.optional(v.array(address), []),
    'Those of `retiredVaults` whose deposits wait for the operator, because someone else may take what arrives there.',
  ),
  confirmations: setting(
    v.optional(depth),
    'Depth at which a deposit counts: a number, `safe` or `finalized`. A deposit in the newest block has 1. Default: by family.',
  ),
  confirmationsAbove: setting(
    v.optional(v.record(decimalText, depth), {}),
    'Depth of larger deposits, by the value above which it holds: `{ "5000": "finalized" }`.',
  ),
  payoutConfirmations: setting(v.optional(depth), 'Depth at which a payment is final. Default: by family.'),
  finality: setting(
    v.optional(depth),
    'Depth at which a deposit of any value is final. Default: the deeper of the family’s and of the largest deposits’.',
  ),
  exposureCap: setting(
    v.optional(decimalText),
    'Most value that the service pays for deposits of this chain that are not final: what a reorg may cost.',
  ),
  maxGasPriceGwei: setting(
    v.optional(decimalText),
    'Highest gas price of a payment, for service and signer. Required on a mainnet. Default on testnets: 500.',
  ),
  gas: setting(decimalText, 'Native tokens that the hot wallet holds for gas. `causeway vault fund` fills it up.'),
  ignoredTokens: setting(
    v.optional(v.array(address), []),
    'Worthless tokens whose deposits the service drops. They cannot be tokens of this file.',
  ),
  blockTimeMs: setting(v.optional(integer(100, 600_000), 12_000), 'Usual time between two blocks, in milliseconds.'),
  explorerUrl: setting(v.optional(publicUrl), 'Block explorer. Hashes in the app become links to it.'),
  logo: setting(
    v.optional(ownPath),
    'Path of a square picture on the app’s own origin. Default: by chain id, or a disc with an initial.',
  ),
  nameResolver: setting(
    v.optional(address),
    'Universal Resolver of a name service, such as ENS. One chain has it, and it needs public endpoints of two providers.',
  ),
  knownContracts: setting(
    v.optional(v.record(name, address), {}),
    'Contracts that lose what they receive, by a name for people. The app refuses them as recipients.',
  ),
});

const feed = settings({
  chain: setting(name, 'Chain of the feed.'),
  address: v.pipe(v.string(), v.description('Contract of the feed (Chainlink’s `AggregatorV3Interface`).'), address),
  maxAgeSeconds: setting(integer(1, 604_800), 'Age at which an answer is too old: the feed’s heartbeat and some more.'),
});

const transfer = settings({
  from: setting(v.optional(name), 'Origin chain. Default: any chain of the token.'),
  to: setting(v.optional(name), 'Destination chain. Default: any chain of the token.'),
  closed: setting(v.optional(v.boolean(), false), 'Offers no such route.'),
  min: setting(v.optional(decimalText), 'Smallest amount.'),
  max: setting(
    v.optional(decimalText),
    'Largest amount. The signer signs payments up to 120 % of the token’s largest.',
  ),
  feeBps: setting(v.optional(integer(0, 9999)), 'Fee in basis points of the amount.'),
  feeFloor: setting(v.optional(decimalText), 'Least fee, in tokens.'),
  minFee: setting(
    v.optional(decimalText),
    'Least that the bridge keeps of a deposit of an earlier fee. A payout that leaves it less is held. Default: `feeFloor`.',
  ),
});

export const token = settings({
  name: setting(name, 'Ticker.'),
  price: setting(decimalText, 'Price of one token. With `feeds`, the guard rail of the feed.'),
  feeds: setting(
    v.optional(v.pipe(v.array(feed), v.maxLength(2, 'must list at most two')), []),
    'Feeds that the price follows: one, and a second that must agree.',
  ),
  maxDeviationPercent: setting(
    v.optional(integer(1, 90), 50),
    'How far a feed may be from `price`, and two feeds from each other.',
  ),
  decimals: setting(v.optional(byChain(integer(0, MAX_DECIMALS)), 18), 'Decimals of the token’s contracts.'),
  addresses: setting(
    v.optional(v.record(name, address), {}),
    'Contracts, by chain. Where the token is the native one, it needs none.',
  ),
  resetsAllowance: setting(
    v.optional(v.boolean(), false),
    'The token cannot change an allowance that is not 0, as USDT. The app sets it to 0 first.',
  ),
  logo: setting(v.optional(ownPath), 'Path of a square picture on the app’s own origin. Default: by ticker.'),
  float: setting(
    v.optional(byChain(decimalText)),
    'Tokens that a vault holds: `causeway vault fund` fills up to it, and what is above goes to the treasury.',
  ),
  perDay: setting(v.optional(byChain(decimalText)), 'Cap of a vault for 24 hours. Required with `transfers`.'),
  transfers: setting(
    v.optional(v.array(transfer), []),
    'Routes of the token. Of each pair of its chains, the first entry that matches decides.',
  ),
});
