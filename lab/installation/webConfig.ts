import type { Address } from 'viem';
import { ANVIL_ACCOUNTS } from '../anvil/anvil.ts';
import { listChainTokens } from './deployment.ts';
import type { InstalledChain } from './serviceConfig.ts';

export type WebConfigInput = {
  readonly installation: string;
  readonly serviceUrl: string;
  readonly maker: Address;
  readonly blockTimeSeconds: number;
  readonly chains: readonly InstalledChain[];
};

/** What the web app reads from `/config.json`. */
export function createWebConfig({ installation, serviceUrl, maker, blockTimeSeconds, chains }: WebConfigInput) {
  return {
    installation,
    brand: { name: 'Causeway' },
    service: { baseUrl: serviceUrl, category: 'Testnet' },
    chains: chains.map(({ name, id, rpcUrl, deployment }) => ({
      name,
      id,
      rpcUrls: [rpcUrl],
      depositContract: deployment.depositContract,
      payoutContract: deployment.payoutContract,
      makers: [maker],
      blockTimeMs: blockTimeSeconds * 1000,
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      tokens: listChainTokens(deployment).map(({ resetsAllowance, ...token }) =>
        resetsAllowance ? { ...token, resetsAllowance } : token,
      ),
    })),
    demoWallet: { accounts: ANVIL_ACCOUNTS.map(({ address }) => address) },
  };
}
