import type { Address } from 'viem';
import { MAX_UINT256 } from '#shared/amount.ts';
import type { Catalog, Chain } from '../domain/catalog.ts';
import type { ChainPolicy, Policy } from './policy.ts';

function createChainPolicy({ tokens }: Catalog, chain: Chain): ChainPolicy {
  const { name, id, rpcUrls, depositContract, vault, retiredVaults, confirmations, payoutConfirmations, maxGasPrice } =
    chain;
  return {
    ...{ name, id, rpcUrls, depositContract, vault, retiredVaults, confirmations, payoutConfirmations, maxGasPrice },
    quorum: Math.floor(rpcUrls.length / 2) + 1,
    ...{ maxGasLimit: MAX_UINT256, maxGasCostPerHour: MAX_UINT256 },
    tokens: tokens.flatMap((token) => {
      const deployment = token.deployments.get(name);
      if (!deployment) return [];
      return [{ name: token.name, ...deployment, maxPerPayment: MAX_UINT256, maxPerHour: MAX_UINT256 }];
    }),
  };
}

/** The policy of a signer that trusts the service's configuration and has no caps. */
export function createCatalogPolicy(catalog: Catalog, hotWallet: Address): Policy {
  return {
    hotWallet,
    chains: catalog.chains.map((chain) => createChainPolicy(catalog, chain)),
    routes: catalog.routes.map(({ token, origin, destination, minFee }) => ({
      ...{ token: token.name, from: origin.name, to: destination.name, minFee },
    })),
  };
}
