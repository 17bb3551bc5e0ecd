import type { ReadTransaction } from '../../chain/blockReceipts.ts';
import type { ChainClient } from '../../chain/chainClient.ts';
import { readLastConfirmation } from '../../db/feeConfirmations.ts';
import type { Transfer } from '../../db/transfers.ts';
import type { Decision } from '../../domain/acceptance.ts';
import { decide, depositRoute, depositRouteId } from '../../domain/acceptance.ts';
import type { Chain } from '../../domain/catalog.ts';
import { isSameDeposit } from '../../domain/deposit.ts';
import type { FeeSchedule } from '../../domain/quote.ts';
import { lastCurrent } from '../../domain/quoteWindow.ts';
import type { EngineContext } from '../engineContext.ts';
import type { ReadQuotable } from '../quotableSchedules.ts';

async function isStillThere({ deposit }: Transfer, readTransaction: ReadTransaction): Promise<boolean> {
  const deposits = await readTransaction(deposit.transactionHash);
  const now = deposits?.find(({ id }) => id === deposit.id);
  return now !== undefined && now.blockHash === deposit.blockHash && isSameDeposit(now, deposit);
}

/** A deposit to judge, and how to read the schedules of its time. */
type Judged = {
  readonly transfer: Pick<Transfer, 'deposit' | 'firstSeenAt'>;
  readonly readQuotable: ReadQuotable;
};

/** The schedules that a deposit may have been quoted with; null while its route has none. */
async function readSchedules(
  { catalog, database }: EngineContext,
  chain: Chain,
  { transfer, readQuotable }: Judged,
): Promise<readonly FeeSchedule[] | null> {
  const { deposit } = transfer;
  const route = depositRoute(catalog, chain, deposit);
  if (route) {
    const schedules = await readQuotable(route.id, transfer);
    return schedules.length > 0 ? schedules : null;
  }
  const id = depositRouteId(catalog, chain, deposit);
  if (id === null) return [];
  const schedules = await readQuotable(id, transfer);
  // The service quoted a removed route right before the deposit, or not at all. Old schedules are no promise.
  const { quoteValiditySeconds, feeEpochSeconds } = catalog;
  const oldest = deposit.blockTime.getTime() - (quoteValiditySeconds + 2 * feeEpochSeconds) * 1000;
  const confirmedAt = await readLastConfirmation(database, id);
  return schedules.some((schedule) => lastCurrent(schedule, confirmedAt).getTime() >= oldest) ? schedules : [];
}

/** What acceptance decides about a deposit as it is stored. @returns null while that cannot be told, without fees on record */
export async function judgeDeposit(context: EngineContext, origin: Chain, judged: Judged): Promise<Decision | null> {
  const schedules = await readSchedules(context, origin, judged);
  return schedules && decide(context.catalog, { origin, deposit: judged.transfer.deposit, schedules });
}

/** Decides a deposit that its block still contains. @returns null if it cannot be decided now */
export async function decideDeposit(
  context: EngineContext,
  client: ChainClient,
  {
    transfer,
    readTransaction,
    readQuotable,
  }: { readonly transfer: Transfer; readonly readTransaction: ReadTransaction; readonly readQuotable: ReadQuotable },
): Promise<Decision | null> {
  const { logger, reportStep } = context;
  const { chain } = client;
  if (!(await isStillThere(transfer, readTransaction))) {
    logger.warn({ transfer: transfer.id }, 'deposit not found in its block, the watcher will read the blocks again');
    return null;
  }
  await reportStep('accept.receiptRead', { chainId: chain.id, transferIds: [transfer.id] });
  const decision = await judgeDeposit(context, chain, { transfer, readQuotable });
  if (decision === null) logger.warn({ transfer: transfer.id }, 'deposit delayed, its route has no fees yet');
  return decision;
}
