import type { Address } from 'viem';
import type { BridgeSide, TestBridge } from '../chains/testBridge.ts';
import type { TestChain } from '../chains/testChain.ts';
import { startHistory } from './auditedHistory.ts';
import type { Auditor } from './auditor.ts';
import { createAuditor } from './auditor.ts';
import type { RouteTerms } from './expectedPayment.ts';
import type { AuditedChain } from './readAuditedChain.ts';

/** An audited chain whose vaults and hot wallets change. A test adds new ones to the lists. */
export type GrowingChain = AuditedChain & {
  readonly vaults: Address[];
  readonly hotWallets: Address[];
  readonly funds: Map<Address, bigint>;
};

/** The chains of a test bridge as the auditor reads them, each with its first vault and the first hot wallet. */
export function listAuditedChains({ origin, destination, hotWallet }: TestBridge) {
  const list = ({ chain, deployment }: BridgeSide): GrowingChain => ({
    id: chain.id,
    rpcUrl: chain.rpcUrl,
    depositContract: deployment.depositContract,
    vaults: [deployment.vault],
    hotWallets: [hotWallet.address],
    tokens: deployment.tokens.filter(({ name }) => name !== 'FAKE').map(({ address }) => address),
    funds: new Map(),
  });
  return [list(origin), list(destination)] as const;
}

/** From now on, compares what leaves a vault with its payments. The vault must not have received a deposit yet. */
export async function compareFunds({ funds }: GrowingChain, { client }: TestChain, vault: Address): Promise<void> {
  funds.set(vault, await client.getBalance({ address: vault }));
}

/** Creates an auditor for a test bridge from its RPC URLs, contract and token addresses, and quoted terms. */
export function createBridgeAuditor(bridge: TestBridge, routes: readonly RouteTerms[]): Auditor {
  return createAuditor({ chains: listAuditedChains(bridge), history: startHistory(routes) });
}
