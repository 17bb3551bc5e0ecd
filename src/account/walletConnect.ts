import { UniversalProvider } from '@walletconnect/universal-provider';
import type { Address } from 'viem';
import { getAddress, numberToHex, UserRejectedRequestError } from 'viem';
import type { CreateConnectorFn } from 'wagmi';
import { createConnector } from 'wagmi';
import type { Pairing } from './pairing.ts';
import { createPairing } from './pairing.ts';

/** Every method that the app ever calls in a wallet. */
const METHODS = [
  'eth_sendTransaction',
  'wallet_switchEthereumChain',
  'wallet_addEthereumChain',
  'wallet_getCapabilities',
  'wallet_sendCalls',
  'wallet_getCallsStatus',
  'wallet_watchAsset',
];
const EVENTS = ['accountsChanged', 'chainChanged'];

type Provider = InstanceType<typeof UniversalProvider>;

export type WalletConnectOptions = {
  readonly projectId: string;
  /** Null means the public relay. */
  readonly relayUrl: string | null;
  /** What the wallet shows about this page. */
  readonly page: { readonly name: string; readonly origin: string };
  readonly chains: readonly { readonly id: number; readonly rpcUrl: string }[];
};

export type WalletConnect = { readonly connector: CreateConnectorFn; readonly pairing: Pairing };

async function createProvider({ projectId, relayUrl, page }: WalletConnectOptions): Promise<Provider> {
  const provider = await UniversalProvider.init({
    projectId,
    ...(relayUrl === null ? {} : { relayUrl }),
    metadata: {
      name: page.name,
      description: 'Bridge tokens between chains.',
      url: page.origin,
      icons: [`${page.origin}/icon.svg`],
    },
    disableProviderPing: true,
    // The library would log a wallet's refusals as errors. The app shows them itself.
    logger: 'silent',
    telemetryEnabled: false,
  });
  if (relayUrl !== null) withoutVerification(provider);
  return provider;
}

/**
 * The verification server attests only pages that use the public relay. Without this, each request would wait 5 s for
 * its frame.
 */
function withoutVerification({ client }: Provider): void {
  client.core.verify.register = async () => '';
  client.core.verify.resolve = async () => ({ origin: '' });
}

function namespaceOf({ chains }: WalletConnectOptions) {
  return {
    chains: chains.map(({ id }) => `eip155:${id}`),
    methods: METHODS,
    events: EVENTS,
    // Without these endpoints, the library sends reads to its vendor's server.
    rpcMap: Object.fromEntries(chains.map(({ id, rpcUrl }) => [`${id}`, rpcUrl])),
  };
}

function toRejection(error: unknown): unknown {
  const text = error instanceof Error ? error.message : String((error as { message?: unknown } | null)?.message);
  return /reject/i.test(text) ? new UserRejectedRequestError(new Error(text)) : error;
}

/**
 * A connector for WalletConnect based on the protocol library alone. wagmi's own needs
 * `@walletconnect/ethereum-provider`, which installs a wallet dialog with 280 packages.
 */
export function createWalletConnect(options: WalletConnectOptions): WalletConnect {
  let created: Promise<Provider> | null = null;
  const pairing = createPairing();

  function getProvider(): Promise<Provider> {
    created ??= createProvider(options).catch((error: unknown) => {
      created = null;
      throw error;
    });
    return created;
  }

  async function pair(provider: Provider): Promise<void> {
    provider.on('display_uri', pairing.show);
    try {
      await provider.connect({ optionalNamespaces: { eip155: namespaceOf(options) } });
    } catch (error) {
      throw toRejection(error);
    } finally {
      provider.off('display_uri', pairing.show);
    }
  }

  async function accountsOf(provider: Provider): Promise<readonly Address[]> {
    if (!provider.session) return [];
    return (await provider.request<string[]>({ method: 'eth_accounts' })).map((account) => getAddress(account));
  }

  const connector = createConnector((config) => {
    const onAccounts = (accounts: string[]) =>
      config.emitter.emit('change', { accounts: accounts.map((account) => getAddress(account)) });
    const onChain = (chainId: string | number) => config.emitter.emit('change', { chainId: Number(chainId) });
    const onDisconnect = () => config.emitter.emit('disconnect');
    const listeners = { accountsChanged: onAccounts, chainChanged: onChain, disconnect: onDisconnect };

    function listen(provider: Provider, isOn: boolean): void {
      for (const [event, listener] of Object.entries(listeners)) {
        provider.off(event, listener);
        if (isOn) provider.on(event, listener);
      }
    }

    async function switchTo(provider: Provider, chainId: number): Promise<void> {
      const params = [{ chainId: numberToHex(chainId) }];
      await provider.request({ method: 'wallet_switchEthereumChain', params });
    }

    return {
      id: 'walletConnect',
      name: 'WalletConnect',
      type: 'walletConnect',
      async connect({ chainId, isReconnecting, withCapabilities } = {}) {
        const provider = await getProvider();
        if (!provider.session && !isReconnecting) {
          await pairing.attempt(
            () => pair(provider),
            () => provider.disconnect(),
          );
        }
        listen(provider, true);
        if (chainId !== undefined) await switchTo(provider, chainId).catch(() => {});
        const accounts = await accountsOf(provider);
        const plain = accounts.map((address) => ({ address, capabilities: {} }));
        return { accounts: (withCapabilities ? plain : accounts) as never, chainId: await this.getChainId() };
      },
      async disconnect() {
        const provider = await getProvider();
        listen(provider, false);
        if (provider.session) await provider.disconnect();
      },
      getAccounts: async () => accountsOf(await getProvider()),
      getChainId: async () => Number(await (await getProvider()).request({ method: 'eth_chainId' })),
      getProvider,
      isAuthorized: async () => (await accountsOf(await getProvider())).length > 0,
      async switchChain({ chainId, addEthereumChainParameter }) {
        const chain = config.chains.find(({ id }) => id === chainId);
        if (!chain) throw new Error(`chain ${chainId} is not configured`);
        const provider = await getProvider();
        try {
          await switchTo(provider, chainId);
        } catch (error) {
          const refusal = toRejection(error);
          if (refusal instanceof UserRejectedRequestError) throw refusal;
          // The wallet may not know the chain.
          const { name: chainName, nativeCurrency } = chain;
          const rpcUrls = chain.rpcUrls.default.http;
          const added = { chainName, nativeCurrency, rpcUrls, ...addEthereumChainParameter };
          await provider.request({
            method: 'wallet_addEthereumChain',
            params: [{ ...added, chainId: numberToHex(chainId) }],
          });
          await switchTo(provider, chainId);
        }
        return chain;
      },
      onAccountsChanged: onAccounts,
      onChainChanged: onChain,
      onDisconnect,
    };
  });
  return { connector, pairing };
}
