import type { TestBridge } from '../../bridge/testBridge.ts';
import type { Auditor } from './auditor.ts';
import { createAuditor } from './auditor.ts';
import type { RouteTerms } from './expectedPayment.ts';

/** An auditor of a test's bridge, who is told where its chains and contracts are and what was quoted. */
export function auditBridge({ origin, destination, maker }: TestBridge, routes: readonly RouteTerms[]): Auditor {
  const chains = [origin, destination].map(({ chain, deployment }) => ({
    id: chain.id,
    rpcUrl: chain.rpcUrl,
    depositContract: deployment.depositContract,
    payoutContract: deployment.payoutContract,
    tokens: deployment.tokens.filter(({ name }) => name !== 'FAKE').map(({ address }) => address),
  }));
  return createAuditor({ chains, maker: maker.address, routes });
}
