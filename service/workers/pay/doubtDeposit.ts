import type { ChainClient } from '../../chain/chainClient.ts';
import { eachRpc, readHead } from '../../chain/chainClient.ts';
import { readTransactionDeposits } from '../../chain/depositLogs.ts';
import type { Transfer } from '../../db/transfers.ts';
import { depthOf } from '../../domain/blockRange.ts';
import type { Catalog } from '../../domain/catalog.ts';
import { neededConfirmations, neededRpcs } from '../../domain/confirmations.ts';
import type { Deposit } from '../../domain/deposit.ts';
import { isSameDeposit } from '../../domain/deposit.ts';
import type { EngineContext } from '../engineContext.ts';

/** Whether an origin has a deposit in the block in which it was seen, at the depth that its value asks for. */
async function hasDeposit(client: ChainClient, catalog: Catalog, deposit: Deposit): Promise<boolean> {
  const [head, deposits] = await Promise.all([
    readHead(client),
    readTransactionDeposits(client, deposit.transactionHash),
  ]);
  const now = deposits?.find(({ id }) => id === deposit.id);
  return (
    now !== undefined &&
    now.blockHash === deposit.blockHash &&
    isSameDeposit(now, deposit) &&
    depthOf(now.blockNumber, head.number) >= neededConfirmations(catalog, client.chain, now)
  );
}

/** Whether two RPCs have a deposit, each asked for itself. What one of them does not answer is not a yes. */
async function haveTwo(origin: ChainClient, catalog: Catalog, deposit: Deposit): Promise<boolean> {
  const answers = await Promise.all(eachRpc(origin).map((one) => hasDeposit(one, catalog, deposit).catch(() => null)));
  // Noted for the operator: which of them is wrong, nobody here can say.
  if (answers.includes(true) && answers.includes(false)) origin.observer.onContradiction(origin.chain.id);
  return answers.filter((answer) => answer === true).length >= 2;
}

/**
 * Asks the origin once more for a deposit that is about to be paid or refunded.
 * @returns what its payment waits for, or null
 */
export async function doubtDeposit({ clients, catalog }: EngineContext, { deposit }: Transfer): Promise<string | null> {
  const unfound = 'the payment waits because the deposit is not found at its depth at the moment';
  const origin = clients.get(deposit.chainId);
  if (!origin) return unfound;
  if (neededRpcs(catalog, origin.chain, deposit) === 1) {
    return (await hasDeposit(origin, catalog, deposit)) ? null : unfound;
  }
  const agree = await haveTwo(origin, catalog, deposit);
  return agree ? null : `the payment waits until two RPCs of ${origin.chain.name} agree on its deposit`;
}
