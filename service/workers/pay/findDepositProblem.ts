import type { ChainClient } from '../../chain/chainClient.ts';
import { eachRpc, readHead } from '../../chain/chainClient.ts';
import { readTransactionDeposits } from '../../chain/depositLogs.ts';
import type { Transfer } from '../../db/transfers.ts';
import { depthOf } from '../../domain/blockRange.ts';
import type { Catalog } from '../../domain/catalog.ts';
import { neededConfirmations, neededRpcs } from '../../domain/confirmations.ts';
import type { Deposit } from '../../domain/deposit.ts';
import { isSameDeposit } from '../../domain/deposit.ts';
import type { Reason } from '../../domain/reason.ts';
import { because } from '../../domain/reason.ts';
import type { EngineContext } from '../engineContext.ts';

/** Whether the origin chain has the stored deposit in the stored block, with enough confirmations for its value. */
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

/** Whether two RPC endpoints confirm a deposit. An endpoint that does not answer does not confirm it. */
async function haveTwo(origin: ChainClient, catalog: Catalog, deposit: Deposit): Promise<boolean> {
  const answers = await Promise.all(eachRpc(origin).map((one) => hasDeposit(one, catalog, deposit).catch(() => null)));
  // The service cannot tell which endpoint is wrong, so it reports the contradiction to the operator.
  if (answers.includes(true) && answers.includes(false)) origin.observer.onContradiction(origin.chain.id);
  return answers.filter((answer) => answer === true).length >= 2;
}

/**
 * Verifies a deposit on its origin chain again, right before its payment is signed.
 * @returns the note for the receipt if the payment must wait, or null
 */
export async function findDepositProblem(
  { clients, catalog }: EngineContext,
  { deposit }: Transfer,
): Promise<Reason | null> {
  const origin = clients.get(deposit.chainId);
  if (!origin) return because('chain_disabled', 'the configuration lacks the chain of the deposit');
  const unconfirmed = because(
    'deposit_unconfirmed',
    `the payment waits until the deposit is confirmed on ${origin.chain.name} again`,
  );
  if (neededRpcs(catalog, origin.chain, deposit) === 1) {
    return (await hasDeposit(origin, catalog, deposit)) ? null : unconfirmed;
  }
  const agree = await haveTwo(origin, catalog, deposit);
  return agree
    ? null
    : because(
        'providers_disagree',
        `the payment waits until two RPC endpoints of ${origin.chain.name} agree on its deposit`,
      );
}
