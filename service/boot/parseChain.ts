import { zeroAddress } from 'viem';
import { NATIVE_DECIMALS, parseAmount } from '#shared/amount.ts';
import { fitsTarget } from '#shared/gasDrop.ts';
import type { Depth } from '../chain/model/depth.ts';
import { deepestOf, isDeeper } from '../chain/model/depth.ts';
import { chainConstantsOf } from './constants.ts';
import { ofChain } from './fields.ts';
import type { ChainSettings, Installation } from './installation.ts';
import type { Chain, ConfirmationTier, Token } from './model/catalog.ts';
import { vaultsOf } from './model/catalog.ts';
import type { ChainFamily } from './model/chainFamily.ts';
import { FAMILY_DEPTHS } from './model/chainFamily.ts';
import type { ReportProblem } from './reportProblem.ts';
import { parsePositiveDecimal } from './reportProblem.ts';

type ChainProviders = { readonly chain: Pick<ChainSettings, 'rpcUrls' | 'quorum'>; readonly path: string };

/** The smallest majority of some endpoints. */
export function majorityOf({ length }: readonly string[]): number {
  return Math.floor(length / 2) + 1;
}

function parseQuorum(report: ReportProblem, { chain, path }: ChainProviders): number {
  const { rpcUrls } = chain;
  const quorum = chain.quorum ?? majorityOf(rpcUrls);
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

/** A chain of the file with its constants, and its path in the file. */
type ChainDepths = {
  readonly chain: ChainSettings & { readonly reorgWindow: number; readonly blockRange: number };
  readonly path: string;
};

// The watcher rereads a window of blocks. If a deposit waits longer than that, the watcher would miss its reorg. With a
// tag nothing is missed: the service stops for a chain that is rewritten deeper than the window, and no other reorg
// reaches such a deposit.
const BEYOND_WINDOW = 'must not be more than the blocks that the service reads again, or it misses a reorg';

type DepthSetting = {
  readonly path: string;
  readonly depth: Depth | undefined;
  readonly family: ChainFamily | undefined;
};

/** A configured depth, otherwise that of the chain's family. */
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
  report(path, `${BEYOND_WINDOW}: ${depth} > ${chain.reorgWindow}`);
}

function parseTiers(report: ReportProblem, source: ChainDepths, fewest: Depth): readonly ConfirmationTier[] {
  const { chain, path } = source;
  const tiers = Object.entries(chain.confirmationsAbove).map(([above, confirmations]) => ({
    path: `${path}.confirmationsAbove.${above}`,
    above: parsePositiveDecimal(report, `${path}.confirmationsAbove.${above}`, above),
    confirmations,
  }));
  tiers.sort((a, b) => (a.above < b.above ? -1 : 1));
  tiers.forEach(({ above, confirmations, path: tierPath }, index) => {
    const { above: aboveBefore = 0n, confirmations: before = fewest } = tiers[index - 1] ?? {};
    if (above === aboveBefore) report(tierPath, 'repeats the value of another entry');
    if (!isDeeper(confirmations, before)) {
      const less = typeof before === 'number' ? before : `"${before}"`;
      report(tierPath, `must be more than the ${less} of smaller deposits`);
    }
    reportBeyondWindow(report, { chain, path: tierPath }, confirmations);
  });
  return tiers.map(({ above, confirmations }) => ({ above, confirmations }));
}

/** The configured finality, otherwise that of the family or of the largest deposits, whichever is deeper. */
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
  reportBeyondWindow(report, { chain, path: `${path}.confirmations` }, confirmations);
  if (blockRange <= reorgWindow) {
    report(
      'lab.blockRange',
      `must be more than reorgWindow, or the watcher never advances: ${blockRange} <= ${reorgWindow}`,
    );
  }
  const confirmationTiers = parseTiers(report, source, confirmations);
  const deepest = deepestOf(confirmations, ...confirmationTiers.map((tier) => tier.confirmations));
  return {
    ...{ confirmations, confirmationTiers },
    finality: parseFinality(report, source, deepest),
    payoutConfirmations: parseDepth(report, 'payoutConfirmations', { path, depth: chain.payoutConfirmations, family }),
  };
}

/** A chain of the file, its path there, the file, and its tokens. */
export type ChainSource = {
  readonly chain: ChainSettings;
  readonly path: string;
  readonly file: Installation;
  readonly tokens: readonly Token[];
};

