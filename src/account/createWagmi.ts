import type { Connector } from 'wagmi';
import { createConfig, createStorage, injected } from 'wagmi';
import { getConnection, reconnect, watchConnection, watchConnectors } from 'wagmi/actions';
import type { RuntimeConfig } from '#shared/config/runtimeConfig.ts';
import type { ClientOf } from '../chain/chainClients.ts';
import type { ConnectorLoader } from './connectorLoader.ts';
import { isFramed, remoteWalletOf } from './remoteWallets.ts';
import type { WalletConnection } from './shownAccount.ts';
import { walletKey } from './shownAccount.ts';

/** wagmi discovers wallets by EIP-6963. `injected` adds wallets that only set `window.ethereum`. */
export function createWagmi(config: RuntimeConfig, clientOf: ClientOf) {
  const [first, ...rest] = config.chains.map(({ id }) => clientOf(id).chain);
  if (!first) throw new Error('the configuration names no chain');
  return createConfig({
    chains: [first, ...rest],
    client: ({ chain }) => clientOf(chain.id),
    connectors: [injected()],
    storage: createStorage({ storage: window.localStorage, key: walletKey(config.installation) }),
  });
}

export type Wagmi = ReturnType<typeof createWagmi>;

/**
 * Reconnects the last visit's wallet, even if it announces itself late. The app does not use wagmi's `WagmiProvider`,
 * because its first render drops every connection, including one that a fast wallet has already restored.
 */
export async function reconnectWallet(wagmi: Wagmi, { load }: ConnectorLoader): Promise<void> {
  // A connection restored from storage has no connector.
  wagmi.setState((state) => ({ ...state, connections: new Map() }));
  // A Safe shows this page only for its own account.
  const framing = isFramed(window) ? await load('safe') : null;
  if (framing) await reconnect(wagmi, { connectors: [framing.connector] });
  const recent = await wagmi.storage?.getItem('recentConnectorId');
  if (!recent || wagmi.state.status !== 'disconnected') return;
  const remote = remoteWalletOf(recent);
  const loaded = remote && (await load(remote, { isConnected: true }));
  const connector = loaded?.connector ?? (remote ? null : await findConnector(wagmi, recent));
  if (connector && wagmi.state.status === 'disconnected') await reconnect(wagmi, { connectors: [connector] });
}

/** Copies every change of the connection to the store that the screens read. */
export function mirrorConnection(wagmi: Wagmi, connection: WalletConnection): void {
  const mirror = ({ address, chainId, isReconnecting }: ReturnType<typeof getConnection>) =>
    connection.setState({ address, chainId, isReconnecting });
  mirror(getConnection(wagmi));
  watchConnection(wagmi, { onChange: mirror });
}

function findConnector(wagmi: Wagmi, id: string): Promise<Connector> {
  return new Promise((resolve) => {
    const checkConnectors = () => {
      const found = wagmi.connectors.find((connector) => connector.id === id);
      if (!found) return;
      stop();
      resolve(found);
    };
    const stop = watchConnectors(wagmi, { onChange: checkConnectors });
    checkConnectors();
  });
}
