import { ANVIL_ACCOUNTS } from '../anvil/anvil.ts';
import type { InstalledChain } from './deployment.ts';
import { listChainTokens } from './deployment.ts';

export type WebConfigOptions = {
  /** Changes when the chains start anew, so the app forgets transfers of earlier chains. */
  readonly installation: string;
  readonly serviceUrl: string;
  readonly blockTimeSeconds: number;
  readonly chains: readonly InstalledChain[];
};

/** The web app's `/config.json` for the installation. */
export function createWebConfig({ installation, serviceUrl, blockTimeSeconds, chains }: WebConfigOptions) {
  return {
    installation,
    brand: { name: 'Causeway' },
    service: { baseUrl: serviceUrl, category: 'Testnet' },
    chains: chains.map(({ name, id, rpcUrl, deployment }) => ({
      name,
      id,
      rpcUrls: [rpcUrl],
      depositContract: deployment.depositContract,
      vault: deployment.vault,
      blockTimeMs: blockTimeSeconds * 1000,
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      tokens: listChainTokens(deployment).map(({ resetsAllowance, ...token }) =>
        resetsAllowance ? { ...token, resetsAllowance } : token,
      ),
    })),
    demoWallet: { accounts: ANVIL_ACCOUNTS.map(({ address }) => address) },
  };
}
