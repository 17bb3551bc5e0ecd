import type { Registry } from '../domain/registry.ts';
import { createAccountReads } from './accountReads.ts';
import { createBalanceReads } from './balanceReads.ts';
import type { ClientOf } from './chainClients.ts';
import { createDepositReads } from './depositReads.ts';
import { createHashReads } from './hashReads.ts';
import { createHistoryReads } from './historyReads.ts';
import { createPaymentReads } from './paymentReads.ts';
import { createProofReads } from './proofReads.ts';
import { createRefundReads } from './refundReads.ts';

/** All chain reads and proofs of the app. */
export function createChainReads(clientOf: ClientOf, registry: Registry) {
  const deposits = createDepositReads(clientOf, registry);
  const payments = createPaymentReads(clientOf);
  const { receiptOn } = deposits;
  return {
    ...createAccountReads(clientOf),
    ...createBalanceReads(clientOf),
    ...deposits,
    ...createHistoryReads(clientOf),
    ...createHashReads(deposits, clientOf, registry),
    ...createProofReads({ receiptOn, ...payments }, registry),
    ...createRefundReads({ receiptOn, ...payments }, registry),
  };
}

export type ChainReads = ReturnType<typeof createChainReads>;
