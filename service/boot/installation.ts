import * as v from 'valibot';
import { parseUrl } from '#shared/parseUrl.ts';
import { chain, token } from './assetSettings.ts';
import {
  address,
  byChain,
  date,
  decimalText,
  integer,
  isPrivateUrl,
  lacksCredentials,
  name,
  publicUrl,
  rpcUrl,
  rpcUrls,
  setting,
  settings,
  trustProxy,
} from './fields.ts';
import { webSettings } from './webSettings.ts';

// The shape of installation.json. Each message completes a sentence that starts with the setting's path, and each description is
// the setting's text in the reference and in an editor.

// The roles of the service, and the names that PostgreSQL reserves.
const RESERVED = /^(?:causeway_|pg_)|^(?:postgres|public|none|user)$/;

const operator = v.pipe(
  v.string(),
  v.regex(/^[a-z][a-z0-9_]{0,40}$/, 'must be lower-case letters, digits and underscores, and begin with a letter'),
  v.check((text) => !RESERVED.test(text), 'must be the name of a person, not of a role that exists already'),
);

const MAX_PORT = 65_535;
const listen = settings({
  host: setting(
    v.optional(v.pipe(v.string(), v.ip('must be an IP address')), '127.0.0.1'),
    'Address that the API, the web host and the operator’s ports bind to. In a container: 0.0.0.0.',
  ),
  firstPort: setting(
    v.optional(integer(0, MAX_PORT - 3), 8787),
    'Port of the API. The next three are the operator’s ports of the API and of the worker, and the web host. 0: any free ports.',
  ),
});

const PREFIX = /^(?:\/[\w.~-]+)*\/?$/;

const api = settings({
  url: setting(
    v.pipe(
      publicUrl,
      v.check((url) => PREFIX.test(new URL(url).pathname), 'must end in a path such as /api/v1'),
    ),
    'URL at which browsers and integrators reach the API. Its path prefixes every operation.',
  ),
  trustProxy: setting(
    v.optional(trustProxy),
    'Addresses or networks of your reverse proxies, or `false` without one. The API believes `X-Forwarded-For` only from these.',
  ),
  requestsPerSecond: setting(
    v.optional(integer(1, 1_000_000), 20),
    'Requests per second that a process accepts from one IPv4 address or IPv6 /64 network. A burst may have five times as many.',
  ),
});

const prices = settings({
  currency: setting(
    v.optional(
      v.pipe(
        v.string(),
        v.regex(/^[A-Z]{3,5}$/, ({ received }) => `must be a code such as "USD", not ${received}`),
      ),
      'USD',
    ),
    'Currency of every price and value in this file.',
  ),
  asOf: setting(
    v.optional(date),
    'Day on which you looked up the prices in `tokens`. The service stops quoting 30 days later.',
  ),
});

const vaults = settings({
  owner: setting(
    v.optional(byChain(address)),
    'Multi-signature account that owns the vaults. After the delay, it can raise caps, add payers and withdraw.',
  ),
  guardian: setting(
    v.optional(byChain(address)),
    'Account that can pause the vaults at once and cancel actions that the owner has scheduled.',
  ),
  treasury: setting(
    v.optional(byChain(address)),
    'Account to which the owner sweeps whatever a vault holds above its `float`.',
  ),
  delayHours: setting(
    v.optional(integer(24, 720), 48),
    'Hours that the owner of a new vault must wait between scheduling an action and executing it.',
  ),
});

const screening = settings({
  list: setting(
    v.optional(v.pipe(v.string(), v.minLength(1, 'must not be empty'))),
    'File with one address per line; `#` starts a comment. The worker reads it before each round of payments. To replace it, rename another file to it.',
  ),
  url: setting(
    v.optional(
      v.pipe(
        rpcUrl,
        v.check(isPrivateUrl, 'must be an https URL, or an http URL of this machine'),
        v.check(lacksCredentials, 'must have no user name and password. Put a bearer token into "token"'),
      ),
    ),
    'Service that the worker asks about the sender and the recipient: `https`, or `http` on this machine.',
  ),
  token: setting(
    v.optional(v.pipe(v.string(), v.regex(/^\{file:[^{}]+\}$/, 'must be a reference such as "{file:screening}"'))),
    'Bearer token for `url`, as a reference such as `{file:screening}`. The worker reads the file for each request.',
  ),
});

