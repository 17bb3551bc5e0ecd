import { createStore } from 'zustand/vanilla';
import type { Client } from '#client/operations.ts';
import { createOperations } from '#client/operations.ts';
import type { RuntimeConfig } from '#shared/config/runtimeConfig.ts';
import { createConnectorLoader } from '../account/connectorLoader.ts';
import { createViewedAccount, createWalletConnection } from '../account/shownAccount.ts';
import { createYieldWhenDue } from '../api/yieldWhenDue.ts';
import { currentNotices } from '../config/maintenance.ts';
import type { Registry } from '../config/registry.ts';
import { createRegistry } from '../config/registry.ts';
import { VERSION } from '../config/version.ts';
import { createFormMemory } from '../form/formDraft.ts';
import { loadOnce } from '../i18n/loadOnce.ts';
import { sleep } from '../lib/sleep.ts';
import { createSessions, sessionOf } from '../transfer/session/sessionStates.ts';
import type { Tabs } from '../transfer/session/tabs.ts';
import type { LookedAt } from '../transfer/tracking/createTracker.ts';
import { createTransferStore } from '../transfer/transferStore.ts';
import { afterIdle } from '../ui/afterIdle.ts';
import type { AppServices } from './services.ts';

const RETRY_MS = 15_000;

/**
 * Starts something once the page is idle. If it fails, for example because its chunk did not load, it is tried again
 * later.
 */
function startWhenIdle(start: () => Promise<unknown>): void {
  const startWithRetry = () => void start().catch(() => setTimeout(startWithRetry, RETRY_MS));
  void afterIdle(async () => startWithRetry());
}

type TrackerInputs = Pick<AppServices, 'store' | 'looked' | 'sessions' | 'receipts' | 'chainReads'> & {
  readonly config: Pick<RuntimeConfig, 'installation'>;
  readonly tabs: () => Promise<Tabs>;
};

/** Tracks the open transfers in one of the installation's tabs. */
async function startTracker({ config, sessions, receipts, chainReads, tabs, ...inputs }: TrackerInputs): Promise<void> {
  const [{ createTracker }, { receiptsOf }, reads] = await Promise.all([
    import('../transfer/tracking/createTracker.ts'),
    receipts(),
    chainReads(),
  ]);
  const track = createTracker({
    ...inputs,
    reads,
    receiptsOf,
    isRunning: (id) => sessionOf(sessions.getState(), id).isRunning,
    sleep,
    now: () => Date.now(),
    random: Math.random,
  });
  (await tabs()).runInOneTab(`causeway.tracker.${config.installation}`, track);
}

type Inputs = { readonly config: RuntimeConfig } & Pick<AppServices, 'store' | 'notices' | 'embeddedIn'>;

/** Starts what the installation's configuration adds to the app, after the first render. */
function startInstallation({ config, store, notices, embeddedIn }: Inputs): void {
  startWhenIdle(async () => {
    const { watchNotices } = await import('./watchNotices.ts');
    watchNotices({ config, store: notices, page: document, fetchFn: window.fetch.bind(window), now: () => Date.now() });
  });
  const { monitoring } = config;
  if (monitoring) {
    startWhenIdle(async () => {
      const { watchErrors } = await import('./watchErrors.ts');
      watchErrors({ page: window, url: monitoring.url, version: VERSION, fetchFn: window.fetch.bind(window) });
    });
  }
  if (embeddedIn === null) return;
  startWhenIdle(async () => {
    const { reportToParent } = await import('./embed/reportToParent.ts');
    reportToParent({ parent: window.parent, site: embeddedIn, store, content: document.body });
  });
}

type Page = {
  /** The site that shows the app in a frame; null outside of a frame. */
  readonly frameSite: string | null;
  readonly fetchFn: typeof fetch;
};

type Created = {
  readonly services: AppServices;
  /** For after the first render, because loading this earlier would delay the form. */
  readonly startBackground: () => void;
};

/** Calls the transfer service. The first paint needs only the pairs. */
function createService({ service }: RuntimeConfig, fetchFn: typeof fetch): Client {
  return createOperations(service.baseUrl, {
    fetchFn,
    yieldWhenDue: createYieldWhenDue(),
    loadBuilds: () => import('#client/readBuild.ts'),
    loadReceipts: () => import('#client/readReceipt.ts'),
  });
}

