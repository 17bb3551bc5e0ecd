import type { Transfer } from '../domain/transfer.ts';
import { isOpen } from '../domain/transfer.ts';
import { transferFacts } from '../domain/verdict/facts.ts';
import type { TransferVerdict } from '../domain/verdict/verdict.ts';
import { verdictOf } from '../domain/verdict/verdictOf.ts';
import { useSession } from './appServices.ts';
import { useNow } from './useNow.ts';

const SECOND = 1000;

/** Where a transfer of this browser stands now. An open one changes with the clock too. */
export function useVerdict(transfer: Transfer): TransferVerdict {
  const { isRunning } = useSession(transfer.terms.id);
  const nowMs = useNow(isOpen(transfer) ? SECOND : null);
  return verdictOf(transferFacts(transfer, { nowMs, isInWallet: isRunning }));
}
