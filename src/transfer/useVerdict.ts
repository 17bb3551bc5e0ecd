import { useSession } from '../app/services.ts';
import { useNow } from '../ui/useNow.ts';
import type { Transfer } from './model/transfer.ts';
import { isOpen } from './model/transfer.ts';
import { transferFacts } from './verdict/facts.ts';
import type { TransferVerdict } from './verdict/verdict.ts';
import { verdictOf } from './verdict/verdictOf.ts';

const SECOND = 1000;

/** The verdict on one of this browser's transfers. While the transfer is open, it changes with the clock too. */
export function useVerdict(transfer: Transfer): TransferVerdict {
  const { isRunning } = useSession(transfer.terms.id);
  const nowMs = useNow(isOpen(transfer) ? SECOND : null);
  return verdictOf(transferFacts(transfer, { nowMs, isInWallet: isRunning }));
}
