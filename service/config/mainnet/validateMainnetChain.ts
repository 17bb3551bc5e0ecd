import { FAMILY_DEPTHS } from '../../domain/chainFamily.ts';
import type { ReportProblem } from '../catalog/reportProblem.ts';
import type { ChainConfig } from '../configFileSchema.ts';
import { validateDepth } from './validateDepth.ts';
import { validateRpcUrls } from './validateRpcUrls.ts';

type ChainSource = { readonly chain: ChainConfig; readonly path: string };

// Floors, not recommendations: how deep a chain reorganises is for the operator to estimate.
const MIN_CONFIRMATIONS = 2;
const MIN_FINAL_CONFIRMATIONS = 12;

function validateDepths(report: ReportProblem, { chain, path }: ChainSource): void {
  const { family = 'other' } = chain;
  const defaults = FAMILY_DEPTHS[family];
  const { confirmations, finality, payoutConfirmations } = { ...defaults, ...chain };
  const floors = [
    {
      ...{ setting: 'confirmations', depth: confirmations, floor: MIN_CONFIRMATIONS },
      reason: 'a reorg of one block would remove a deposit that is already paid',
    },
    {
      ...{ setting: 'payoutConfirmations', depth: payoutConfirmations, floor: MIN_FINAL_CONFIRMATIONS },
      reason: 'a shallow reorg would remove a payment that counts as delivered',
    },
    {
      ...{ setting: 'finality', depth: finality, floor: MIN_FINAL_CONFIRMATIONS },
      reason: 'the exposure cap counts only deposits that are not final',
    },
  ];
  for (const { setting, depth, floor, reason } of floors) {
    if (depth !== undefined) validateDepth(report, { path: `${path}.${setting}`, depth, family, floor, reason });
  }
  if (finality === undefined) {
    report(`${path}.finality`, `is missing. Set it to at least ${MIN_FINAL_CONFIRMATIONS} or "finalized" on a mainnet`);
  }
}

function validateExposure(report: ReportProblem, { chain, path }: ChainSource): void {
  if (chain.exposureCap !== undefined) return;
  const reason = 'without a cap, one reorg can cost every payment for a deposit that it removes';
  report(`${path}.exposureCap`, `is missing. Set the highest value that a reorg of this mainnet may cost: ${reason}`);
}

function validateFamily(report: ReportProblem, { chain, path }: ChainSource): void {
  if (chain.family !== undefined) return;
  const reason = 'some families charge more for a payment than its gas';
  report(`${path}.family`, `is missing. Set the kind of this mainnet, such as "ethereum" or "opStack": ${reason}`);
}

function validateStart(report: ReportProblem, { chain, path }: ChainSource): void {
  if (chain.startBlock > 0) return;
  const reason = 'from block 0 the watcher would read for days before it sees a deposit';
  report(`${path}.startBlock`, `must be the block of the deposit contract on a mainnet, not 0: ${reason}`);
}

/** Reports each setting of a mainnet that is unsafe, with what to set instead. */
export function validateMainnetChain(report: ReportProblem, source: ChainSource): void {
  validateDepths(report, source);
  validateRpcUrls(report, source);
  validateFamily(report, source);
  validateExposure(report, source);
  validateStart(report, source);
}
