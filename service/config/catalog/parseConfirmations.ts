import type { ConfirmationTier } from '../../domain/catalog.ts';
import type { ChainConfig } from '../configFileSchema.ts';
import type { ReportProblem } from './reportProblem.ts';
import { parsePositiveDecimal } from './reportProblem.ts';

type ChainDepths = { readonly chain: ChainConfig; readonly path: string };

// The watcher reads reorgWindow blocks again. It would miss a reorg of a deposit that is pending for longer.
const BEYOND_WINDOW = 'must not be more than reorgWindow, or the service misses a reorg';

export function validateConfirmations(report: ReportProblem, { chain, path }: ChainDepths): void {
  const { confirmations, reorgWindow, blockRange } = chain;
  if (confirmations > reorgWindow)
    report(`${path}.confirmations`, `${BEYOND_WINDOW}: ${confirmations} > ${reorgWindow}`);
  if (blockRange <= reorgWindow) {
    const reason = 'must be more than reorgWindow, or the watcher never advances';
    report(`${path}.blockRange`, `${reason}: ${blockRange} <= ${reorgWindow}`);
  }
}

export function parseTiers(report: ReportProblem, { chain, path }: ChainDepths): readonly ConfirmationTier[] {
  const tiers = chain.confirmationTiers.map(({ above, confirmations }, index) => ({
    above: parsePositiveDecimal(report, `${path}.confirmationTiers.${index}.above`, above),
    confirmations,
  }));
  tiers.forEach(({ above, confirmations }, index) => {
    const tierPath = `${path}.confirmationTiers.${index}`;
    const before = tiers[index - 1] ?? { above: 0n, confirmations: chain.confirmations };
    if (above <= before.above) report(`${tierPath}.above`, 'must be more than in the tier before');
    if (confirmations <= before.confirmations) {
      report(`${tierPath}.confirmations`, `must be more than the ${before.confirmations} of smaller deposits`);
    }
    if (confirmations > chain.reorgWindow) {
      report(`${tierPath}.confirmations`, `${BEYOND_WINDOW}: ${confirmations} > ${chain.reorgWindow}`);
    }
  });
  return tiers;
}

/** The configured finality, or else the confirmations of the largest deposits. */
export function parseFinality(report: ReportProblem, { chain, path }: ChainDepths): number {
  const deepest = Math.max(chain.confirmations, ...chain.confirmationTiers.map(({ confirmations }) => confirmations));
  const finality = chain.finality ?? deepest;
  if (finality < deepest) {
    report(`${path}.finality`, `must not be less than the ${deepest} confirmations of the largest deposits`);
  }
  if (finality > chain.reorgWindow) report(`${path}.finality`, `${BEYOND_WINDOW}: ${finality} > ${chain.reorgWindow}`);
  return finality;
}
