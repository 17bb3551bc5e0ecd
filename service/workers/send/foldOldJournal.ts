import { getAddress } from 'viem';
import { readNonce } from '../../chain/transactions.ts';
import { areSettled, foldJournal } from '../../db/foldJournal.ts';
import type { JournalEntry } from '../../db/journalFiles.ts';
import type { EngineContext } from '../engineContext.ts';

// Far longer than any reorg, and than the time in which an operator restores a backup.
const FOLD_AFTER_MS = 30 * 86_400_000;

async function areUsed({ clients }: EngineContext, entries: readonly JournalEntry[]): Promise<boolean> {
  const highest = new Map<string, JournalEntry>();
  for (const entry of entries) {
    const key = `${entry.chainId} ${entry.address}`;
    const before = highest.get(key);
    if (!before || before.nonce < entry.nonce) highest.set(key, entry);
  }
  for (const { chainId, address, nonce } of highest.values()) {
    const client = clients.get(chainId);
    if (!client || (await readNonce(client, getAddress(address))) <= nonce) return false;
  }
  return true;
}

/** Removes journal files whose payments have been final for a month. */
export async function foldOldJournal(context: EngineContext): Promise<false> {
  const { database, journal, logger, clock } = context;
  if (!journal) return false;
  const files = await foldJournal(journal.directory, {
    olderThan: new Date(clock.now().getTime() - FOLD_AFTER_MS),
    areFinal: async (entries) => (await areSettled(database, entries)) && areUsed(context, entries),
  });
  if (files > 0) logger.info({ files }, 'old journal files folded');
  return false;
}
