import type { Address } from 'viem';
import { MAX_UINT256 } from '#shared/amount.ts';
import type { Catalog, Chain } from '../domain/catalog.ts';
import { findRoute } from '../domain/catalog.ts';
import type { ChainPolicy, Policy, RoutePolicy } from './policy.ts';

function createChainPolicy({ tokens }: Catalog, chain: Chain): ChainPolicy {
  const { name, id, rpcUrls, depositContract, vault, retiredVaults, confirmations, payoutConfirmations, maxGasPrice } =
    chain;
  return {
    ...{ name, id, rpcUrls, depositContract, vault, retiredVaults, confirmations, payoutConfirmations, maxGasPrice },
    quorum: chain.quorum,
    maxGasLimit: MAX_UINT256,
    tokens: tokens.flatMap((token) => {
      const deployment = token.deployments.get(name);
      if (!deployment) return [];
      return [{ name: token.name, ...deployment, maxPerPayment: MAX_UINT256 }];
    }),
  };
}

/** Every pair of chains with a token: the payouts of a closed or removed route are still due, without a minimum fee. */
function listRoutes(catalog: Catalog): readonly RoutePolicy[] {
  return catalog.tokens.flatMap((token) => {
    const chains = catalog.chains.filter(({ name }) => token.deployments.has(name));
    return chains.flatMap((origin) =>
      chains
        .filter(({ id }) => id !== origin.id)
        .map((destination) => {
          const minFee = findRoute(catalog, { token, origin, destination })?.minFee ?? 0n;
          return { token: token.name, from: origin.name, to: destination.name, minFee };
        }),
    );
  });
}

/** The policy of a signer that trusts the service's configuration and has no caps. */
export function createCatalogPolicy(catalog: Catalog, hotWallet: Address): Policy {
  return {
    hotWallet,
    formerHotWallets: [],
    chains: catalog.chains.map((chain) => createChainPolicy(catalog, chain)),
    routes: listRoutes(catalog),
  };
}
