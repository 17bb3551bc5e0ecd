import type { Registry } from '../domain/registry.ts';
import { createAccountReads } from './accountReads.ts';
import type { Wagmi } from './createWagmi.ts';
import { createDepositReads } from './depositReads.ts';
import { createProofReads } from './proofReads.ts';

/** What the app asks the chains by itself, over the RPCs of the configuration and not the wallet's. */
export function createChainReads(wagmi: Wagmi, registry: Registry) {
  const deposits = createDepositReads(wagmi, registry);
  return { ...createAccountReads(wagmi), ...deposits, ...createProofReads(deposits, registry) };
}

export type ChainReads = ReturnType<typeof createChainReads>;
