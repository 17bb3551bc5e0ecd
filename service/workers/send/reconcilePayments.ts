import type { ChainClient } from '../../chain/chainClient.ts';
import { readHead } from '../../chain/chainClient.ts';
import type { MinedTransaction } from '../../chain/transactions.ts';
import { findMined, readNonce } from '../../chain/transactions.ts';
import type { Attempt } from '../../db/attempts.ts';
import { readUnsettledAttempts } from '../../db/attempts.ts';
import { haltSender } from '../../db/senders.ts';
import type { Send } from '../../db/sends.ts';
import { readUnsettledSends, setInclusion, tryLockSend } from '../../db/sends.ts';
import { depthOf } from '../../domain/blockRange.ts';
import type { EngineContext } from '../engineContext.ts';
import { settleAll } from '../settleAll.ts';
import { logForSend, namingTransfers } from './sendLogs.ts';
import { settleFinalSend } from './settleSend.ts';

// A used nonce without a receipt has to be seen so often, and over so long, before it counts: one node may lag behind another.
const STRANGE_TURNS = 3;
const STRANGE_MS = 5000;

type Strange = { readonly turns: number; readonly since: number; readonly sinceBlock: bigint };

async function findInclusion(client: ChainClient, attempts: readonly Attempt[]): Promise<MinedTransaction | null> {
  const found = await Promise.all(attempts.map(({ hash }) => findMined(client, hash)));
  return found.find((mined) => mined !== null) ?? null;
}

async function noteInclusion(context: EngineContext, send: Send, mined: MinedTransaction | null): Promise<void> {
  if (send.minedHash === (mined?.hash ?? null) && send.minedBlock === (mined?.blockNumber ?? null)) return;
  await context.database.transaction(async (transaction) => {
    if (await tryLockSend(transaction, send)) await setInclusion(transaction, send, mined);
  });
  if (mined) return;
  await logForSend(context, send, (log) => log.warn('a reorganisation took a payment away; it is sent again'));
}

/**
 * Makes the judge of nonces that are used although no stored attempt is in a block. Only what lasts until it must be final
 * counts, and it is watched from turn to turn: full nodes soon forget what an account's nonce was at an older block.
 */
function createStrangerWatch(context: EngineContext, client: ChainClient) {
  const { database, clock, logger } = context;
  const { chain } = client;
  const seen = new Map<number, Strange>();

  const readUsed = async (): Promise<number | null> => {
    try {
      return await readNonce(client, chain.maker);
    } catch (error) {
      logger.warn({ err: error, chain: chain.name }, 'whether a stranger used a nonce is asked again');
      return null;
    }
  };

  const judge = async (send: Send, { used, head }: { readonly used: number; readonly head: bigint }) => {
    const { nonce } = send;
    if (used <= nonce) {
      seen.delete(nonce);
      return;
    }
    const now = clock.now().getTime();
    const { turns, since, sinceBlock } = seen.get(nonce) ?? { turns: 0, since: now, sinceBlock: head };
    seen.set(nonce, { turns: turns + 1, since, sinceBlock });
    const isFinal = depthOf(sinceBlock, head) >= chain.payoutConfirmations;
    if (!isFinal || turns + 1 < STRANGE_TURNS || now - since < STRANGE_MS) return;
    const reason = `nonce ${nonce} of the maker on ${chain.name} was used by a transaction that this database does not know`;
    const isHalted = await database.transaction(async (transaction) => {
      // An operator may have settled it since it was read; halting for it again would be for nothing.
      if (!(await tryLockSend(transaction, send))) return false;
      await haltSender(transaction, { chainId: chain.id, address: chain.maker }, reason);
      return true;
    });
    if (isHalted) await logForSend(context, send, (log) => log.fatal(`payments are halted: ${reason}`));
  };

  return async (missing: readonly Send[], head: bigint): Promise<void> => {
    for (const nonce of seen.keys()) if (!missing.some((send) => send.nonce === nonce)) seen.delete(nonce);
    const used = missing.length > 0 ? await readUsed() : null;
    if (used !== null) await settleAll(missing.map((send) => judge(send, { used, head })));
  };
}

/**
 * Makes the worker that follows what was sent. It looks for every attempt at every unsettled nonce, since a reorg can bring
 * an old one back, and settles what lies deep enough by its effect, not by its status.
 */
export function createReconciler(context: EngineContext, client: ChainClient): () => Promise<boolean> {
  const { database, reportStep } = context;
  const { chain } = client;
  const key = { chainId: chain.id, address: chain.maker };
  const watchStrangers = createStrangerWatch(context, client);

  return async () => {
    const sends = await readUnsettledSends(database, key);
    if (sends.length === 0) {
      await watchStrangers([], 0n);
      return false;
    }
    const head = await readHead(client);
    const attempts = await readUnsettledAttempts(database, key);
    const missing: Send[] = [];
    const follow = async (send: Send): Promise<void> => {
      const ofSend = attempts.filter(({ nonce }) => nonce === send.nonce);
      const mined = await findInclusion(client, ofSend);
      await reportStep('reconcile.receiptRead', { chainId: chain.id, nonce: send.nonce });
      if (!mined) missing.push(send);
      const isFinal = mined !== null && depthOf(mined.blockNumber, head.number) >= chain.payoutConfirmations;
      if (mined && isFinal) {
        const isCancel = ofSend.some(({ hash, kind }) => hash === mined.hash && kind === 'cancel');
        await settleFinalSend(context, client, { send, mined, isCancel, head: head.number });
      } else await noteInclusion(context, send, mined);
    };
    const followed = settleAll(sends.map((send) => namingTransfers(context, send, () => follow(send))));
    await followed.catch(() => {});
    await watchStrangers(missing, head.number);
    await followed;
    return false;
  };
}