const guards = settings({
  maxNetOutflow: setting(
    v.optional(decimalText),
    'Value that may leave all vaults without a deposit within 6 hours. Above it, the service stops paying.',
  ),
  approveAbove: setting(
    v.optional(decimalText),
    'Value above which a command needs the approval of a second operator. "0": always.',
  ),
  maxGasFactor: setting(
    v.optional(integer(1, 1_000_000), 5),
    'A payment waits while its gas costs more than this multiple of the network fee that the user was charged.',
  ),
  screening: setting(v.optional(screening), 'Who is asked about the sender and the recipient before each payment.'),
});

const signerChain = settings({
  rpcUrls: setting(rpcUrls, 'The signer’s own RPC endpoints, from other providers than the service’s.'),
  quorum: setting(v.optional(integer(1, 100)), 'How many of these must agree. Default: all.'),
});

/** An address and a port: `10.0.0.5:8790` or `[::1]:8790`. */
function isListenAddress(text: string): boolean {
  const url = parseUrl(`tcp://${text}`);
  return url !== null && url.port !== '' && url.host === text;
}

const isOrigin = (url: string) => url.startsWith('https:') && `${new URL(url).origin}/` === new URL(url).href;
const DNS_NAME = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/;

const signer = v.pipe(
  settings({
    chains: setting(
      v.optional(v.record(name, signerChain), {}),
      'The signer’s view of each chain, by name. Default on testnets: the endpoints of the service.',
    ),
    url: setting(
      v.optional(
        v.pipe(
          v.string(),
          v.url('must be a URL'),
          v.check(isOrigin, 'must be https://, a host and a port, such as https://signer.internal:8790'),
        ),
      ),
      'URL at which workers reach a signer on another machine, over TLS. Default: the socket on this machine.',
    ),
    listen: setting(
      v.optional(
        v.pipe(
          v.string(),
          v.check(
            isListenAddress,
            ({ received }) => `must be an address and a port, such as "10.0.0.5:8790", not ${received}`,
          ),
        ),
      ),
      'Address and port at which the signer listens for workers on other machines.',
    ),
    clients: setting(
      v.optional(
        v.pipe(
          v.array(
            v.pipe(
              v.string(),
              v.regex(DNS_NAME, ({ received }) => `must be a DNS name in small letters without "*", not ${received}`),
            ),
          ),
          v.minLength(1, 'must not be empty'),
        ),
      ),
      'DNS names in the certificates of these workers. The signer refuses all others.',
    ),
  }),
  v.check(
    ({ url, listen, clients }) => new Set([url, listen, clients].map((value) => value === undefined)).size === 1,
    'needs "url", "listen" and "clients" together, or none of them: workers ask "url", and the signer listens at "listen" for "clients"',
  ),
);

/** Constants of the service that a laboratory changes. A mainnet refuses them. */
const lab = v.strictObject({
  operatorPort: v.optional(v.nullable(integer(0, MAX_PORT))),
  burst: v.optional(integer(1, 1_000_000)),
  maxConnectionsPerClient: v.optional(integer(1, 1_000_000)),
  drainSeconds: v.optional(integer(0, 10)),
  maxCursorLagBlocks: v.optional(integer(1, 1_000_000)),
  maxLookAgeSeconds: v.optional(integer(1, 86_400)),
  maxPriceAgeDays: v.optional(integer(1, 36_500)),
  quoteValiditySeconds: v.optional(integer(1, 86_400)),
  feeEpochSeconds: v.optional(integer(1, 3600)),
  paymentTries: v.optional(integer(1, 100)),
  maxWaitSeconds: v.optional(integer(1, 31_536_000)),
  refundGas: v.optional(integer(21_000, 10_000_000)),
  payoutGas: v.optional(integer(21_000, 10_000_000)),
  handlingMinimum: v.optional(decimalText),
  breakerWindowSeconds: v.optional(integer(1, 2_592_000)),
  maxReadAgeSeconds: v.optional(integer(1, 86_400)),
  approvalSeconds: v.optional(integer(1, 2_592_000)),
  screeningTimeoutMs: v.optional(integer(1, 10_000)),
  reorgWindow: v.optional(integer(1, 10_000)),
  blockRange: v.optional(integer(2, 1_000_000)),
  pollIntervalMs: v.optional(integer(50, 600_000)),
  rescanIntervalMs: v.optional(integer(50, 86_400_000)),
  maxHeadAgeSeconds: v.optional(integer(1, 315_360_000)),
  multicall: v.optional(v.nullable(address)),
  maxPerPayment: v.optional(decimalText),
  delaySeconds: v.optional(integer(60, 2_592_000)),
  windowSeconds: v.optional(integer(60, 2_592_000)),
  demoAccounts: v.optional(v.array(address)),
});

