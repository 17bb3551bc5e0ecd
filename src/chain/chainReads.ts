import type { Registry } from '../domain/registry.ts';
import type { Wagmi } from '../wallet/createWagmi.ts';
import { createAccountReads } from './accountReads.ts';
import { createDepositReads } from './depositReads.ts';
import { createPaymentReads } from './paymentReads.ts';
import { createProofReads } from './proofReads.ts';
import { createRefundReads } from './refundReads.ts';

/** What the app asks the chains by itself, over the RPCs of the configuration and not the wallet's. */
export function createChainReads(wagmi: Wagmi, registry: Registry) {
  const deposits = createDepositReads(wagmi, registry);
  const { receiptOn } = deposits;
  return {
    ...createAccountReads(wagmi),
    ...deposits,
    ...createProofReads(deposits, registry),
    ...createRefundReads({ receiptOn, ...createPaymentReads(wagmi) }, registry),
  };
}

export type ChainReads = ReturnType<typeof createChainReads>;
