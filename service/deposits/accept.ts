import DataLoader from 'dataloader';
import type { Chain } from '../boot/model/catalog.ts';
import type { ReadTransaction } from '../chain/blockReceipts.ts';
import { createTransactionReader } from '../chain/blockReceipts.ts';
import type { ChainClient } from '../chain/chainClient.ts';
import { readHead, readHeader, readLastDeepBlock } from '../chain/chainClient.ts';
import { askOnce } from '../chain/concurrency.ts';
import { neededConfirmations } from '../chain/model/confirmations.ts';
import type { Depth } from '../chain/model/depth.ts';
import { isOverloaded } from '../chain/rpc/callQueue.ts';
import type { EngineContext } from '../engineContext.ts';
import { retryDelayMs } from '../payments/model/failedPayment.ts';
import { readLastConfirmation } from '../quotes/feeSchedules.ts';
import type { FeeSchedule } from '../quotes/model/quote.ts';
import { lastCurrent } from '../quotes/model/quote.ts';
import type { ReadQuotable } from '../quotes/refreshFees.ts';
import { createQuotable } from '../quotes/refreshFees.ts';
import type { Decision } from './model/acceptance.ts';
import { decide, depositRoute, depositRouteId } from './model/acceptance.ts';
import { isSameDeposit } from './model/deposit.ts';
import type { TransferState } from './model/transfer.ts';
import type { Decided } from './storeDecisions.ts';
import { storeDecisions } from './storeDecisions.ts';
import type { Transfer } from './transfers.ts';
import { delayTry, readSeen, setRetryAt } from './transfers.ts';

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

/** The schedules that the deposit may have been quoted with; null while its route has none. */
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
  // A removed route is honored only if its last schedule could still be quoted just before the deposit.
  const { quoteValiditySeconds, feeEpochSeconds } = catalog;
  const oldest = deposit.blockTime.getTime() - (quoteValiditySeconds + 2 * feeEpochSeconds) * 1000;
  const confirmedAt = await readLastConfirmation(database, id);
  return schedules.some((schedule) => lastCurrent(schedule, confirmedAt).getTime() >= oldest) ? schedules : [];
}

/**
 * What acceptance decides about a stored deposit.
 * @returns null while this is unknown, because there are no fees on record
 */
export async function judgeDeposit(context: EngineContext, origin: Chain, judged: Judged): Promise<Decision | null> {
  const schedules = await readSchedules(context, origin, judged);
  return schedules && decide(context.catalog, { origin, deposit: judged.transfer.deposit, schedules });
}

/**
 * Decides a deposit that its block still contains.
 * @returns null if it can't be decided now
 */
async function decideDeposit(
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

const BATCH = 64;
// Someone else's deposit waits behind at most this many deposits of one depositor.
const PER_DEPOSITOR = 16;

type Store = (decided: Decided) => Promise<TransferState | null>;

/**
 * Stores decisions made at the same time in one transaction. A deposit whose receipt is late doesn't delay the others.
 */
function createStore(context: EngineContext, client: ChainClient): Store {
  const loader = new DataLoader<Decided, TransferState | null>((decided) => storeDecisions(context, client, decided), {
    ...{ cache: false, maxBatchSize: BATCH },
    batchScheduleFn: (send) => setImmediate(send),
  });
  return (decided) => loader.load(decided);
}

/** When to try again. An overload says nothing about the deposit, which then waits only for the next turn. */
function retryAt({ clock }: EngineContext, { firstSeenAt }: Transfer, error: unknown): Date {
  const now = clock.now();
  return isOverloaded(error) ? now : new Date(now.getTime() + retryDelayMs(firstSeenAt, now));
}

/** A transaction's receipt can be large, so its deposits share one read. */
function createReadTransaction(client: ChainClient, transfers: readonly Transfer[]): ReadTransaction {
  const readBlock = askOnce((blockNumber: bigint) => readHeader(client, { blockNumber }));
  const places = new Map(transfers.map(({ deposit }) => [deposit.transactionHash, deposit]));
  return askOnce(createTransactionReader(client, [...places.values()], readBlock));
}

/** Decides deposits. One that can't be decided goes to the end of the queue, so that it doesn't delay the others. */
async function decideAll(
  context: EngineContext,
  client: ChainClient,
  transfers: readonly Transfer[],
): Promise<boolean> {
  const { database, logger } = context;
  const reads = { readTransaction: createReadTransaction(client, transfers), readQuotable: createQuotable(context) };
  const store = createStore(context, client);
  const decideOne = async (transfer: Transfer): Promise<boolean> => {
    let failure: unknown = null;
    try {
      const decision = await decideDeposit(context, client, { transfer, ...reads });
      if (decision && (await store({ transfer, decision })) !== null) return true;
    } catch (error) {
      logger.warn({ err: error, transfer: transfer.id }, 'deposit decision failed, will retry');
      failure = error;
    }
    await delayTry(database, transfer, { retryAt: retryAt(context, transfer, failure) });
    return false;
  };
  const decided = await Promise.all(transfers.map(decideOne));
  return decided.includes(true);
}

/**
 * Decides a chain's deposits that have enough confirmations for their value.
 * @returns whether it decided any deposit
 */
export async function acceptDeposits(context: EngineContext, client: ChainClient): Promise<boolean> {
  const { catalog, database, clock, logger } = context;
  const { chain } = client;
  const now = clock.now();
  const seen = await readSeen(database, { chainId: chain.id, upToBlock: 2n ** 62n, now, limit: 1, perDepositor: 1 });
  if (seen.length === 0) return false;
  const head = await readHead(client);
  // A provider that doesn't know a tag delays only the deposits that need it.
  const lastDeep = askOnce((depth: Depth) =>
    readLastDeepBlock(client.reader, depth, head.number).catch((error: unknown) => {
      logger.warn({ err: error, chain: chain.name, depth }, 'deposits wait, their depth cannot be read');
      return -1n;
    }),
  );
  const upToBlock = await lastDeep(chain.confirmations);
  const share = { limit: BATCH, perDepositor: PER_DEPOSITOR };
  const transfers = await readSeen(database, { chainId: chain.id, upToBlock, now, ...share });
  const lastDeepBlocks = await Promise.all(
    transfers.map(({ deposit }) => lastDeep(neededConfirmations(catalog, chain, deposit))),
  );
  const isDeep = ({ deposit }: Transfer, index: number) => deposit.blockNumber <= (lastDeepBlocks[index] ?? -1n);
  const shallow = transfers.filter((transfer, index) => !isDeep(transfer, index));
  // They go to the end of the queue, and the worker looks at them again at each new block.
  if (shallow.length > 0) {
    const ids = shallow.map(({ id }) => id);
    await setRetryAt(database, ids, now);
  }
  return decideAll(context, client, transfers.filter(isDeep));
}
