import type { CreateConnectorFn } from 'wagmi';
import type { Pairing } from './pairing.ts';

/** Wallets that do not announce themselves in the browser. The app fetches the code of one only when it is chosen. */
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

/** Whether a page of another window shows this one in a frame, as a Safe does with its apps. */
export function isFramed(page: Window): boolean {
  return page.parent !== page;
}
