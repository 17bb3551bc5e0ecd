import type { ConfigFile } from '../../service/boot/configSchema.ts';
import { SIGNER_LIMITS } from './installation.ts';

/** The signer's policy file for a configuration of the service, with the same wallet, contracts, providers and routes. */
export function createSignerPolicy(
  { chains, tokens, routes }: Pick<ConfigFile, 'chains' | 'tokens' | 'routes'>,
  limits: { readonly maxPerPayment: string } = SIGNER_LIMITS.token,
) {
  return {
    hotWallet: chains[0]?.hotWallet,
    chains: chains.map(
      ({ name, id, category, rpcUrls, confirmations, payoutConfirmations, depositContract, vault, retiredVaults }) => ({
        ...{ name, id, category, rpcUrls, confirmations, payoutConfirmations, depositContract, vault, retiredVaults },
        // One of three providers may lie or be down.
        quorum: Math.floor(rpcUrls.length / 2) + 1,
        ...SIGNER_LIMITS.chain,
        tokens: tokens.flatMap((token) => {
          const deployment = token.deployments[name];
          if (!deployment) return [];
          const { address, decimals } = deployment;
          return [{ name: token.name, address, decimals, ...limits }];
        }),
      }),
    ),
    routes: routes.map(({ token, from, to, feeFloor, minFee = feeFloor }) => ({ token, from, to, minFee })),
  };
}
