import type { RuntimeConfig } from '#shared/config/runtimeConfig.ts';
import type { LoadedConnector, RemoteWallet } from './remoteWallets.ts';

export type ConnectorLoader = {
  /** @returns null if the configuration does not offer the wallet */
  readonly load: (wallet: RemoteWallet, options?: { readonly isConnected: boolean }) => Promise<LoadedConnector | null>;
};

async function loadConnector(wallet: RemoteWallet, config: RuntimeConfig, isConnected: boolean) {
  const { connectorFactories } = await import('./remoteWallets.ts');
  return connectorFactories[wallet](config, isConnected);
}

/** Loads each connector once, because two of one kind would compete for one session. */
export function createConnectorLoader(config: RuntimeConfig): ConnectorLoader {
  const loaded = new Map<RemoteWallet, Promise<LoadedConnector | null>>();
  return {
    load: (wallet, { isConnected } = { isConnected: false }) => {
      const known = loaded.get(wallet);
      if (known) return known;
      const loading = loadConnector(wallet, config, isConnected).catch((error: unknown) => {
        // If the chunk did not load, the next choice tries again.
        loaded.delete(wallet);
        throw error;
      });
      loaded.set(wallet, loading);
      return loading;
    },
  };
}
