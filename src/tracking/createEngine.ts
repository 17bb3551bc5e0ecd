import type { ServiceClient } from '../api/serviceClient.ts';
import type { TransferStore } from '../store/transferStore.ts';
import { createChainReads } from '../wallet/chainReads.ts';
import type { Wagmi } from '../wallet/createWagmi.ts';
import { createTracker } from './createTracker.ts';
import type { Runs } from './runs.ts';
import { createTransferRunner } from './transferRunner.ts';

type Deps = {
  readonly wagmi: Wagmi;
  readonly service: ServiceClient;
  readonly store: TransferStore;
  readonly runs: Runs;
};

/**
 * What reads chains, signs and follows transfers. It is half of the app's weight and none of it is needed to draw the
 * form, so it is fetched after.
 */
export function createEngine({ wagmi, service, store, runs }: Deps) {
  const reads = createChainReads(wagmi);
  const now = () => Date.now();
  const runner = createTransferRunner({ store, runs, wagmi, reads, now, createId: () => crypto.randomUUID() });
  const isRunning = (id: string) => runs.getState()[id]?.isRunning ?? false;
  createTracker({ store, reads, service, isRunning, random: Math.random }).start();
  return { reads, runner };
}

export type Engine = ReturnType<typeof createEngine>;
