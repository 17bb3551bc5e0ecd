import type { ServiceClient } from '../api/serviceClient.ts';
import type { Transfer } from '../domain/transfer.ts';
import type { TransferStore } from '../store/transferStore.ts';
import type { ChainReads } from '../wallet/chainReads.ts';
import { claimedHashes, isTravelling, lookAt } from './trackTransfer.ts';

const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 15_000;
const BACKOFF = 1.35;

type Deps = {
  readonly store: TransferStore;
  readonly reads: ChainReads;
  readonly service: ServiceClient;
  readonly random: () => number;
  /** A transfer whose wallet is open in this page is the runner's, not ours. */
  readonly isRunning: (id: string) => boolean;
};

/** Half to one and a half times the delay: many pages that wait for one service do not ask in step. */
export function withJitter(delayMs: number, random: () => number): number {
  return delayMs * (0.5 + random());
}

function sleepUntilWanted(delayMs: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onVisible);
      resolve();
    };
    const onVisible = () => {
      if (!document.hidden) done();
    };
    // In a hidden tab the timer runs out unheard; becoming visible is what wakes it.
    const timer = setTimeout(() => {
      if (!document.hidden) done();
    }, delayMs);
    document.addEventListener('visibilitychange', onVisible);
  });
}

/** Follows every open transfer from its signature to its end, for as long as the page lives. */
export function createTracker({ store, reads, service, random, isRunning }: Deps) {
  const followed = new Set<string>();

  /** @returns whether anything was learned */
  async function lookOnce(id: string, transfer: Transfer): Promise<boolean> {
    const claimed = claimedHashes(Object.values(store.getState().transfers));
    // Nobody answered: the next look is as good as this one would have been.
    const event = await lookAt(transfer, { reads, service, isClaimed: (hash) => claimed.has(hash) }).catch(() => null);
    if (event) store.getState().apply(id, event);
    return event !== null;
  }

  async function follow(id: string): Promise<void> {
    let delay = FIRST_DELAY_MS;
    let transfer = store.getState().transfers[id];
    while (transfer && isTravelling(transfer)) {
      const learned = isRunning(id) || (await lookOnce(id, transfer));
      delay = learned ? FIRST_DELAY_MS : Math.min(delay * BACKOFF, MAX_DELAY_MS);
      await sleepUntilWanted(withJitter(delay, random));
      transfer = store.getState().transfers[id];
    }
    followed.delete(id);
  }

  function followAll(): void {
    for (const [id, transfer] of Object.entries(store.getState().transfers)) {
      if (!isTravelling(transfer) || followed.has(id)) continue;
      followed.add(id);
      void follow(id);
    }
  }

  return {
    /** @returns the function that stops taking up new transfers */
    start(): () => void {
      followAll();
      return store.subscribe(followAll);
    },
  };
}
