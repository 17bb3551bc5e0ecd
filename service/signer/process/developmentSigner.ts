import type { Logger } from 'pino';
import type { Address, Hex } from 'viem';
import { MAX_UINT256 } from '#shared/amount.ts';
import type { Catalog, Chain } from '../../boot/model/catalog.ts';
import { findRoute } from '../../boot/model/catalog.ts';
import type { Signer } from '../client/signer.ts';
import { createKeySigner, SignerRefused, SignerUnverified } from '../client/signer.ts';
import { createPaymentLog, MEMORY_ONLY } from './paymentLog.ts';
import type { ChainPolicy, Policy, RoutePolicy } from './policy.ts';
import { connectProviders } from './providers.ts';
import { signVerified } from './signVerified.ts';

function createChainPolicy({ tokens }: Catalog, chain: Chain): ChainPolicy {
  const { name, id, rpcUrls, quorum, depositContract, vault, retiredVaults } = chain;
  const { confirmations, payoutConfirmations, maxGasPrice, maxGasDrop } = chain;
  return {
    ...{ name, id, rpcUrls, quorum, depositContract, vault, retiredVaults },
    ...{ confirmations, payoutConfirmations, maxGasPrice, maxGasDrop },
    maxGasLimit: MAX_UINT256,
    tokens: tokens.flatMap((token) => {
      const deployment = token.deployments.get(name);
      if (!deployment) return [];
      return [{ name: token.name, ...deployment, maxPerPayment: MAX_UINT256 }];
    }),
  };
}

/** Every pair of chains with a token: payouts of a closed or removed route are still due, without a minimum fee. */
function listRoutes(catalog: Catalog): readonly RoutePolicy[] {
  return catalog.tokens.flatMap((token) => {
    const chains = catalog.chains.filter(({ name }) => token.deployments.has(name));
    return chains.flatMap((origin) =>
      chains
        .filter(({ id }) => id !== origin.id)
        .map((destination) => {
          const { minFee = 0n, gasDropFloor = 0n } = findRoute(catalog, { token, origin, destination }) ?? {};
          return { token: token.name, from: origin.name, to: destination.name, minFee, gasDropFloor };
        }),
    );
  });
}

/** The policy of a signer that trusts the service's configuration and has no caps. */
function createCatalogPolicy(catalog: Catalog, hotWallet: Address): Policy {
  return {
    hotWallet,
    formerHotWallets: [],
    chains: catalog.chains.map((chain) => createChainPolicy(catalog, chain)),
    routes: listRoutes(catalog),
    remote: null,
  };
}

/**
 * Signs in this process, for testnets. It verifies every payment as the signer does, with the service's own
 * configuration as its policy and without caps, and forgets what it signed when the process ends.
 */
export function createDevelopmentSigner(
  key: Hex,
  { catalog, logger }: { readonly catalog: Catalog; readonly logger: Logger },
): Signer {
  const signer = createKeySigner(key);
  const policy = createCatalogPolicy(catalog, signer.address);
  const providers = new Map(policy.chains.map((chain) => [chain.id, connectProviders(chain, policy.hotWallet)]));
  const paymentLog = createPaymentLog(MEMORY_ONLY);
  const context = { policy, providers, paymentLog, signer, logger };
  return {
    address: signer.address,
    probe: async () => new Map(),
    signTransaction: async (transaction, deposits) => {
      const result = await signVerified(context, { transaction, deposits });
      if (result.kind === 'refused') throw new SignerRefused(result.reason);
      if (result.kind === 'unverified') throw new SignerUnverified(result.reason, result);
      return result;
    },
  };
}
