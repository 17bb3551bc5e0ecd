import { createServiceClient } from '../api/serviceClient.ts';
import type { RuntimeConfig } from '../config/runtimeConfig.ts';
import type { AppServices } from '../context/appServices.ts';
import { createRegistry } from '../domain/registry.ts';
import { createTransferStore } from '../store/transferStore.ts';
import { createRuns } from '../tracking/runs.ts';
import { createWagmi, reconnectWallet } from '../wallet/createWagmi.ts';

/** Makes everything that lives as long as the page, and sets it going. */
export function createAppServices(config: RuntimeConfig): AppServices {
  const service = createServiceClient(config.service.baseUrl, window.fetch.bind(window));
  const wagmi = createWagmi(config);
  const store = createTransferStore(window.localStorage, config.installation);
  const registry = createRegistry(config);
  const runs = createRuns();
  // Another tab has written: this one shows the same.
  window.addEventListener('storage', store.getState().refresh);
  const engine = once(async () => {
    const { createEngine } = await import('../tracking/createEngine.ts');
    return createEngine({ installation: config.installation, registry, wagmi, service, store, runs });
  });
  void reconnectWallet(wagmi, config);
  // Transfers that are under way are followed from the start, whatever page is open: once the form has been drawn.
  whenIdle(() => void engine());
  return { config, registry, service, wagmi, store, runs, engine };
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => {
    made ??= make().catch((error: unknown) => {
      // A chunk that did not arrive is fetched anew by whoever needs it next.
      made = null;
      throw error;
    });
    return made;
  };
}

function whenIdle(run: () => void): void {
  // Safari has no requestIdleCallback.
  if ('requestIdleCallback' in window) window.requestIdleCallback(run, { timeout: 2_000 });
  else setTimeout(run, 200);
}
