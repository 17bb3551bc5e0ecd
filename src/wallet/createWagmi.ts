import type { Connector, CreateConnectorFn } from 'wagmi';
import { createConfig, createStorage, injected } from 'wagmi';
import { reconnect, watchConnectors } from 'wagmi/actions';
import type { ClientOf } from '../chain/chainClients.ts';
import type { RuntimeConfig } from '../config/runtimeConfig.ts';

const DEMO_WALLET_ID = 'mock';

/** wagmi discovers wallets by EIP-6963. `injected` adds wallets that only set `window.ethereum`. */
export function createWagmi(config: RuntimeConfig, clientOf: ClientOf) {
  const [first, ...rest] = config.chains.map(({ id }) => clientOf(id).chain);
  if (!first) throw new Error('the configuration names no chain');
  return createConfig({
    chains: [first, ...rest],
    client: ({ chain }) => clientOf(chain.id),
    connectors: [injected()],
    storage: createStorage({ storage: window.localStorage, key: `causeway.wallet.${config.installation}` }),
  });
}

export type Wagmi = ReturnType<typeof createWagmi>;

/** The connector of the demo wallet: a local node's unlocked accounts. Loaded only when the configuration offers it. */
export async function loadDemoConnector(
  config: RuntimeConfig,
  isConnected: boolean,
): Promise<CreateConnectorFn | null> {
  const [first, ...rest] = config.demoWallet?.accounts ?? [];
  if (!first) return null;
  const { mock } = await import('wagmi/connectors/mock');
  return mock({ accounts: [first, ...rest], features: { defaultConnected: isConnected, reconnect: true } });
}

/**
 * Reconnects the wallet of the last visit, even when it announces itself late. The app does not use wagmi's
 * `WagmiProvider`: on its first render it drops every connection, including one that a fast wallet has restored.
 */
export async function reconnectWallet(wagmi: Wagmi, config: RuntimeConfig): Promise<void> {
  // A connection restored from storage has no connector.
  wagmi.setState((state) => ({ ...state, connections: new Map() }));
  const recent = await wagmi.storage?.getItem('recentConnectorId');
  if (!recent) return;
  const demo = recent === DEMO_WALLET_ID ? await loadDemoConnector(config, true) : null;
  const connector = demo ?? (await findConnector(wagmi, recent));
  if (wagmi.state.status === 'disconnected') await reconnect(wagmi, { connectors: [connector] });
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
