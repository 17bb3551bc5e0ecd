import type { Transfer } from '../transfer.ts';
import { transferFacts } from '../verdict/transferFacts.ts';
import { aboutVerdict } from '../verdict/verdictKinds.ts';
import { verdictOf } from '../verdict/verdictOf.ts';

/** What a person looks for in the list of transfers. */
export const TRANSFER_GROUPS = ['open', 'attention', 'delivered', 'refunded', 'ended'] as const;

export type TransferGroup = (typeof TRANSFER_GROUPS)[number];

/** A held, late or failed transfer may need the person even where nothing is left to sign. */
export function groupOf(transfer: Transfer, nowMs: number): TransferGroup {
  const verdict = verdictOf(transferFacts(transfer, { nowMs, isInWallet: false }));
  const { standing, tone } = aboutVerdict(verdict);
  if (verdict.kind === 'delivered' || verdict.kind === 'refunded') return verdict.kind;
  if (standing === 'needsYou' || tone !== 'info') return 'attention';
  return standing === 'open' ? 'open' : 'ended';
}
