import type { ChainClient } from '../../chain/chainClient.ts';
import { isNoQuorum } from '../../chain/quorum/noQuorum.ts';
import type { Transfer } from '../../db/transfers.ts';
import { neededConfirmations } from '../../domain/confirmations.ts';
import { isSameDeposit } from '../../domain/deposit.ts';
import { headAgeSeconds, isStale } from '../../domain/headAge.ts';
import type { Reason } from '../../domain/reason.ts';
import { because } from '../../domain/reason.ts';
import type { EngineContext } from '../engineContext.ts';
import type { BatchReads } from './batchReads.ts';

/** Verifies a deposit against the providers' current blocks. @returns why its payment must wait, or null */
async function findProblem(
  { catalog, clock }: EngineContext,
  { origin, reads }: { readonly origin: ChainClient; readonly reads: BatchReads },
  { deposit }: Transfer,
): Promise<Reason | null> {
  const { name } = origin.chain;
  const [head, deposits] = await Promise.all([reads.head(origin), reads.deposits(origin, deposit.transactionHash)]);
  const now = clock.now();
  if (isStale(origin.chain, head.time, now)) {
    const age = headAgeSeconds(head.time, now);
    return because('deposit_unconfirmed', `the newest block of ${name} that its providers show is ${age} s old`);
  }
  const found = deposits?.find(({ id }) => id === deposit.id);
  const isConfirmed =
    found !== undefined &&
    found.blockHash === deposit.blockHash &&
    isSameDeposit(found, deposit) &&
    found.blockNumber <= (await reads.lastDeep(origin, neededConfirmations(catalog, origin.chain, found)));
  const text = `the payment waits until the deposit is confirmed on ${name} again`;
  return isConfirmed ? null : because('deposit_unconfirmed', text);
}

/**
 * Verifies a deposit on its origin chain again, right before its payment is signed.
 * @returns the reason for the receipt if the payment must wait, or null
 */
export async function findDepositProblem(
  context: EngineContext,
  reads: BatchReads,
  transfer: Transfer,
): Promise<Reason | null> {
  const origin = context.clients.get(transfer.deposit.chainId);
  if (!origin) return because('chain_disabled', 'the configuration lacks the chain of the deposit');
  try {
    return await findProblem(context, { origin, reads }, transfer);
  } catch (error) {
    if (!isNoQuorum(error)) throw error;
    const { quorum, name } = origin.chain;
    const text = `the payment waits until ${quorum} RPC endpoints of ${name} agree on its deposit`;
    return because('providers_disagree', text);
  }
}
