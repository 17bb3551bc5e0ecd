import { readFile, stat } from 'node:fs/promises';
import * as v from 'valibot';
import { parseAmount } from '#shared/amount.ts';
import { parseDepth } from '../config/catalog/parseConfirmations.ts';
import type { ReportProblem } from '../config/catalog/reportProblem.ts';
import { InvalidConfig } from '../config/invalidConfig.ts';
import { describeIssue } from '../config/schemaFields.ts';
import { resolveSecretFiles } from '../config/secretFiles.ts';
import type { ChainPolicy, Policy, RoutePolicy, TokenPolicy } from './policy.ts';
import type { PolicyFile } from './policyFileSchema.ts';
import { policyFileSchema } from './policyFileSchema.ts';
import { validateMainnetPolicy } from './validateMainnetPolicy.ts';

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
