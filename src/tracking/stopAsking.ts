import type { TransferEvent } from '../domain/transfer.ts';
import type { Session } from '../wallet/session.ts';
import { WalletStepFailed } from '../wallet/walletProblem.ts';

const PASSED_ON: ReadonlySet<TransferEvent['type']> = new Set(['depositSent', 'depositFound']);

/**
 * A session that stops to ask the wallet once the person no longer waits for its answer. An answer that still comes is stored
 * if it has a deposit.
 */
export function stopAsking(session: Session, hasGivenUp: () => boolean): Session {
  function ask<A extends readonly unknown[], R>(request: (...values: A) => Promise<R>): (...values: A) => Promise<R> {
    return async (...values) => {
      if (hasGivenUp()) throw new WalletStepFailed({ kind: 'otherTab' });
      return request(...values);
    };
  }
  const { wallet } = session;
  return {
    ...session,
    apply: (event) => (hasGivenUp() && !PASSED_ON.has(event.type) ? null : session.apply(event)),
    wallet: {
      ...wallet,
      send: ask(wallet.send),
      sendBatch: ask(wallet.sendBatch),
      switchChain: ask(wallet.switchChain),
    },
  };
}
