import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHost } from '../../service/host/createHost.ts';
import { WEB_DIR } from '../../tools/stack/web/webBuild.ts';
import { createFramingServer } from './framingPage.ts';
import { closeServer } from './hostileService.ts';
import { test as base } from './look.ts';
import type { PairedWallet, Relay } from './pairedWallet.ts';
import { startPairedWallet, startRelay } from './pairedWallet.ts';

type WalletSite = { readonly webUrl: string; readonly relay: Relay; readonly safeUrl: string };

export async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Serves the built app from a second host whose configuration offers every wallet. */
export const test = base.extend<{ readonly paired: PairedWallet; readonly site: WalletSite }>({
  site: async ({ stack }, use) => {
    const relay = await startRelay();
    const safe = createFramingServer();
    const safeUrl = await listen(safe);
    const wallets = {
      walletConnect: { projectId: '0123456789abcdef0123456789abcdef', relayUrl: relay.url },
      coinbase: true,
      safe: true,
      safeOrigins: [safeUrl],
      deepLinks: ['metamask', 'trust', 'rainbow', 'coinbase', 'okx', 'phantom'],
    };
    const config = JSON.stringify({ ...stack.readWebConfig(), wallets });
    const host = createHost({ webDir: WEB_DIR, config });
    await use({ webUrl: await listen(host), relay, safeUrl });
    await closeServer(host);
    await closeServer(safe);
    await relay.close();
  },
  paired: async ({ stack, site, funds }, use) => {
    const account = await stack.createAccount(funds);
    const wallet = await startPairedWallet({ stack, relayUrl: site.relay.url, account });
    await use(wallet);
    await wallet.close();
  },
  baseURL: async ({ site }, use) => {
    await use(site.webUrl);
  },
});

export const { expect } = test;
