import { UserRejectedRequestError } from 'viem';
import type { StoreApi } from 'zustand/vanilla';
import { createStore } from 'zustand/vanilla';

/** An offer to pair with a wallet on another device or in another app. */
export type Pairing = {
  /** The offer to show as a code or to open in a wallet; null when there is none. */
  readonly uri: StoreApi<{ readonly uri: string | null }>;
  readonly show: (uri: string) => void;
  /**
   * Waits for a wallet to accept the offer. An abandoned offer stays open, so the next attempt waits for the same one.
   * `undo` ends a session that a wallet accepts after the last person left.
   */
  readonly attempt: (offer: () => Promise<void>, undo: () => Promise<void>) => Promise<void>;
  /** The person leaves. Every waiting attempt rejects, as after a rejection in the wallet. */
  readonly leave: () => void;
};

export function createPairing(): Pairing {
  const uri = createStore<{ readonly uri: string | null }>(() => ({ uri: null }));
  const waiting = new Set<(reason: unknown) => void>();
  let open: Promise<void> | null = null;

  function startOffer(offer: () => Promise<void>, undo: () => Promise<void>): Promise<void> {
    const started = offer().finally(() => {
      open = null;
      uri.setState({ uri: null });
    });
    started.then(() => (waiting.size === 0 ? undo() : undefined)).catch(() => {});
    return started;
  }

  return {
    uri,
    show: (next) => uri.setState({ uri: next }),
    attempt: async (offer, undo) => {
      open ??= startOffer(offer, undo);
      let leave: (reason: unknown) => void = () => {};
      const left = new Promise<never>((_resolve, reject) => {
        leave = reject;
      });
      waiting.add(leave);
      const done = () => void waiting.delete(leave);
      await Promise.race([open, left]).then(done, (error: unknown) => {
        done();
        throw error;
      });
    },
    leave: () => {
      for (const reject of [...waiting])
        reject(new UserRejectedRequestError(new Error('The person left the pairing.')));
      waiting.clear();
    },
  };
}
