import DataLoader from 'dataloader';
import { askOnce } from '../../chain/askOnce.ts';
import type { ReadTransaction } from '../../chain/blockReceipts.ts';
import { createTransactionReader } from '../../chain/blockReceipts.ts';
import { isOverloaded } from '../../chain/callQueue.ts';
import type { ChainClient } from '../../chain/chainClient.ts';
import { readHead, readHeader } from '../../chain/chainClient.ts';
import { readLastDeepBlock } from '../../chain/lastDeepBlock.ts';
import type { Transfer } from '../../db/transfers.ts';
import { delayTry, readSeen, setRetryAt } from '../../db/transfers.ts';
import { retryDelayMs } from '../../domain/backoff.ts';
import { neededConfirmations } from '../../domain/confirmations.ts';
import type { Depth } from '../../domain/depth.ts';
import type { TransferState } from '../../domain/transferState.ts';
import type { EngineContext } from '../engineContext.ts';
import { createQuotable } from '../quotableSchedules.ts';
import { decideDeposit } from './decideDeposit.ts';
import type { Decided } from './storeDecisions.ts';
import { storeDecisions } from './storeDecisions.ts';

const BATCH = 64;
// Another depositor's deposit waits at most for so many of one depositor.
const PER_DEPOSITOR = 16;

type Store = (decided: Decided) => Promise<TransferState | null>;

/**
 * Stores what is decided in the same moment in one transaction. A deposit whose receipt comes late does not delay the
 * others.
 */
function createStore(context: EngineContext, client: ChainClient): Store {
  const loader = new DataLoader<Decided, TransferState | null>((decided) => storeDecisions(context, client, decided), {
    ...{ cache: false, maxBatchSize: BATCH },
    batchScheduleFn: (send) => setImmediate(send),
  });
  return (decided) => loader.load(decided);
}

/** When to try again. An overload says nothing about the deposit, which then waits for the next turn only. */
function retryAt({ clock }: EngineContext, { firstSeenAt }: Transfer, error: unknown): Date {
  const now = clock.now();
  return isOverloaded(error) ? now : new Date(now.getTime() + retryDelayMs(firstSeenAt, now));
}

/** The receipt of a transaction can be large, so its deposits share one reading of it. */
function createReadTransaction(client: ChainClient, transfers: readonly Transfer[]): ReadTransaction {
  const readBlock = askOnce((blockNumber: bigint) => readHeader(client, { blockNumber }));
  const places = new Map(transfers.map(({ deposit }) => [deposit.transactionHash, deposit]));
  return askOnce(createTransactionReader(client, [...places.values()], readBlock));
}

/** Decides deposits. One that cannot be decided goes to the end of the queue, so that it does not delay the others. */
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
 * Decides the deposits of a chain that have enough confirmations for their value.
 * @returns whether it decided any deposit
 */
export async function acceptDeposits(context: EngineContext, client: ChainClient): Promise<boolean> {
  const { catalog, database, clock, logger } = context;
  const { chain } = client;
  const now = clock.now();
  const seen = await readSeen(database, { chainId: chain.id, upToBlock: 2n ** 62n, now, limit: 1, perDepositor: 1 });
  if (seen.length === 0) return false;
  const head = await readHead(client);
  // A provider that does not know a tag delays the deposits that need it, and no others.
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
  // They go to the end of the queue, and the worker looks at them again with each new block.
  if (shallow.length > 0) {
    const ids = shallow.map(({ id }) => id);
    await setRetryAt(database, ids, now);
  }
  return decideAll(context, client, transfers.filter(isDeep));
}
