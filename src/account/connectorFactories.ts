import type { RuntimeConfig } from '../config/runtimeConfig.ts';
import type { LoadedConnector, RemoteWallet } from './remoteWallet.ts';
import { isFramed } from './remoteWallet.ts';

const SAFE_ANSWER_MS = 2_000;

/** @returns null where the configuration does not offer the wallet */
type Factory = (config: RuntimeConfig, isConnected: boolean) => Promise<LoadedConnector | null>;

export const connectorFactories: Readonly<Record<RemoteWallet, Factory>> = {
  /** A local node's unlocked accounts. */
  demo: async ({ demoWallet }, isConnected) => {
    const [first, ...rest] = demoWallet?.accounts ?? [];
    if (!first) return null;
    const { mock } = await import('wagmi/connectors/mock');
    const features = { defaultConnected: isConnected, reconnect: true };
    return { connector: mock({ accounts: [first, ...rest], features }), pairing: null };
  },
  walletConnect: async ({ brand, chains, wallets: { walletConnect } }) => {
    if (!walletConnect) return null;
    const { createWalletConnect } = await import('./walletConnect.ts');
    return createWalletConnect({
      projectId: walletConnect.projectId,
      relayUrl: walletConnect.relayUrl ?? null,
      page: { name: brand.name, origin: window.location.origin },
      chains: chains.map(({ id, rpcUrls }) => ({ id, rpcUrl: rpcUrls[0] ?? '' })),
    });
  },
  coinbase: async ({ brand, wallets }) => {
    if (!wallets.coinbase) return null;
    const { coinbaseWallet } = await import('wagmi/connectors/coinbaseWallet');
    // The other modes send requests to a relay and add inline styles, which the security policy forbids.
    const preference = { options: 'smartWalletOnly' } as const;
    return { connector: coinbaseWallet({ appName: brand.name, preference }), pairing: null };
  },
  safe: async ({ wallets }) => {
    if (!wallets.safe || !isFramed(window)) return null;
    const { safe } = await import('wagmi/connectors/safe');
    const allowedDomains = wallets.safeOrigins.map((origin) => new RegExp(`^${origin.replaceAll('.', '\\.')}$`));
    const options = { allowedDomains, shimDisconnect: true, unstable_getInfoTimeout: SAFE_ANSWER_MS };
    return { connector: safe(options), pairing: null };
  },
};
