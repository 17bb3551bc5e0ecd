import type { Address } from 'viem';
import type { TestBridge } from '../../bridge/testBridge.ts';
import type { Auditor } from './auditor.ts';
import { createAuditor } from './auditor.ts';
import type { RouteTerms } from './expectedPayment.ts';

/** Creates an auditor for a test bridge. Its input: RPC URLs, contract and token addresses, and the quoted terms. */
export function createBridgeAuditor(
  { origin, destination }: TestBridge,
  routes: readonly RouteTerms[],
  strangers: readonly Address[] = [],
): Auditor {
  const chains = [origin, destination].map(({ chain, deployment }) => ({
    id: chain.id,
    rpcUrl: chain.rpcUrl,
    depositContract: deployment.depositContract,
    vault: deployment.vault,
    tokens: deployment.tokens.filter(({ name }) => name !== 'FAKE').map(({ address }) => address),
  }));
  return createAuditor({ chains, routes, strangers });
}
