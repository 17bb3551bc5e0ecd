import type { ConfigFile } from '../../service/config/configFileSchema.ts';
import { SIGNER_LIMITS } from './installation.ts';

export type TokenLimits = { readonly maxPerPayment: string; readonly maxPerHour: string };

/** The signer's policy file for a configuration of the service: the same hot wallet, contracts and tokens. */
export function createSignerPolicy(
  { chains, tokens }: Pick<ConfigFile, 'chains' | 'tokens'>,
  limits: TokenLimits = SIGNER_LIMITS.token,
) {
  return {
    hotWallet: chains[0]?.hotWallet,
    chains: chains.map(({ name, id, depositContract, vault }) => ({
      ...{ name, id, depositContract, vault },
      ...SIGNER_LIMITS.chain,
      tokens: tokens.flatMap((token) => {
        const deployment = token.deployments[name];
        if (!deployment) return [];
        const { address, decimals } = deployment;
        return [{ name: token.name, address, decimals, ...limits }];
      }),
    })),
  };
}
