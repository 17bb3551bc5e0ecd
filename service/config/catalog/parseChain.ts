import { isNativeToken } from '#shared/address.ts';
import { parseAmount } from '#shared/amount.ts';
import type { Chain, Token } from '../../domain/catalog.ts';
import { vaultsOf } from '../../domain/catalog.ts';
import { NATIVE_DECIMALS } from '../../domain/nativeDecimals.ts';
import type { ChainConfig } from '../configFileSchema.ts';
import { parseConfirmations } from './parseConfirmations.ts';
import { parseProviders } from './parseProviders.ts';
import type { ReportProblem } from './reportProblem.ts';
import { parsePositiveDecimal } from './reportProblem.ts';

/** A chain of the file, its path there, and the file's tokens. */
export type ChainSource = { readonly chain: ChainConfig; readonly path: string; readonly tokens: readonly Token[] };

const GWEI_DECIMALS = 9;

function parseNativePrice(report: ReportProblem, { chain, path, tokens }: ChainSource): bigint {
  const token = tokens.find(({ name }) => name === chain.nativeToken);
  const deployment = token?.deployments.get(chain.name);
  const setting = `${path}.nativeToken`;
  if (!token) report(setting, `is ${chain.nativeToken}, but "tokens" does not list it`);
  else if (!deployment || !isNativeToken(deployment.address)) {
    report(setting, `is ${token.name}, but that token's address on ${chain.name} is not the zero address`);
  } else if (deployment.decimals !== NATIVE_DECIMALS) {
    report(setting, `is ${token.name}, which must have ${NATIVE_DECIMALS} decimals, not ${deployment.decimals}`);
  }
  return token?.price ?? 1n;
}

function parseGasPrice(report: ReportProblem, { chain, path }: ChainSource): bigint {
  const gasPrice = parseAmount(chain.maxGasPriceGwei, GWEI_DECIMALS);
  if (gasPrice.ok && gasPrice.amount > 0n) return gasPrice.amount;
  report(`${path}.maxGasPriceGwei`, `must be more than 0 with at most 9 decimals, not ${chain.maxGasPriceGwei}`);
  return 0n;
}

function validateContracts(report: ReportProblem, { chain, path }: ChainSource): void {
  const { depositContract, vault, hotWallet, retiredVaults, closedVaults } = chain;
  if (depositContract === vault) report(`${path}.vault`, `must not be the deposit contract ${depositContract}`);
  if ([depositContract, ...vaultsOf(chain)].includes(hotWallet)) {
    report(`${path}.hotWallet`, `must be an account, not the bridge contract ${hotWallet}`);
  }
  if (new Set(vaultsOf(chain)).size <= retiredVaults.length) {
    report(`${path}.retiredVaults`, 'must not list a vault twice, and not the vault in use');
  }
  if (!closedVaults.every((closed) => retiredVaults.includes(closed))) {
    report(`${path}.closedVaults`, 'must list only vaults of retiredVaults');
  }
  if (retiredVaults.includes(depositContract)) {
    report(`${path}.retiredVaults`, `must not list the deposit contract ${depositContract}`);
  }
}

function validateIgnoredTokens(report: ReportProblem, { chain, path, tokens }: ChainSource): void {
  chain.ignoredTokens.forEach((ignored, index) => {
    const token = tokens.find(({ deployments }) => deployments.get(chain.name)?.address === ignored);
    if (!token) return;
    const reason = 'its deposits are owed to their senders';
    report(`${path}.ignoredTokens.${index}`, `must not be ${ignored}, the token ${token.name} of "tokens": ${reason}`);
  });
}

export function parseChain(report: ReportProblem, source: ChainSource): Chain {
  const { chain, path } = source;
  validateContracts(report, source);
  validateIgnoredTokens(report, source);
  const { maxGasPriceGwei: _gwei, startBlock, exposureCap, ...rest } = chain;
  return {
    ...rest,
    family: chain.family ?? 'other',
    startBlock: BigInt(startBlock),
    ...parseConfirmations(report, source),
    multicall: chain.multicall ?? null,
    treasury: chain.treasury ?? null,
    exposureCap: exposureCap === undefined ? null : parsePositiveDecimal(report, `${path}.exposureCap`, exposureCap),
    ...parseProviders(report, source),
    maxGasPrice: parseGasPrice(report, source),
    nativePrice: parseNativePrice(report, source),
  };
}
