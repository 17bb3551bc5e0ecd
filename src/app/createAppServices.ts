import { createServiceClient } from '../api/serviceClient.ts';
import { createChainClients } from '../chain/chainClients.ts';
import type { RuntimeConfig } from '../config/runtimeConfig.ts';
import type { AppServices } from '../context/appServices.ts';
import { createRegistry } from '../domain/registry.ts';
import { createFormMemory } from '../store/formMemory.ts';
import { createTransferStore } from '../store/transferStore.ts';
import { createSessions, sessionOf } from '../tracking/sessions.ts';
import { sleep } from '../tracking/sleep.ts';
import { createStorageLock } from '../tracking/storageLock.ts';
import { createTabs } from '../tracking/tabs.ts';
import { createConnectorLoader } from '../wallet/connectorLoader.ts';
import { createWagmi, reconnectWallet } from '../wallet/createWagmi.ts';
import { createViewedAccount } from '../wallet/viewedAccount.ts';

const TRACKER_RETRY_MS = 15_000;

/** A random id. `crypto.randomUUID` needs a secure origin. */
function createId(): string {
  return crypto.getRandomValues(new BigUint64Array(2)).join('-');
}

/** Creates the parts that live as long as the page, and starts them. */
export function createAppServices(config: RuntimeConfig): AppServices {
  const service = createServiceClient(config.service.baseUrl, window.fetch.bind(window));
  const clientOf = createChainClients(config);
  const wagmi = createWagmi(config, clientOf);
  const connectors = createConnectorLoader(config);
  const viewed = createViewedAccount(window.sessionStorage, `causeway.viewed.${config.installation}`);
  const store = createTransferStore(window.localStorage, config.installation);
  const registry = createRegistry(config);
  const sessions = createSessions();
  const lock = { storage: window.localStorage, page: window, now: () => Date.now(), sleep, createToken: createId };
  const tabs = createTabs(document, navigator.locks, createStorageLock(lock));
  window.addEventListener('storage', store.getState().refresh);

  const chainReads = once(async () => {
    const { createChainReads } = await import('../chain/chainReads.ts');
    return createChainReads(clientOf, registry);
  });
  const runner = once(async () => {
    const [{ createTransferRunner }, { createConnectedWallet }] = await Promise.all([
      import('../tracking/transferRunner.ts'),
      import('../wallet/connectedWallet.ts'),
    ]);
    return createTransferRunner({
      store,
      sessions,
      wallet: createConnectedWallet(wagmi),
      reads: await chainReads(),
      tabs,
      now: () => Date.now(),
      sleep,
      createId,
    });
  });

  async function startTracker(): Promise<void> {
    const { createTracker } = await import('../tracking/createTracker.ts');
    const isRunning = (id: string) => sessionOf(sessions.getState(), id).isRunning;
    const track = createTracker({ store, reads: await chainReads(), service, sleep, isRunning, random: Math.random });
    tabs.runInOneTab(`causeway.tracker.${config.installation}`, track);
  }
  const startTrackerWithRetry = () =>
    void startTracker().catch(() => setTimeout(startTrackerWithRetry, TRACKER_RETRY_MS));

  // A wallet that can't be restored is chosen again in the connect dialog.
  void reconnectWallet(wagmi, connectors).catch(() => {});
  // Every page tracks open transfers, after its first render.
  whenIdle(startTrackerWithRetry);
  return {
    config,
    registry,
    service,
    wagmi,
    connectors,
    viewed,
    store,
    sessions,
    formMemory: createFormMemory(),
    chainReads,
    runner,
  };
}

/** Runs an asynchronous factory once. After a failure, for example a chunk that did not load, the next call retries. */
function once<T>(create: () => Promise<T>): () => Promise<T> {
  let created: Promise<T> | null = null;
  return () => {
    created ??= create().catch((error: unknown) => {
      created = null;
      throw error;
    });
    return created;
  };
}

function whenIdle(run: () => void): void {
  // Safari has no requestIdleCallback.
  if ('requestIdleCallback' in window) window.requestIdleCallback(run, { timeout: 2_000 });
  else setTimeout(run, 200);
}
