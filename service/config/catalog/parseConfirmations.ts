import type { Chain, ConfirmationTier } from '../../domain/catalog.ts';
import type { ChainFamily } from '../../domain/chainFamily.ts';
import { FAMILY_DEPTHS } from '../../domain/chainFamily.ts';
import type { Depth } from '../../domain/depth.ts';
import { deepestOf, isDeeper } from '../../domain/depth.ts';
import type { ChainConfig } from '../configFileSchema.ts';
import type { ReportProblem } from './reportProblem.ts';
import { parsePositiveDecimal } from './reportProblem.ts';

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

export function parseConfirmations(
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
