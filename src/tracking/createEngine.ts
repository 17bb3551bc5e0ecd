import type { ServiceClient } from '../api/serviceClient.ts';
import { createChainReads } from '../chain/chainReads.ts';
import type { Registry } from '../domain/registry.ts';
import type { TransferStore } from '../store/transferStore.ts';
import type { Wagmi } from '../wallet/createWagmi.ts';
import { createTracker } from './createTracker.ts';
import { createPresence } from './presence.ts';
import type { Runs } from './runs.ts';
import { createTransferRunner } from './transferRunner.ts';

type Deps = {
  readonly installation: string;
  readonly registry: Registry;
  readonly wagmi: Wagmi;
  readonly service: ServiceClient;
  readonly store: TransferStore;
  readonly runs: Runs;
};

/**
 * What reads chains, signs and follows transfers. It is half of the app's weight and none of it is needed to draw the
 * form, so it is fetched after.
 */
export function createEngine({ installation, registry, wagmi, service, store, runs }: Deps) {
  const reads = createChainReads(wagmi, registry);
  const presence = createPresence(document, navigator.locks);
  const runner = createTransferRunner({
    store,
    runs,
    wagmi,
    reads,
    presence,
    now: () => Date.now(),
    createId: () => crypto.randomUUID(),
  });
  const isRunning = (id: string) => runs.getState()[id]?.isRunning ?? false;
  const track = createTracker({ store, reads, service, presence, isRunning, random: Math.random });
  presence.whileInCharge(`causeway.tracker.${installation}`, track);
  return { reads, runner };
}

export type Engine = ReturnType<typeof createEngine>;
