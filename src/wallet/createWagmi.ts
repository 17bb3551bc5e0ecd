import { defineChain, fallback, http } from 'viem';
import type { Connector, CreateConnectorFn } from 'wagmi';
import { createConfig, createStorage, injected } from 'wagmi';
import { reconnect, watchConnectors } from 'wagmi/actions';
import type { ChainConfig, RuntimeConfig } from '../config/runtimeConfig.ts';

const DEMO_WALLET_ID = 'mock';
const RPC_TIMEOUT_MS = 10_000;

function toViemChain(chain: ChainConfig) {
  return defineChain({
    id: chain.id,
    name: chain.name,
    nativeCurrency: chain.nativeCurrency,
    rpcUrls: { default: { http: chain.rpcUrls } },
    blockTime: chain.blockTimeMs,
    ...(chain.explorerUrl ? { blockExplorers: { default: { name: 'Explorer', url: chain.explorerUrl } } } : {}),
  });
}

function toTransport(chain: ChainConfig) {
  const transports = chain.rpcUrls.map((url) => http(url, { timeout: RPC_TIMEOUT_MS, retryCount: 1 }));
  // Each is retried above; retried as a whole once more, silent nodes would hold a review up for minutes.
  return fallback(transports, { retryCount: 0 });
}

/** Wallets are found by EIP-6963; `injected` serves the ones that only set `window.ethereum`. */
export function createWagmi(config: RuntimeConfig) {
  const [first, ...rest] = config.chains.map(toViemChain);
  if (!first) throw new Error('the configuration names no chain');
  return createConfig({
    chains: [first, ...rest],
    transports: Object.fromEntries(config.chains.map((chain) => [chain.id, toTransport(chain)])),
    connectors: [injected()],
    storage: createStorage({ storage: window.localStorage, key: `causeway.wallet.${config.installation}` }),
    pollingInterval: Math.max(500, Math.min(...config.chains.map((chain) => chain.blockTimeMs)) / 2),
  });
}

export type Wagmi = ReturnType<typeof createWagmi>;

/** The connector over a local node's unlocked accounts. Its code is fetched only where the configuration offers it. */
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
 * Takes up the wallet that was connected when the page was left, however late it announces itself. Instead of wagmi's
 * `WagmiProvider`, which drops every connection when it is drawn: also that of a wallet that answered before.
 */
export async function reconnectWallet(wagmi: Wagmi, config: RuntimeConfig): Promise<void> {
  // What storage brought back has no wallet behind it.
  wagmi.setState((state) => ({ ...state, connections: new Map() }));
  const recent = await wagmi.storage?.getItem('recentConnectorId');
  if (!recent) return;
  const demo = recent === DEMO_WALLET_ID ? await loadDemoConnector(config, true) : null;
  const connector = demo ?? (await findConnector(wagmi, recent));
  if (wagmi.state.status === 'disconnected') await reconnect(wagmi, { connectors: [connector] });
}

function findConnector(wagmi: Wagmi, id: string): Promise<Connector> {
  return new Promise((resolve) => {
    const look = () => {
      const found = wagmi.connectors.find((connector) => connector.id === id);
      if (!found) return;
      stop();
      resolve(found);
    };
    const stop = watchConnectors(wagmi, { onChange: look });
    look();
  });
}
