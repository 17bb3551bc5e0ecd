import type { Logger } from 'pino';
import { readTransferIds } from '../../db/obligations.ts';
import type { SendKey } from '../../domain/payment.ts';
import type { EngineContext } from '../engineContext.ts';

type LogContext = Pick<EngineContext, 'database' | 'logger'>;

/** Logs a line about a send for each of its transfers, so that a search for a transfer finds it. */
export async function logSend(
  { database, logger }: LogContext,
  send: SendKey,
  write: (log: Logger) => void,
): Promise<void> {
  const { chainId, nonce } = send;
  for (const transfer of await readTransferIds(database, send)) write(logger.child({ transfer, chainId, nonce }));
}

/** Works on a send. If the work fails, it logs the error with the send's transfers and throws. */
export async function logFailedSend<T>(context: LogContext, send: SendKey, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    // Without the database the transfers are unknown. The turn fails with the first error either way.
    await logSend(context, send, (log) => log.warn({ err: error }, 'work on a payment failed, will retry')).catch(
      () => {},
    );
    throw error;
  }
}
