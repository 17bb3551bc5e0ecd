import { isNativeToken } from '#shared/address.ts';
import { parseAmount } from '#shared/amount.ts';
import type { Depth } from '../chain/model/depth.ts';
import { deepestOf, isDeeper } from '../chain/model/depth.ts';
import type { ChainConfig } from './configSchema.ts';
import type { Chain, ConfirmationTier, Token } from './model/catalog.ts';
import { NATIVE_DECIMALS, vaultsOf } from './model/catalog.ts';
import type { ChainFamily } from './model/chainFamily.ts';
import { FAMILY_DEPTHS } from './model/chainFamily.ts';
import type { ReportProblem } from './reportProblem.ts';
import { parsePositiveDecimal } from './reportProblem.ts';

type ChainProviders = { readonly chain: ChainConfig; readonly path: string };

// Well above the block time of every common chain, and well below the time in which a person would notice. Test chains can
// stand still for longer.
const MAX_HEAD_AGE_SECONDS = { Mainnet: 120, Testnet: 900 } as const;

function defaultQuorum(providers: number): number {
  return providers === 1 ? 1 : Math.floor(providers / 2) + 1;
}

function parseQuorum(report: ReportProblem, { chain, path }: ChainProviders): number {
  const { rpcUrls } = chain;
  const quorum = chain.quorum ?? defaultQuorum(rpcUrls.length);
  if (quorum > rpcUrls.length) {
    report(`${path}.quorum`, `must not be more than the ${rpcUrls.length} entries of "rpcUrls": ${quorum}`);
  }
  // Two URLs on one host are one provider, and its one lie would count twice.
  const hosts = new Set(rpcUrls.map((url) => new URL(url).host));
  if (quorum > 1 && hosts.size < rpcUrls.length) {
    report(`${path}.rpcUrls`, `must be on different hosts, because ${quorum} providers must agree`);
  }
  return quorum;
}

function parseProviders(report: ReportProblem, source: ChainProviders): Pick<Chain, 'quorum' | 'maxHeadAgeSeconds'> {
  const { chain } = source;
  return {
    quorum: parseQuorum(report, source),
    maxHeadAgeSeconds: chain.maxHeadAgeSeconds ?? MAX_HEAD_AGE_SECONDS[chain.category],
  };
}

type ChainDepths = { readonly chain: ChainConfig; readonly path: string };

// The watcher reads reorgWindow blocks again. Of a deposit that waits for longer, it would miss the reorg. With a tag nothing is
// missed: the service stops for a chain that is rewritten deeper than the window, and no other reorg reaches such a deposit.
const BEYOND_WINDOW = 'must not be more than reorgWindow, or the service misses a reorg';

type DepthSetting = {
  readonly path: string;
  readonly depth: Depth | undefined;
  readonly family: ChainFamily | undefined;
};

/** A configured depth, or else that of the chain's family. */
export function parseDepth(
  report: ReportProblem,
  setting: 'confirmations' | 'payoutConfirmations',
  { path, depth, family = 'other' }: DepthSetting,
): Depth {
  const parsed = depth ?? FAMILY_DEPTHS[family]?.[setting];
  if (parsed === undefined) {
    report(
      `${path}.${setting}`,
      `is missing. Set a number, "safe" or "finalized": the family ${family} has no default`,
    );
  }
  return parsed ?? 1;
}

function reportBeyondWindow(report: ReportProblem, { chain, path }: ChainDepths, depth: Depth): void {
  if (typeof depth !== 'number' || depth <= chain.reorgWindow) return;
  report(`${path}.confirmations`, `${BEYOND_WINDOW}: ${depth} > ${chain.reorgWindow}`);
}

function parseTiers(report: ReportProblem, source: ChainDepths, fewest: Depth): readonly ConfirmationTier[] {
  const { chain, path } = source;
  const tiers = chain.confirmationTiers.map(({ above, confirmations }, index) => ({
    above: parsePositiveDecimal(report, `${path}.confirmationTiers.${index}.above`, above),
    confirmations,
  }));
  tiers.forEach(({ above, confirmations }, index) => {
    const tierPath = `${path}.confirmationTiers.${index}`;
    const before = tiers[index - 1] ?? { above: 0n, confirmations: fewest };
    if (above <= before.above) report(`${tierPath}.above`, 'must be more than in the tier before');
    if (!isDeeper(confirmations, before.confirmations)) {
      const less = typeof before.confirmations === 'number' ? before.confirmations : `"${before.confirmations}"`;
      report(`${tierPath}.confirmations`, `must be more than the ${less} of smaller deposits`);
    }
    reportBeyondWindow(report, { chain, path: tierPath }, confirmations);
  });
  return tiers;
}

/** The configured finality, or else that of the family or of the largest deposits, whichever is deeper. */
function parseFinality(report: ReportProblem, { chain, path }: ChainDepths, deepest: Depth): Depth {
  const ofFamily = FAMILY_DEPTHS[chain.family ?? 'other']?.finality ?? deepest;
  const finality = chain.finality ?? deepestOf(deepest, ofFamily);
  if (isDeeper(deepest, finality)) {
    const most = typeof deepest === 'number' ? `${deepest} confirmations` : `"${deepest}"`;
    report(`${path}.finality`, `must not be less than the ${most} of the largest deposits`);
  }
  return finality;
}

function parseConfirmations(
  report: ReportProblem,
  source: ChainDepths,
): Pick<Chain, 'confirmations' | 'confirmationTiers' | 'finality' | 'payoutConfirmations'> {
  const { chain, path } = source;
  const { reorgWindow, blockRange, family } = chain;
  const confirmations = parseDepth(report, 'confirmations', { path, depth: chain.confirmations, family });
  reportBeyondWindow(report, source, confirmations);
  if (blockRange <= reorgWindow) {
    const reason = 'must be more than reorgWindow, or the watcher never advances';
    report(`${path}.blockRange`, `${reason}: ${blockRange} <= ${reorgWindow}`);
  }
  const confirmationTiers = parseTiers(report, source, confirmations);
  const deepest = deepestOf(confirmations, ...confirmationTiers.map((tier) => tier.confirmations));
  return {
    ...{ confirmations, confirmationTiers },
    finality: parseFinality(report, source, deepest),
    payoutConfirmations: parseDepth(report, 'payoutConfirmations', { path, depth: chain.payoutConfirmations, family }),
  };
}

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
