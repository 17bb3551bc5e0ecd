import type { Address, Hash } from 'viem';
import { askOnce } from '../../chain/askOnce.ts';
import type { ChainClient } from '../../chain/chainClient.ts';
import { readHead, readHeader } from '../../chain/chainClient.ts';
import { readTransactionDeposits } from '../../chain/depositLogs.ts';
import type { Funds } from '../../chain/funds.ts';
import { readFunds } from '../../chain/funds.ts';
import type { Header } from '../../chain/header.ts';
import { readPaidIds } from '../../chain/paymentRecords.ts';
import type { Deposit } from '../../domain/deposit.ts';

/**
 * What payments that are prepared together read of the chains. Each question is asked once, and a failure is the answer to all
 * who ask it. State is read at the head, so that all of it is from one block.
 */
export type BatchReads = {
  head(client: ChainClient): Promise<Header>;
  /** The deposits of a transaction; null when no block has it. */
  deposits(client: ChainClient, transactionHash: Hash): Promise<readonly Deposit[] | null>;
  /** Whether a vault of the chain has paid a transfer of the batch. */
  isPaid(client: ChainClient, id: Hash): Promise<boolean>;
  funds(client: ChainClient, token: Address): Promise<Funds>;
};

function createChainReads(client: ChainClient, ids: readonly Hash[]) {
  const head = askOnce((_: 'head') => readHead(client));
  const header = askOnce((blockNumber: bigint) => readHeader(client, { blockNumber }));
  const readHeadNumber = async () => (await head('head')).number;
  return {
    head,
    deposits: askOnce((transactionHash: Hash) => readTransactionDeposits(client, transactionHash, header)),
    paidIds: askOnce(async (_: 'paid') => readPaidIds(client, ids, await readHeadNumber())),
    funds: askOnce(async (token: Address) => readFunds(client, token, await readHeadNumber())),
  };
}

/** @param ids the transfers that are prepared together */
export function createBatchReads(ids: readonly Hash[]): BatchReads {
  const chains = new Map<ChainClient, ReturnType<typeof createChainReads>>();
  const of = (client: ChainClient) => {
    const reads = chains.get(client) ?? createChainReads(client, ids);
    chains.set(client, reads);
    return reads;
  };
  return {
    head: (client) => of(client).head('head'),
    deposits: (client, transactionHash) => of(client).deposits(transactionHash),
    isPaid: async (client, id) => {
      if (!ids.includes(id)) throw new Error(`${id} is not among the payments that are prepared together`);
      return (await of(client).paidIds('paid')).has(id);
    },
    funds: (client, token) => of(client).funds(token),
  };
}
