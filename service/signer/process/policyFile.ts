import { readFile, stat } from 'node:fs/promises';
import * as v from 'valibot';
import { parseAmount } from '#shared/amount.ts';
import { CATEGORIES } from '#shared/wire/pairs.ts';
import {
  address as accountAddress,
  decimalText,
  depth,
  describeIssue,
  family,
  integer,
  name,
  rpcUrl,
} from '../../boot/configSchema.ts';
import { validateDepth, validateRpcUrls } from '../../boot/mainnetRules.ts';
import type { ChainFamily } from '../../boot/model/chainFamily.ts';
import { InvalidConfig } from '../../boot/operatorError.ts';
import { parseDepth } from '../../boot/parseChain.ts';
import { resolveSecretFiles } from '../../boot/privateFiles.ts';
import type { ReportProblem } from '../../boot/reportProblem.ts';
import type { Depth } from '../../chain/model/depth.ts';
import type { ChainPolicy, Policy, RoutePolicy, TokenPolicy } from './policy.ts';

const MAX_DECIMALS = 24;

const token = v.strictObject({
  name,
  address: accountAddress,
  decimals: integer(0, MAX_DECIMALS),
  maxPerPayment: decimalText,
});

const chain = v.strictObject({
  name,
  id: integer(1, Number.MAX_SAFE_INTEGER),
  // A forgotten category must not allow less.
  category: v.optional(
    v.picklist(CATEGORIES, ({ received }) => `must be "Mainnet" or "Testnet", not ${received}`),
    'Mainnet',
  ),
  rpcUrls: v.pipe(v.array(rpcUrl), v.minLength(1, 'must not be empty')),
  quorum: v.optional(integer(1, 100)),
  family,
  confirmations: v.optional(depth),
  payoutConfirmations: v.optional(depth),
  depositContract: accountAddress,
  vault: accountAddress,
  retiredVaults: v.optional(v.array(accountAddress), []),
  maxGasLimit: integer(21_000, 100_000_000),
  maxGasPriceGwei: decimalText,
  tokens: v.array(token),
});

const route = v.strictObject({ token: name, from: name, to: name, minFee: v.optional(decimalText, '0') });

/** The shape of a policy file. */
export const policyFileSchema = v.strictObject({
  // For editors only.
  $schema: v.optional(v.string()),
  hotWallet: accountAddress,
  formerHotWallets: v.optional(v.array(accountAddress), []),
  chains: v.array(chain),
  routes: v.array(route),
});

type PolicyFile = v.InferOutput<typeof policyFileSchema>;

type PolicySource = {
  readonly chain: {
    readonly rpcUrls: readonly string[];
    readonly family: ChainFamily;
    readonly confirmations: Depth;
    readonly payoutConfirmations: Depth;
  };
  readonly path: string;
};

const MIN_CONFIRMATIONS = 2;
const MIN_FINAL_CONFIRMATIONS = 12;

/** Reports each setting with which the signer would believe too little evidence on a mainnet, with what to set instead. */
function validateMainnetPolicy(report: ReportProblem, { chain, path }: PolicySource): void {
  validateRpcUrls(report, { chain, path });
  const floors = [
    [
      'confirmations',
      chain.confirmations,
      MIN_CONFIRMATIONS,
      'a reorg of one block would remove a deposit that the signer paid',
    ],
    [
      'payoutConfirmations',
      chain.payoutConfirmations,
      MIN_FINAL_CONFIRMATIONS,
      'a shallow reorg would remove a payment that counts as made',
    ],
  ] as const;
  for (const [setting, depth, floor, reason] of floors) {
    validateDepth(report, { path: `${path}.${setting}`, depth, family: chain.family, floor, reason });
  }
}

const GWEI_DECIMALS = 9;

type ChainFile = PolicyFile['chains'][number];
type TokenFile = ChainFile['tokens'][number];
type RouteFile = PolicyFile['routes'][number];

function parsePolicyAmount(
  report: ReportProblem,
  path: string,
  { text, decimals }: { text: string; decimals: number },
): bigint {
  const result = parseAmount(text, decimals);
  if (!result.ok) report(path, `must fit the token's ${decimals} decimals, not ${text}`);
  return result.ok ? result.amount : 0n;
}

function parseToken(report: ReportProblem, path: string, { maxPerPayment, ...rest }: TokenFile): TokenPolicy {
  const { decimals } = rest;
  return {
    ...rest,
    maxPerPayment: parsePolicyAmount(report, `${path}.maxPerPayment`, { text: maxPerPayment, decimals }),
  };
}

