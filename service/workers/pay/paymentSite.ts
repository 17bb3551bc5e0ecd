import type { ChainClient } from '../../chain/chainClient.ts';
import type { FeeMarket, TransactionFees } from '../../domain/gasPrice.ts';
import type { EngineContext } from '../engineContext.ts';
import type { BatchReads } from './batchReads.ts';

/** Where payments that are prepared together are made. */
export type PaymentSite = {
  readonly context: EngineContext;
  /** The client of the paying chain. */
  readonly client: ChainClient;
  readonly market: FeeMarket;
  /** The fees with which the payments are signed. */
  readonly fees: TransactionFees;
  /** What the chain charges for one payment beside its gas, in wei. */
  readonly dataFee: bigint;
  readonly reads: BatchReads;
};
