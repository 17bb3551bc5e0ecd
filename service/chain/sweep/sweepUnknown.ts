import type { Chain } from '../../domain/catalog.ts';

/** What a vault must keep could not be determined, so nothing may be swept. The message is a sentence for the operator. */
export class SweepUnknown extends Error {
  readonly code = 'SWEEP_UNKNOWN';
}

// The workers read each new block. Far more unread blocks mean that one does not run.
const MAX_UNREAD_READS = 20n;

/** @throws SweepUnknown when there are too many blocks between what a worker has read and the newest block */
export function refuseFarBehind(
  { blockRange }: Chain,
  { what, blocks }: { readonly what: string; readonly blocks: bigint },
) {
  if (blocks > MAX_UNREAD_READS * BigInt(blockRange)) throw new SweepUnknown(`${what} is ${blocks} blocks behind`);
}
