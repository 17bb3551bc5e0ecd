import type { ChainClient } from '../chain/chainClient.ts';
import { readHead } from '../chain/chainClient.ts';
import type { MinedTransaction } from '../chain/transactions.ts';
import { findMined, readFinalNonce } from '../chain/transactions.ts';
import type { Attempt } from '../db/attempts.ts';
import { readUnsettledAttempts } from '../db/attempts.ts';
import { readObligations } from '../db/obligations.ts';
import { haltSender } from '../db/senders.ts';
import type { Send } from '../db/sends.ts';
import { lockSend, readUnsettledSends, setInclusion } from '../db/sends.ts';
import { depthOf } from '../domain/blockRange.ts';
import type { EngineContext } from './engineContext.ts';
import { settleAll } from './settleAll.ts';
import { settleFinalSend } from './settleSend.ts';

// A final nonce without a receipt has to be seen so often, and over so long, before it counts: one node may lag behind another.
const STRANGE_TURNS = 3;
const STRANGE_MS = 5000;

type Strange = { readonly turns: number; readonly since: number };

async function findInclusion(client: ChainClient, attempts: readonly Attempt[]): Promise<MinedTransaction | null> {
  const found = await Promise.all(attempts.map(({ hash }) => findMined(client, hash)));
  return found.find((mined) => mined !== null) ?? null;
}

async function noteInclusion(
  { database, logger }: EngineContext,
  send: Send,
  mined: MinedTransaction | null,
): Promise<void> {
  if (send.minedHash === (mined?.hash ?? null) && send.minedBlock === (mined?.blockNumber ?? null)) return;
  await database.transaction(async (transaction) => {
    if (await lockSend(transaction, send)) await setInclusion(transaction, send, mined);
  });
  if (mined) return;
  for (const { transferId } of await readObligations(database, send)) {
    logger.warn({ transfer: transferId, nonce: send.nonce }, 'a reorganisation took a payment away; it is sent again');
  }
}

/**
 * Makes the worker that follows what was sent. It looks for every attempt at every unsettled nonce, since a reorg can bring
 * an old one back, and settles what lies deep enough by its effect, not by its status.
 */
export function createReconciler(context: EngineContext, client: ChainClient): () => Promise<boolean> {
  const { database, clock, logger } = context;
  const { chain } = client;
  const key = { chainId: chain.id, address: chain.maker };
  let strange = new Map<number, Strange>();

  const judgeStrange = async (send: Send, finalNonce: number): Promise<void> => {
    if (finalNonce <= send.nonce) {
      strange.delete(send.nonce);
      return;
    }
    const now = clock.now().getTime();
    const { turns, since } = strange.get(send.nonce) ?? { turns: 0, since: now };
    strange.set(send.nonce, { turns: turns + 1, since });
    if (turns + 1 < STRANGE_TURNS || now - since < STRANGE_MS) return;
    const reason = `nonce ${send.nonce} of the maker on ${chain.name} was used by a transaction that this database does not know`;
    await haltSender(database, key, reason);
    logger.fatal({ chain: chain.name, nonce: send.nonce }, `payments are halted: ${reason}`);
  };

  return async () => {
    const sends = await readUnsettledSends(database, key);
    if (sends.length === 0) {
      strange = new Map();
      return false;
    }
    // Read before the receipts: a transaction that becomes final meanwhile must not look like a stranger's.
    const finalNonce = await readFinalNonce(client, { address: chain.maker, depth: chain.payoutConfirmations });
    const head = await readHead(client);
    const attempts = await readUnsettledAttempts(database, key);
    await settleAll(
      sends.map(async (send) => {
        const mined = await findInclusion(
          client,
          attempts.filter(({ nonce }) => nonce === send.nonce),
        );
        if (!mined) await judgeStrange(send, finalNonce);
        else strange.delete(send.nonce);
        const isFinal = mined !== null && depthOf(mined.blockNumber, head.number) >= chain.payoutConfirmations;
        if (mined && isFinal) await settleFinalSend(context, client, { send, mined, head: head.number });
        else await noteInclusion(context, send, mined);
      }),
    );
    return false;
  };
}
