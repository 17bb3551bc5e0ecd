import { readFile, stat } from 'node:fs/promises';
import * as v from 'valibot';
import { parseAmount } from '#shared/amount.ts';
import { describeIssue, InvalidConfig } from '../config/config.ts';
import { address as accountAddress, decimalText, integer, name } from '../config/configSchema.ts';
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
  payoutContract: accountAddress,
  maxGasLimit: integer(21_000, 100_000_000),
  maxGasPriceGwei: decimalText,
  maxGasCostPerHour: decimalText,
  tokens: v.array(token),
});

const policyFileSchema = v.strictObject({ maker: accountAddress, chains: v.array(chain) });

type Report = (path: string, problem: string) => void;
type TokenFile = v.InferOutput<typeof token>;
type ChainFile = v.InferOutput<typeof chain>;

function readAmount(report: Report, path: string, { text, decimals }: { text: string; decimals: number }): bigint {
  const result = parseAmount(text, decimals);
  if (!result.ok) report(path, `must fit ${decimals} decimals`);
  return result.ok ? result.amount : 0n;
}

function toToken(report: Report, path: string, { maxPerPayment, maxPerHour, ...rest }: TokenFile): TokenPolicy {
  const { decimals } = rest;
  const policy = {
    ...rest,
    maxPerPayment: readAmount(report, `${path}.maxPerPayment`, { text: maxPerPayment, decimals }),
    maxPerHour: readAmount(report, `${path}.maxPerHour`, { text: maxPerHour, decimals }),
  };
  if (policy.maxPerPayment > policy.maxPerHour) report(`${path}.maxPerPayment`, 'must not be more than maxPerHour');
  return policy;
}

function toChain(report: Report, path: string, file: ChainFile): ChainPolicy {
  const { maxGasPriceGwei, maxGasCostPerHour, ...rest } = file;
  const addresses = file.tokens.map(({ address }) => address);
  if (new Set(addresses).size < addresses.length) report(`${path}.tokens`, 'name an address twice');
  return {
    ...rest,
    maxGasLimit: BigInt(file.maxGasLimit),
    maxGasPrice: readAmount(report, `${path}.maxGasPriceGwei`, { text: maxGasPriceGwei, decimals: GWEI_DECIMALS }),
    maxGasCostPerHour: readAmount(report, `${path}.maxGasCostPerHour`, {
      text: maxGasCostPerHour,
      decimals: NATIVE_DECIMALS,
    }),
    tokens: file.tokens.map((entry, index) => toToken(report, `${path}.tokens.${index}`, entry)),
  };
}

/**
 * Reads the text of a policy file.
 * @throws InvalidConfig with everything that is wrong
 */
export function parsePolicy(text: string): Policy {
  const file = v.safeParse(v.pipe(v.string(), v.parseJson(undefined, 'is not JSON'), policyFileSchema), text);
  if (!file.success) throw new InvalidConfig(file.issues.map(describeIssue));
  const problems: string[] = [];
  const report: Report = (path, problem) => problems.push(`${path}: ${problem}`);
  const ids = file.output.chains.map(({ id }) => id);
  if (new Set(ids).size < ids.length) report('chains', 'name an id twice');
  const chains = file.output.chains.map((entry, index) => toChain(report, `chains.${index}`, entry));
  if (problems.length > 0) throw new InvalidConfig(problems);
  return { maker: file.output.maker, chains };
}

/**
 * Reads the policy from its file, which nobody but its owner may change.
 * @throws InvalidConfig
 */
export async function readPolicy(path: string): Promise<Policy> {
  const status = await stat(path).catch(() => null);
  const text = await readFile(path, 'utf8').catch(() => null);
  if (!status || text === null) throw new InvalidConfig([`${path} cannot be read.`]);
  if (process.platform !== 'win32' && (status.mode & 0o022) !== 0) {
    throw new InvalidConfig([
      `${path} is the signer's policy and other accounts can change it; run: chmod go-w ${path}`,
    ]);
  }
  return parsePolicy(text);
}
