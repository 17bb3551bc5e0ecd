import type { Logger } from 'pino';
import { readTransferIds } from '../../db/obligations.ts';
import type { SendKey } from '../../db/sends.ts';
import type { EngineContext } from '../engineContext.ts';

type LogContext = Pick<EngineContext, 'database' | 'logger'>;

/** Writes a line about a send for each of its transfers: whoever looks for a transfer finds all that happened to it. */
export async function logForSend(
  { database, logger }: LogContext,
  send: SendKey,
  write: (log: Logger) => void,
): Promise<void> {
  const { chainId, nonce } = send;
  for (const transfer of await readTransferIds(database, send)) write(logger.child({ transfer, chainId, nonce }));
}

/** Does a piece of work on a send, and says whose it was if it fails. */
export async function namingTransfers<T>(context: LogContext, send: SendKey, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    // Without the database nobody knows whose it was; the turn fails with the first error either way.
    await logForSend(context, send, (log) =>
      log.warn({ err: error }, 'work on a payment failed and is tried again'),
    ).catch(() => {});
    throw error;
  }
}
