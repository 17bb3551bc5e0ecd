import type { ReportProblem } from '../catalog/reportProblem.ts';
import type { ChainConfig } from '../configFileSchema.ts';
import { validateRpcUrls } from './validateRpcUrls.ts';

type ChainSource = { readonly chain: ChainConfig; readonly path: string };

// Floors, not recommendations: how deep a chain reorganises is for the operator to estimate.
const MIN_CONFIRMATIONS = 2;
const MIN_FINAL_CONFIRMATIONS = 12;

function validateDepths(report: ReportProblem, { chain, path }: ChainSource): void {
  const { confirmations, payoutConfirmations, finality } = chain;
  if (confirmations < MIN_CONFIRMATIONS) {
    const reason = 'a reorg of one block would remove a deposit that is already paid';
    report(
      `${path}.confirmations`,
      `must be at least ${MIN_CONFIRMATIONS} on a mainnet, not ${confirmations}: ${reason}`,
    );
  }
  if (payoutConfirmations < MIN_FINAL_CONFIRMATIONS) {
    const reason = 'a shallow reorg would remove a payment that counts as delivered';
    const floor = `must be at least ${MIN_FINAL_CONFIRMATIONS} on a mainnet`;
    report(`${path}.payoutConfirmations`, `${floor}, not ${payoutConfirmations}: ${reason}`);
  }
  if (finality === undefined) {
    report(`${path}.finality`, `is missing. Set it to at least ${MIN_FINAL_CONFIRMATIONS} on a mainnet`);
  } else if (finality < MIN_FINAL_CONFIRMATIONS) {
    const reason = 'the exposure cap counts only deposits that are not final';
    report(`${path}.finality`, `must be at least ${MIN_FINAL_CONFIRMATIONS} on a mainnet, not ${finality}: ${reason}`);
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