/** The chain readers. Each loads on first use. */
function loadChains(config: RuntimeConfig, registry: Registry) {
  const { load: clients } = loadOnce(async () => (await import('../chain/chainClients.ts')).createChainClients(config));
  const { load: chainReads } = loadOnce(async () => {
    const [{ createChainReads }, clientOf] = await Promise.all([import('../transfer/reads/chainReads.ts'), clients()]);
    return createChainReads(clientOf, registry);
  });
  const { load: deskReads } = loadOnce(async () => {
    const [{ createDeskReads }, clientOf] = await Promise.all([
      import('../receipts/reads/createDeskReads.ts'),
      clients(),
    ]);
    return createDeskReads(clientOf, registry);
  });
  return { clients, chainReads, deskReads };
}

/** Creates everything that lives as long as the page. */
export function createAppServices(config: RuntimeConfig, { frameSite, fetchFn }: Page): Created {
  const service = createService(config, fetchFn);
  const connectors = createConnectorLoader(config);
  const viewed = createViewedAccount(() => window.sessionStorage, config.installation);
  const store = createTransferStore(window.localStorage, config.installation);
  const registry = createRegistry(config);
  const sessions = createSessions();
  const looked: LookedAt = createStore(() => ({ id: null }));
  window.addEventListener('storage', store.getState().refresh);

  const { clients, chainReads, deskReads } = loadChains(config, registry);
  const { load: tabs } = loadOnce(async () =>
    (await import('../transfer/session/tabs.ts')).createTabs(document, navigator.locks),
  );
  const { load: receipts } = loadOnce(async () => {
    const { createReceiptSource } = await import('../api/createReceiptSource.ts');
    return createReceiptSource({ service, sleep });
  });
  const { load: contacts } = loadOnce(async () => {
    const { createContactStore } = await import('../account/contacts/contactStore.ts');
    return createContactStore(() => window.localStorage, config.installation);
  });
  const connection = createWalletConnection(() => window.localStorage, config.installation);
  const { load: wagmi } = loadOnce(async () => {
    const [{ createWagmi, mirrorConnection, reconnectWallet }, clientOf] = await Promise.all([
      import('../account/createWagmi.ts'),
      clients(),
    ]);
    const created = createWagmi(config, clientOf);
    // If the wallet can't be restored, the person chooses it again in the connect dialog.
    void reconnectWallet(created, connectors).catch(() => {});
    mirrorConnection(created, connection);
    return created;
  });
  const { load: runner } = loadOnce(async () => {
    const [{ createTransferRunner }, { createConnectedWallet }] = await Promise.all([
      import('../transfer/session/transferRunner.ts'),
      import('../transfer/session/connectedWallet.ts'),
    ]);
    return createTransferRunner({
      store,
      sessions,
      registry,
      wallet: createConnectedWallet(await wagmi()),
      reads: await chainReads(),
      tabs: await tabs(),
      now: () => Date.now(),
      sleep,
      createId: () => crypto.randomUUID(),
    });
  });

  const embeddedIn = frameSite !== null && config.embed?.origins.includes(frameSite) ? frameSite : null;
  const notices = createStore(() => currentNotices(config, Date.now()));

  function startBackground(): void {
    // Every page restores the last visit's wallet and tracks open transfers.
    startWhenIdle(wagmi);
    startWhenIdle(() => startTracker({ config, store, looked, sessions, receipts, chainReads, tabs }));
    // The first quote needs this code. A person who types at once has to wait for it.
    startWhenIdle(() => Promise.all([import('#client/readBuild.ts'), import('../transfer/model/verifyBuild.ts')]));
    startInstallation({ config, store, notices, embeddedIn });
  }
  const services: AppServices = {
    config,
    registry,
    service,
    receipts,
    wagmi,
    connection,
    connectors,
    viewed,
    store,
    sessions,
    looked,
    formMemory: createFormMemory(),
    contacts,
    notices,
    embeddedIn,
    chainReads,
    deskReads,
    runner,
  };
  return { services, startBackground };
}
