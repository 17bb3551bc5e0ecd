import type { ServiceClient } from '../api/serviceClient.ts';
import type { Transfer } from '../domain/transfer.ts';
import type { TransferStore } from '../store/transferStore.ts';
import type { ChainReads } from '../wallet/chainReads.ts';
import type { Presence } from './presence.ts';
import { claimedHashes, isTravelling, lookAt } from './trackTransfer.ts';

const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 15_000;
const BACKOFF = 1.35;

/** How long to wait for the next look, and how many in a row taught nothing. */
type Pace = { readonly delay: number; readonly quietLooks: number };

const FIRST_PACE: Pace = { delay: FIRST_DELAY_MS, quietLooks: 0 };

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

  /** @returns whether anything was learned */
  async function lookOnce(transfer: Transfer, quietLooks: number): Promise<boolean> {
    const { id } = transfer.terms;
    const claimed = claimedHashes(Object.values(store.getState().transfers));
    const isClaimed = (hash: string) => claimed.has(hash);
    const event = await lookAt(transfer, { reads, service, isClaimed, quietLooks });
    if (event) store.getState().apply(id, event);
    return event !== null;
  }

  async function paceAfterLook(transfer: Transfer, { delay, quietLooks }: Pace): Promise<Pace> {
    const slower = Math.min(delay * BACKOFF, MAX_DELAY_MS);
    if (isRunning(transfer.terms.id)) return FIRST_PACE;
    try {
      const learned = await lookOnce(transfer, quietLooks);
      return learned ? FIRST_PACE : { delay: slower, quietLooks: quietLooks + 1 };
    } catch {
      // Nobody answered: that was no look at all, and the next is as good as this one would have been.
      return { delay: slower, quietLooks };
    }
  }

  async function follow(id: string, signal: AbortSignal): Promise<void> {
    let pace = FIRST_PACE;
    let transfer = store.getState().transfers[id];
    while (transfer && isTravelling(transfer) && !signal.aborted) {
      pace = await paceAfterLook(transfer, pace);
      await presence.sleep(withJitter(pace.delay, random), signal);
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
