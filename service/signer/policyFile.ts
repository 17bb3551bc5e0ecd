import { readFile, stat } from 'node:fs/promises';
import * as v from 'valibot';
import { parseAmount } from '#shared/amount.ts';
import type { ReportProblem } from '../config/catalog/reportProblem.ts';
import { InvalidConfig } from '../config/invalidConfig.ts';
import { address as accountAddress, decimalText, describeIssue, integer, name } from '../config/schemaFields.ts';
import type { ChainPolicy, Policy, TokenPolicy } from './policy.ts';

const MAX_DECIMALS = 24;
const GWEI_DECIMALS = 9;
const NATIVE_DECIMALS = 18;

const token = v.strictObject({
  name,
  address: accountAddress,
  decimals: integer(0, MAX_DECIMALS),
  maxPerPayment: decimalText,
  maxPerHour: decimalText,
});

const chain = v.strictObject({
  name,
  id: integer(1, Number.MAX_SAFE_INTEGER),
  depositContract: accountAddress,
  vault: accountAddress,
  maxGasLimit: integer(21_000, 100_000_000),
  maxGasPriceGwei: decimalText,
  maxGasCostPerHour: decimalText,
  tokens: v.array(token),
});

const policyFileSchema = v.strictObject({ hotWallet: accountAddress, chains: v.array(chain) });

type TokenFile = v.InferOutput<typeof token>;
type ChainFile = v.InferOutput<typeof chain>;

function parsePolicyAmount(
  report: ReportProblem,
  path: string,
  { text, decimals }: { text: string; decimals: number },
): bigint {
  const result = parseAmount(text, decimals);
  if (!result.ok) report(path, `must fit the token's ${decimals} decimals, not ${text}`);
  return result.ok ? result.amount : 0n;
}

function parseToken(
  report: ReportProblem,
  path: string,
  { maxPerPayment, maxPerHour, ...rest }: TokenFile,
): TokenPolicy {
  const { decimals } = rest;
  const policy = {
    ...rest,
    maxPerPayment: parsePolicyAmount(report, `${path}.maxPerPayment`, { text: maxPerPayment, decimals }),
    maxPerHour: parsePolicyAmount(report, `${path}.maxPerHour`, { text: maxPerHour, decimals }),
  };
  if (policy.maxPerPayment > policy.maxPerHour) report(`${path}.maxPerPayment`, 'must not be more than maxPerHour');
  return policy;
}

function parseChain(report: ReportProblem, path: string, file: ChainFile): ChainPolicy {
  const { maxGasPriceGwei, maxGasCostPerHour, ...rest } = file;
  const addresses = file.tokens.map(({ address }) => address);
  if (new Set(addresses).size < addresses.length) report(`${path}.tokens`, 'list an address twice');
  return {
    ...rest,
    maxGasLimit: BigInt(file.maxGasLimit),
    maxGasPrice: parsePolicyAmount(report, `${path}.maxGasPriceGwei`, {
      text: maxGasPriceGwei,
      decimals: GWEI_DECIMALS,
    }),
    maxGasCostPerHour: parsePolicyAmount(report, `${path}.maxGasCostPerHour`, {
      text: maxGasCostPerHour,
      decimals: NATIVE_DECIMALS,
    }),
    tokens: file.tokens.map((entry, index) => parseToken(report, `${path}.tokens.${index}`, entry)),
  };
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
  if (problems.length > 0) throw new InvalidConfig(problems);
  return { hotWallet: file.output.hotWallet, chains };
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
  return parsePolicy(text);
}
