import type { Hash } from 'viem';
import type { ChainClient, Header } from '../chain/chainClient.ts';
import { readHead, readHeader, readLastDeepBlock } from '../chain/chainClient.ts';
import { askOnce, awaitAll } from '../chain/concurrency.ts';
import type { MinedTransaction } from '../chain/transactions.ts';
import { findMined, readNonce } from '../chain/transactions.ts';
import type { EngineContext } from '../engineContext.ts';
import { haltSender } from './senders.ts';
import type { Attempt, Send } from './sends.ts';
import { readUnsettledAttempts, readUnsettledSends, setInclusion, tryLockSend } from './sends.ts';
import { logFailedSend, logSend, settleFinalSend } from './settle.ts';

/** Finds the attempt at a nonce that is in a block. */
type FindInclusion = (attempts: readonly Attempt[]) => Promise<MinedTransaction | null>;

/**
 * Creates the search for a turn's attempts. Until the newest block changes, a mined transaction stays where it is, so
 * only the other attempts are searched again. A turn's transactions share their blocks' headers.
 */
export function createInclusions(client: ChainClient): (head: Header) => FindInclusion {
  const mined = new Map<Hash, MinedTransaction>();
  let newest: Hash | null = null;
  return (head) => {
    if (head.hash !== newest) mined.clear();
    newest = head.hash;
    const readBlock = askOnce((blockNumber: bigint) => readHeader(client, { blockNumber }));
    const find = async (hash: Hash) => {
      const known = mined.get(hash) ?? (await findMined(client, hash, readBlock));
      if (known && newest === head.hash) mined.set(hash, known);
      return known;
    };
    return async (attempts) => {
      const found = await Promise.all(attempts.map(({ hash }) => find(hash)));
      return found.find((transaction) => transaction !== null) ?? null;
    };
  };
}

// One node may lag behind another, so a used nonce without a receipt must persist for this many turns and this long.
const FOREIGN_TURNS = 3;
const FOREIGN_MS = 5000;

/** The newest block, and the newest one whose transactions are final. */
type Heights = { readonly head: bigint; readonly final: bigint };

type ForeignUse = { readonly turns: number; readonly since: number; readonly sinceBlock: bigint };

export async function noteInclusion(context: EngineContext, send: Send, mined: MinedTransaction | null): Promise<void> {
  if (send.minedHash === (mined?.hash ?? null) && send.minedBlock === (mined?.blockNumber ?? null)) return;
  await context.database.transaction(async (transaction) => {
    if (await tryLockSend(transaction, send)) await setInclusion(transaction, send, mined);
  });
  if (mined) return;
  await logSend(context, send, (log) => log.warn('payment removed by a reorg, sending it again'));
}

/**
 * Detects nonces that are used although no stored attempt is in a block. It halts the sender once the use is final. The
 * worker counts turns and blocks itself, because full nodes soon drop old account states.
 */
function createForeignUseDetector(context: EngineContext, client: ChainClient) {
  const { database, clock, logger } = context;
  const { chain } = client;
  const seen = new Map<number, ForeignUse>();

  const readUsed = async (): Promise<number | null> => {
    try {
      return await readNonce(client, chain.hotWallet);
    } catch (error) {
      logger.warn({ err: error, chain: chain.name }, 'nonce read failed, will retry');
      return null;
    }
  };

  const judge = async (send: Send, { used, head, final }: Heights & { readonly used: number }) => {
    const { nonce } = send;
    if (used <= nonce) {
      seen.delete(nonce);
      return;
    }
    const now = clock.now().getTime();
    const { turns, since, sinceBlock } = seen.get(nonce) ?? { turns: 0, since: now, sinceBlock: head };
    seen.set(nonce, { turns: turns + 1, since, sinceBlock });
    const isFinal = sinceBlock <= final;
    if (!isFinal || turns + 1 < FOREIGN_TURNS || now - since < FOREIGN_MS) return;
    const reason = `nonce ${nonce} of the hot wallet on ${chain.name} was used by a transaction that this database lacks`;
    const isHalted = await database.transaction(async (transaction) => {
      // If an operator has settled the send meanwhile, there is no reason to halt.
      if (!(await tryLockSend(transaction, send))) return false;
      return haltSender(transaction, { chainId: chain.id, address: chain.hotWallet }, reason);
    });
    if (isHalted) await logSend(context, send, (log) => log.fatal(`payments halted: ${reason}`));
  };

  return async (missing: readonly Send[], heights: Heights): Promise<void> => {
    for (const nonce of seen.keys()) if (!missing.some((send) => send.nonce === nonce)) seen.delete(nonce);
    const used = missing.length > 0 ? await readUsed() : null;
    if (used !== null) await awaitAll(missing.map((send) => judge(send, { used, ...heights })));
  };
}

/**
 * Creates the worker that settles sent payments. It looks for every attempt at every unsettled nonce, because a reorg
 * can bring an old attempt back. It settles a final transaction by its effect, not by its status.
 */
export function createReconciler(context: EngineContext, client: ChainClient): () => Promise<boolean> {
  const { database, reportStep } = context;
  const { chain } = client;
  const key = { chainId: chain.id, address: chain.hotWallet };
  const detectForeignUse = createForeignUseDetector(context, client);
  const inclusions = createInclusions(client);

  return async () => {
    const sends = await readUnsettledSends(database, key);
    if (sends.length === 0) {
      await detectForeignUse([], { head: 0n, final: 0n });
      return false;
    }
    const head = await readHead(client);
    const final = await readLastDeepBlock(client.reader, chain.payoutConfirmations, head.number);
    const attempts = await readUnsettledAttempts(database, key);
    const findInclusion = inclusions(head);
    const missing: Send[] = [];
    const follow = async (send: Send): Promise<void> => {
      const ofSend = attempts.filter(({ nonce }) => nonce === send.nonce);
      const mined = await findInclusion(ofSend);
      await reportStep('reconcile.receiptRead', { chainId: chain.id, nonce: send.nonce });
      if (!mined) missing.push(send);
      const isFinal = mined !== null && mined.blockNumber <= final;
      if (mined && isFinal) {
        const attempt = ofSend.find(({ hash }) => hash === mined.hash);
        const isCancel = attempt?.kind === 'cancel';
        const maxGasCost = send.gasLimit * (attempt?.fees.maxFee ?? 0n);
        await settleFinalSend(context, client, { send, mined, isCancel, maxGasCost, final });
      } else await noteInclusion(context, send, mined);
    };
    const followed = awaitAll(sends.map((send) => logFailedSend(context, send, () => follow(send))));
    await followed.catch(() => {});
    await detectForeignUse(missing, { head: head.number, final });
    await followed;
    return false;
  };
}