function parseChain(report: ReportProblem, path: string, file: ChainFile): ChainPolicy {
  const { category, family: kind, maxGasPriceGwei, quorum = file.rpcUrls.length, ...rest } = file;
  const depths = {
    confirmations: parseDepth(report, 'confirmations', { path, depth: file.confirmations, family: kind }),
    payoutConfirmations: parseDepth(report, 'payoutConfirmations', {
      ...{ path, depth: file.payoutConfirmations, family: kind },
    }),
  };
  if (category === 'Mainnet') {
    validateMainnetPolicy(report, { chain: { ...file, ...depths, family: kind ?? 'other' }, path });
  }
  if (quorum > file.rpcUrls.length)
    report(`${path}.quorum`, `must be at most ${file.rpcUrls.length}, the number of rpcUrls`);
  if (quorum * 2 <= file.rpcUrls.length) report(`${path}.quorum`, 'must be more than half of the rpcUrls');
  const addresses = file.tokens.map(({ address }) => address);
  if (new Set(addresses).size < addresses.length) report(`${path}.tokens`, 'list an address twice');
  return {
    ...{ ...rest, ...depths, quorum },
    maxGasLimit: BigInt(file.maxGasLimit),
    maxGasPrice: parsePolicyAmount(report, `${path}.maxGasPriceGwei`, {
      text: maxGasPriceGwei,
      decimals: GWEI_DECIMALS,
    }),
    tokens: file.tokens.map((entry, index) => parseToken(report, `${path}.tokens.${index}`, entry)),
  };
}

function parseRoute(
  report: ReportProblem,
  path: string,
  { route: file, chains }: { readonly route: RouteFile; readonly chains: readonly ChainPolicy[] },
): RoutePolicy {
  const tokenOn = (chainName: string) =>
    chains.find((candidate) => candidate.name === chainName)?.tokens.find((candidate) => candidate.name === file.token);
  for (const end of ['from', 'to'] as const) {
    if (!tokenOn(file[end])) report(`${path}.${end}`, `is ${file[end]}, but "chains" lists no ${file.token} there`);
  }
  const decimals = tokenOn(file.from)?.decimals ?? 0;
  return { ...file, minFee: parsePolicyAmount(report, `${path}.minFee`, { text: file.minFee, decimals }) };
}

/**
 * Parses the text of a policy file.
 * @throws InvalidConfig with a sentence for each wrong setting
 */
export function parsePolicy(text: string): Policy {
  const file = v.safeParse(v.pipe(v.string(), v.parseJson(undefined, 'is not JSON'), policyFileSchema), text);
  if (!file.success) throw new InvalidConfig(file.issues.map(describeIssue));
  const problems: string[] = [];
  const report: ReportProblem = (path, problem) => problems.push(`${path} ${problem}.`);
  const ids = file.output.chains.map(({ id }) => id);
  if (new Set(ids).size < ids.length) report('chains', 'list an id twice');
  const chains = file.output.chains.map((entry, index) => parseChain(report, `chains.${index}`, entry));
  const routes = file.output.routes.map((entry, index) =>
    parseRoute(report, `routes.${index}`, { route: entry, chains }),
  );
  const { hotWallet, formerHotWallets } = file.output;
  if (formerHotWallets.includes(hotWallet)) report('formerHotWallets', 'must not list the hot wallet itself');
  if (problems.length > 0) throw new InvalidConfig(problems);
  return { hotWallet, formerHotWallets, chains, routes };
}

/**
 * Reads the policy from a file that only its owner can change.
 * @throws InvalidConfig
 */
export async function readPolicy(path: string): Promise<Policy> {
  const status = await stat(path).catch(() => null);
  const text = await readFile(path, 'utf8').catch(() => null);
  if (!status || text === null)
    throw new InvalidConfig([
      `CAUSEWAY_SIGNER_POLICY is ${path}, but the signer cannot read that file. Correct the path or its permissions.`,
    ]);
  if (process.platform !== 'win32' && (status.mode & 0o022) !== 0) {
    throw new InvalidConfig([
      `${path} is the signer's policy, but other accounts can change it. Run: chmod go-w ${path}`,
    ]);
  }
  const problems: string[] = [];
  const resolved = await resolveSecretFiles(text, problems);
  if (problems.length > 0) throw new InvalidConfig(problems);
  return parsePolicy(resolved);
}
