import type { ServiceClient } from '../api/serviceClient.ts';
import type { ChainReads } from '../chain/chainReads.ts';
import type { Transfer } from '../domain/transfer.ts';
import type { TransferStore } from '../store/transferStore.ts';
import type { Presence } from './presence.ts';
import type { Memory } from './trackTransfer.ts';
import { claimedHashes, isTravelling, lookAt } from './trackTransfer.ts';

const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 15_000;
const BACKOFF = 1.35;

type Deps = {
  readonly store: TransferStore;
  readonly reads: ChainReads;
  readonly service: ServiceClient;
  readonly presence: Presence;
  readonly random: () => number;
  /** A transfer whose wallet is open in this page is the runner's, not ours. */
  readonly isRunning: (id: string) => boolean;
};

/** Half to one and a half times the delay: many pages that wait for one service do not ask in step. */
function withJitter(delayMs: number, random: () => number): number {
  return delayMs * (0.5 + random());
}

/** Follows every open transfer from its signature to its end, while this tab is the one that does. */
export function createTracker({ store, reads, service, presence, random, isRunning }: Deps) {
  const followed = new Set<string>();

  /** @returns whether anything was learned; null where nobody answered */
  async function lookOnce(transfer: Transfer, memory: Memory): Promise<boolean | null> {
    const { id } = transfer.terms;
    const others = Object.values(store.getState().transfers).filter((other) => other.terms.id !== id);
    const claimed = claimedHashes(others);
    try {
      const isClaimed = (hash: string) => claimed.has(hash);
      const event = await lookAt(transfer, { reads, service, isClaimed, memory });
      if (event) store.getState().apply(id, event);
      return event !== null;
    } catch {
      // That was no look at all, and the next is as good as this one would have been.
      return null;
    }
  }

  async function follow(id: string, signal: AbortSignal): Promise<void> {
    const memory: Memory = { quietLooks: 0, nonceUsedAt: null };
    let delay = FIRST_DELAY_MS;
    let transfer = store.getState().transfers[id];
    while (transfer && isTravelling(transfer) && !signal.aborted) {
      const learned = isRunning(id) || (await lookOnce(transfer, memory));
      if (learned !== null) memory.quietLooks = learned ? 0 : memory.quietLooks + 1;
      delay = learned ? FIRST_DELAY_MS : Math.min(delay * BACKOFF, MAX_DELAY_MS);
      await presence.sleep(withJitter(delay, random), signal);
      transfer = store.getState().transfers[id];
    }
    followed.delete(id);
  }

  function followAll(signal: AbortSignal): void {
    for (const [id, transfer] of Object.entries(store.getState().transfers)) {
      if (!isTravelling(transfer) || followed.has(id)) continue;
      followed.add(id);
      void follow(id, signal);
    }
  }

  /** Follows until the signal is aborted. */
  return async function track(signal: AbortSignal): Promise<void> {
    followed.clear();
    followAll(signal);
    const unsubscribe = store.subscribe(() => followAll(signal));
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    unsubscribe();
  };
}