/** The shape of installation.json. What settings must agree with each other is validated by the parsers beside this file. */
export const installationSchema = settings({
  // For editors only.
  $schema: v.optional(v.string()),
  name: setting(
    v.pipe(v.string(), v.regex(/^[\w-]{1,40}$/, 'must be at most 40 letters, digits and hyphens')),
    'Name of the installation. If several installations share an origin, browsers store their transfers under this name.',
  ),
  hotWallet: setting(
    v.optional(address),
    'Account that signs payments and pays their gas. `causeway init` and `causeway signer key` write it.',
  ),
  formerHotWallets: setting(
    v.optional(v.array(address), []),
    'Earlier hot wallets. The signer signs nothing while one of them is still a payer of a vault, unless its log has everything that this wallet signed.',
  ),
  operators: setting(v.optional(v.array(operator), []), 'People who run commands. Each has a database role.'),
  database: setting(
    v.optional(v.string()),
    'URL of the PostgreSQL database, without user and password. On testnets also `embedded:` and a folder.',
  ),
  listen: setting(v.optional(listen, {}), 'Addresses and ports of the processes.'),
  api: setting(api, 'The public API.'),
  prices: setting(v.optional(prices, {}), 'Currency and age of the prices in `tokens`.'),
  vaults: setting(v.optional(vaults, {}), 'Who controls the vaults.'),
  guards: setting(v.optional(guards, {}), 'What stops payments automatically, or asks a person first.'),
  chains: setting(v.pipe(v.array(chain), v.minLength(1, 'must not be empty')), 'The chains.'),
  tokens: setting(v.pipe(v.array(token), v.minLength(1, 'must not be empty')), 'The tokens and their routes.'),
  signer: setting(v.optional(signer, {}), 'The signer.'),
  web: setting(v.optional(settings(webSettings), {}), 'The web app.'),
  lab: v.optional(lab, {}),
});

/** A file as a person writes it. */
export type InstallationFile = v.InferInput<typeof installationSchema>;
/** A file of the right shape, with every default. */
export type Installation = v.InferOutput<typeof installationSchema>;
export type ChainSettings = Installation['chains'][number];
export type TokenSettings = Installation['tokens'][number];
export type TransferSettings = TokenSettings['transfers'][number];

function describeProblem({ message, expected, received }: v.BaseIssue<unknown>): string {
  if (expected === 'never') return 'is not a known setting';
  if (received === 'undefined') return 'is missing';
  // Valibot's default messages are not in the form of our sentences.
  return message.startsWith('Invalid ') ? `must be ${expected}, not ${received}` : message;
}

/** Describes an issue as sentences about the settings that it concerns. */
export function describeIssue(issue: v.BaseIssue<unknown>, parent = ''): readonly string[] {
  const path = [parent, v.getDotPath(issue) ?? ''].filter((part) => part !== '').join('.');
  // Of one value and an object of them, the form that has the wrong value inside is meant.
  const isObject = typeof issue.input === 'object';
  const inner = (issue.issues ?? []).filter(({ path: at, type }) => (isObject ? at !== undefined : type !== 'record'));
  if (issue.type === 'union' && inner.length > 0 && /^must be one value/.test(issue.message)) {
    return inner.flatMap((one) => describeIssue(one, path));
  }
  return [`${path === '' ? 'The file' : path} ${describeProblem(issue)}.`];
}
