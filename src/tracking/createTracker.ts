import { ownValue } from '../domain/ownValue.ts';
import type { Transfer } from '../domain/transfer.ts';
import type { TransferStore } from '../store/transferStore.ts';
import type { PollHistory, PollSources } from './pollTransfer.ts';
import { claimedHashes, needsPolling, pollTransfer } from './pollTransfer.ts';

const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 15_000;
const BACKOFF = 1.35;

type Dependencies = Pick<PollSources, 'reads' | 'service'> & {
  readonly store: TransferStore;
  readonly sleep: (delayMs: number, signal: AbortSignal) => Promise<void>;
  readonly random: () => number;
  /** Whether a wallet session of this page works on the transfer. It is not polled meanwhile. */
  readonly isRunning: (id: string) => boolean;
};

/** 0.5 to 1.5 times the delay, so that many pages do not poll the service at the same moment. */
function withJitter(delayMs: number, random: () => number): number {
  return delayMs * (0.5 + random());
}

/** Polls every open transfer from its signature to its end. One tab at a time runs a tracker. */
export function createTracker({ store, reads, service, sleep, random, isRunning }: Dependencies) {
  /** @returns whether the poll learned something; null if the chains or the service did not answer */
  async function pollOnce(transfer: Transfer, history: PollHistory): Promise<boolean | null> {
    const { id } = transfer.terms;
    const others = Object.values(store.getState().transfers).filter((other) => other.terms.id !== id);
    const claimed = claimedHashes(others);
    try {
      const isClaimed = (hash: string) => claimed.has(hash);
      const event = await pollTransfer(transfer, { reads, service, isClaimed, history });
      if (event) store.getState().apply(id, event);
      return event !== null;
    } catch {
      // The error is not shown: the next poll repeats the same reads.
      return null;
    }
  }

  async function pollUntilDone(id: string, signal: AbortSignal): Promise<void> {
    const history: PollHistory = { emptyPolls: 0, nonceUsedAt: null, searchFrom: null };
    let delay = FIRST_DELAY_MS;
    let transfer = ownValue(store.getState().transfers, id);
    while (transfer && needsPolling(transfer) && !signal.aborted) {
      const learned = isRunning(id) || (await pollOnce(transfer, history));
      if (learned !== null) history.emptyPolls = learned ? 0 : history.emptyPolls + 1;
      delay = learned ? FIRST_DELAY_MS : Math.min(delay * BACKOFF, MAX_DELAY_MS);
      await sleep(withJitter(delay, random), signal);
      transfer = ownValue(store.getState().transfers, id);
    }
  }

  /** Polls until the signal is aborted. */
  return async function track(signal: AbortSignal): Promise<void> {
    const polled = new Set<string>();
    function pollAll(): void {
      for (const [id, transfer] of Object.entries(store.getState().transfers)) {
        if (!needsPolling(transfer) || polled.has(id)) continue;
        polled.add(id);
        void pollUntilDone(id, signal).finally(() => polled.delete(id));
      }
    }
    pollAll();
    const unsubscribe = store.subscribe(pollAll);
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    unsubscribe();
  };
}
