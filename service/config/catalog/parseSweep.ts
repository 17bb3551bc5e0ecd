import { zeroAddress } from 'viem';
import { formatAmount, parseAmount } from '#shared/amount.ts';
import type { Catalog, Chain } from '../../domain/catalog.ts';
import { internalAddresses } from '../../domain/catalog.ts';
import { largestPayout } from '../../domain/largestPayout.ts';
import type { SweepRule } from '../../domain/sweep.ts';
import type { ReportProblem } from './reportProblem.ts';

type SweepSource = { readonly float: string; readonly minimum: string; readonly decimals: number };

export function parseSweep(report: ReportProblem, path: string, { decimals, ...texts }: SweepSource): SweepRule {
  const parse = (name: 'float' | 'minimum') => {
    const parsed = parseAmount(texts[name], decimals);
    if (!parsed.ok) report(`${path}.${name}`, `must have at most ${decimals} decimals, not ${texts[name]}`);
    return parsed.ok ? parsed.amount : 1n;
  };
  const rule = { float: parse('float'), minimum: parse('minimum') };
  if (rule.minimum === 0n) report(`${path}.minimum`, 'must be more than 0');
  return rule;
}

type SweepCatalog = Pick<Catalog, 'chains' | 'tokens' | 'routes'>;

function validateTreasury(report: ReportProblem, path: string, catalog: SweepCatalog & { chain: Chain }): void {
  const { chain, tokens } = catalog;
  const { treasury } = chain;
  if (treasury === null) return;
  if (treasury === zeroAddress) report(path, 'must not be the zero address');
  // What arrives at one of these is lost, or is no sweep.
  else if (internalAddresses({ tokens }, chain).includes(treasury)) {
    report(path, `must not be a contract of the bridge, a token or the hot wallet, but is ${treasury}`);
  }
  if (tokens.every(({ deployments }) => deployments.get(chain.name)?.sweep === undefined)) {
    report(path, `has no effect without "sweep" of a token on ${chain.name}`);
  }
}

/** Reports floats that cannot be kept, and sweeps that lead nowhere. */
export function validateSweeps(report: ReportProblem, { chains, tokens, routes }: SweepCatalog): void {
  chains.forEach((chain, index) => {
    validateTreasury(report, `chains.${index}.treasury`, { chains, tokens, routes, chain });
  });
  tokens.forEach(({ name, deployments }, index) => {
    for (const chain of chains) {
      const { sweep, address, decimals } = deployments.get(chain.name) ?? {};
      if (!sweep || !address || decimals === undefined) continue;
      const path = `tokens.${index}.deployments.${chain.name}.sweep`;
      if (chain.treasury === null) report(path, `needs "treasury" of the chain ${chain.name}`);
      const needed = largestPayout(routes, chain, address);
      if (sweep.float < needed) {
        const shown = formatAmount({ amount: needed, decimals });
        report(`${path}.float`, `must be at least ${shown}, the payout of the largest transfer of ${name}`);
      }
    }
  });
}
