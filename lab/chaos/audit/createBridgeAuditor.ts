import type { TestBridge } from '../../bridge/testBridge.ts';
import { startHistory } from './auditedHistory.ts';
import type { Auditor } from './auditor.ts';
import { createAuditor } from './auditor.ts';
import type { RouteTerms } from './expectedPayment.ts';
import type { AuditedChain } from './readAuditedChain.ts';

/** The chains of a test bridge as the auditor reads them, each with its first vault and the first hot wallet. */
export function listAuditedChains({ origin, destination, hotWallet }: TestBridge): readonly AuditedChain[] {
  return [origin, destination].map(({ chain, deployment }) => ({
    id: chain.id,
    rpcUrl: chain.rpcUrl,
    depositContract: deployment.depositContract,
    vaults: [deployment.vault],
    hotWallets: [hotWallet.address],
    tokens: deployment.tokens.filter(({ name }) => name !== 'FAKE').map(({ address }) => address),
  }));
}

/** Creates an auditor for a test bridge. Its input: RPC URLs, contract and token addresses, and the quoted terms. */
export function createBridgeAuditor(bridge: TestBridge, routes: readonly RouteTerms[]): Auditor {
  return createAuditor({ chains: listAuditedChains(bridge), history: startHistory(routes) });
}
