import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createHost } from '../../service/host/createHost.ts';
import { WEB_DIR } from '../../tools/stack/web/webBuild.ts';
import type { HostileService } from './hostileService.ts';
import { closeServer, startHostileService } from './hostileService.ts';
import { test as base } from './look.ts';

type HostileSite = { readonly webUrl: string; readonly service: HostileService };

/** Serves the built app from a second host whose configuration and security policy contain the hostile service. */
export const test = base.extend<{ readonly hostile: HostileService; readonly site: HostileSite }>({
  site: async ({ stack }, use) => {
    const service = await startHostileService(stack.serviceUrl);
    const config = stack.readWebConfig();
    const text = JSON.stringify({ ...config, service: { baseUrl: service.url, category: 'Testnet' } });
    const host = createHost({ webDir: WEB_DIR, config: text });
    host.listen(0, '127.0.0.1');
    await once(host, 'listening');
    await use({ webUrl: `http://127.0.0.1:${(host.address() as AddressInfo).port}`, service });
    await closeServer(host);
    await service.close();
  },
  hostile: async ({ site }, use) => {
    await use(site.service);
  },
  baseURL: async ({ site }, use) => {
    await use(site.webUrl);
  },
});

export const { expect } = test;
