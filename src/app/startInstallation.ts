import type { RuntimeConfig } from '../config/runtimeConfig.ts';
import { VERSION } from '../config/version.ts';
import type { AppServices } from '../context/appServices.ts';
import { startWhenIdle } from './startWhenIdle.ts';

type Inputs = { readonly config: RuntimeConfig } & Pick<AppServices, 'store' | 'notices' | 'embeddedIn'>;

/** Starts what the installation adds to the app, after the first render. */
export function startInstallation({ config, store, notices, embeddedIn }: Inputs): void {
  startWhenIdle(async () => {
    const { watchNotices } = await import('./watchNotices.ts');
    watchNotices({ config, store: notices, page: document, fetchFn: window.fetch.bind(window), now: () => Date.now() });
  });
  const { monitoring } = config;
  if (monitoring) {
    startWhenIdle(async () => {
      const { watchErrors } = await import('./monitoring/watchErrors.ts');
      watchErrors({ page: window, url: monitoring.url, version: VERSION, fetchFn: window.fetch.bind(window) });
    });
  }
  if (embeddedIn === null) return;
  startWhenIdle(async () => {
    const { reportToParent } = await import('./embed/reportToParent.ts');
    reportToParent({ parent: window.parent, site: embeddedIn, store, content: document.body });
  });
}