const GWEI_DECIMALS = 9;
// A mainnet needs its own: see mainnetRules.ts.
const TESTNET_GAS_PRICE_GWEI = '500';

function parseNativePrice(report: ReportProblem, { chain, path, tokens }: ChainSource): bigint {
  const token = tokens.find(({ name }) => name === chain.nativeToken);
  if (!token) report(`${path}.nativeToken`, `is ${chain.nativeToken}, but "tokens" does not list it`);
  return token?.price ?? 1n;
}

/** The highest gas price to sign, in wei. */
export function parseGasPrice(report: ReportProblem, path: string, chain: ChainSettings): bigint {
  const { maxGasPriceGwei = TESTNET_GAS_PRICE_GWEI } = chain;
  const gasPrice = parseAmount(maxGasPriceGwei, GWEI_DECIMALS);
  if (gasPrice.ok && gasPrice.amount > 0n) return gasPrice.amount;
  report(`${path}.maxGasPriceGwei`, `must be more than 0 with at most 9 decimals, not ${maxGasPriceGwei}`);
  return 0n;
}

/** The most native tokens that a payout may bring for gas, in wei; 0 without the setting. */
export function parseGasDrop(report: ReportProblem, path: string, { maxGasDrop = '0' }: ChainSettings): bigint {
  const parsed = parseAmount(maxGasDrop, NATIVE_DECIMALS);
  const amount = parsed.ok ? parsed.amount : 0n;
  // A deposit's target has no room for more digits.
  if (!parsed.ok || !fitsTarget(amount)) {
    report(`${path}.maxGasDrop`, `must be less than 0.1 with at most ${NATIVE_DECIMALS} decimals, not ${maxGasDrop}`);
  }
  return amount;
}

/** A chain's contracts, which `causeway chain add` deploys. */
export function parseContracts(
  report: ReportProblem,
  path: string,
  { name, depositContract, vault }: ChainSettings,
): Pick<Chain, 'depositContract' | 'vault'> {
  const advice = `is missing. Run "causeway chain add ${name}", or write the address of the contract`;
  if (depositContract === undefined) report(`${path}.depositContract`, advice);
  if (vault === undefined) report(`${path}.vault`, advice);
  return { depositContract: depositContract ?? zeroAddress, vault: vault ?? zeroAddress };
}

function validateContracts(report: ReportProblem, path: string, chain: Omit<Chain, 'confirmations'>): void {
  const { depositContract, vault, hotWallet, retiredVaults, closedVaults } = chain;
  if (depositContract === vault && vault !== zeroAddress) {
    report(`${path}.vault`, `must not be the deposit contract ${depositContract}`);
  }
  if (hotWallet !== zeroAddress && [depositContract, ...vaultsOf(chain)].includes(hotWallet)) {
    report('hotWallet', `must be an account, not the bridge contract ${hotWallet} on ${chain.name}`);
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
  const { chain, path, file } = source;
  validateIgnoredTokens(report, source);
  const { maxGasLimit: _signers, ...constants } = chainConstantsOf(chain, file);
  const { name, id, category, family = 'other', rpcUrls, wsUrls, exposureCap } = chain;
  const { retiredVaults, closedVaults, ignoredTokens, nativeToken } = chain;
  const parsed: Chain = {
    ...{ name, id, category, family, rpcUrls, wsUrls, nativeToken },
    ...{ retiredVaults, closedVaults, ignoredTokens },
    isOpen: chain.status === 'open',
    ...parseContracts(report, path, chain),
    hotWallet: file.hotWallet ?? zeroAddress,
    startBlock: BigInt(chain.startBlock),
    ...parseConfirmations(report, { chain: { ...chain, ...constants }, path }),
    treasury: ofChain(file.vaults.treasury, name) ?? null,
    exposureCap: exposureCap === undefined ? null : parsePositiveDecimal(report, `${path}.exposureCap`, exposureCap),
    quorum: parseQuorum(report, { chain, path }),
    ...constants,
    maxGasPrice: parseGasPrice(report, path, chain),
    maxGasDrop: parseGasDrop(report, path, chain),
    nativePrice: parseNativePrice(report, source),
  };
  validateContracts(report, path, parsed);
  return parsed;
}
