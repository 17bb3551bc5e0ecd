import type { CreateConnectorFn } from 'wagmi';
import type { RuntimeConfig } from '#shared/config/runtimeConfig.ts';
import type { Pairing } from './pairing.ts';

/** Wallets that do not announce themselves in the browser. Their code loads only when they are chosen. */
export type RemoteWallet = 'demo' | 'walletConnect' | 'coinbase' | 'safe';

/** wagmi stores the id of the last connector, and the app reconnects it on the next visit. */
const REMOTE_IDS: Readonly<Record<string, RemoteWallet>> = {
  mock: 'demo',
  walletConnect: 'walletConnect',
  coinbaseWalletSDK: 'coinbase',
  safe: 'safe',
};

export type LoadedConnector = {
  readonly connector: CreateConnectorFn;
  /** Null for a wallet that needs no code to scan. */
  readonly pairing: Pairing | null;
};

export function remoteWalletOf(connectorId: string): RemoteWallet | null {
  return Object.hasOwn(REMOTE_IDS, connectorId) ? (REMOTE_IDS[connectorId] ?? null) : null;
}

/** Whether another window shows this page in a frame, as a Safe does with its apps. */
export function isFramed(page: Window): boolean {
  return page.parent !== page;
}

/** The configured wallets that this page can reach. */
export function offeredWallets({ wallets, demoWallet }: RuntimeConfig): readonly RemoteWallet[] {
  const offered: Readonly<Record<RemoteWallet, boolean>> = {
    safe: wallets.safe && isFramed(window),
    walletConnect: wallets.walletConnect !== undefined,
    coinbase: wallets.coinbase,
    demo: demoWallet !== undefined,
  };
  return (['safe', 'walletConnect', 'coinbase', 'demo'] as const).filter((wallet) => offered[wallet]);
}

const SAFE_ANSWER_MS = 2_000;

/** @returns null if the configuration does not offer the wallet */
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
