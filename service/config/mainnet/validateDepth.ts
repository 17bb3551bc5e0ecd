import type { ChainFamily } from '../../domain/chainFamily.ts';
import type { Depth } from '../../domain/depth.ts';
import type { ReportProblem } from '../catalog/reportProblem.ts';

// On other chains "safe" can be a block that the chain still replaces often.
const SAFE_FAMILIES: readonly ChainFamily[] = ['ethereum', 'opStack', 'arbitrum'];

export type DepthFloor = {
  readonly path: string;
  readonly depth: Depth;
  readonly family: ChainFamily;
  /** The fewest confirmations. */
  readonly floor: number;
  readonly reason: string;
};

/** Reports a depth that is too little for a mainnet. */
export function validateDepth(report: ReportProblem, { path, depth, family, floor, reason }: DepthFloor): void {
  if (depth === 'finalized' || (depth === 'safe' && SAFE_FAMILIES.includes(family))) return;
  if (depth === 'safe') {
    report(
      path,
      `must be a number of at least ${floor} or "finalized" on a mainnet of the family ${family}, not "safe"`,
    );
  } else if (depth < floor) {
    report(path, `must be at least ${floor} on a mainnet, not ${depth}: ${reason}`);
  }
}
