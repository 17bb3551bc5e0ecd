import type { Logger } from 'pino';
import type { Hex } from 'viem';
import type { Signer } from '../chain/signer.ts';
import { createKeySigner, SignerRefused, SignerUnverified } from '../chain/signer.ts';
import type { Catalog } from '../domain/catalog.ts';
import { createCatalogPolicy } from './catalogPolicy.ts';
import { createPaymentLog, MEMORY_ONLY } from './paymentLog.ts';
import { connectProviders } from './providers.ts';
import { signVerified } from './signVerified.ts';

/**
 * Signs in this process, for testnets. It verifies every payment as the signer does, with the service's own configuration
 * as policy, without caps, and it forgets what it signed when the process ends.
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
      return result.raw;
    },
  };
}
