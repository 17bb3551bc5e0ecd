import type { Hash } from 'viem';
import { keccak256 } from 'viem';
import type { ChainClient } from '../chain/chainClient.ts';
import { awaitAll } from '../chain/concurrency.ts';
import { readFeeMarket } from '../chain/gas.ts';
import type { FeeMarket, TransactionFees } from '../chain/model/gasPrice.ts';
import { bumpedFees, replacementFees } from '../chain/model/gasPrice.ts';
import { broadcast, readNonce } from '../chain/transactions.ts';
import { applyEvents } from '../deposits/applyEvents.ts';
import type { EngineContext } from '../engineContext.ts';
import { SignerRefused, SignerUnavailable } from '../signer/client/signer.ts';
import { callHash, cancelCall } from './model/payment.ts';
import { readDepositReferences, readObligations } from './obligations.ts';
import type { Sender } from './senders.ts';
import { readSender, readSenders } from './senders.ts';
import type { Attempt } from './sends.ts';
import {
  insertAttempt,
  markSent,
  readAttemptsBetween,
  readUnsettledAttempts,
  readUnsettledSend,
  tryLockSend,
} from './sends.ts';
import { logFailedSend, logSend } from './settle.ts';
import { haltIfAhead } from './verifySender.ts';

/** Whether an operator requested a cancel, and the newest attempt is still the payment. */
function isToBeCancelled({ kind, isCancelRequested }: Attempt): boolean {
  return isCancelRequested && kind === 'call';
}

async function chooseFees(
  context: EngineContext,
  attempt: Attempt,
  market: FeeMarket,
): Promise<TransactionFees | null> {
  const maxGasPrice = context.clients.get(attempt.chainId)?.chain.maxGasPrice ?? 0n;
  if (!isToBeCancelled(attempt)) return bumpedFees(attempt.fees, market, maxGasPrice);
  const fees = replacementFees(attempt.fees, market, maxGasPrice);
  if (!fees) {
    const message = 'cancel delayed, its fees would exceed maxGasPriceGwei';
    await logSend(context, attempt, (log) => log.warn(message));
  }
  return fees;
}

/**
 * Signs another attempt at a nonce: a cancel if an operator requested one, or the same call with higher fees if the
 * market has risen. It stores the attempt before sending anything.
 * @returns the newest attempt, which is the given one if no replacement is due
 */
export async function replaceAttempt(context: EngineContext, attempt: Attempt, market: FeeMarket): Promise<Attempt> {
  const { database, signer, reportStep, payments } = context;
  const fees = await chooseFees(context, attempt, market);
  const send = fees && (await readUnsettledSend(database, attempt));
  if (!fees || send?.state !== 'open') return attempt;
  const { chainId, address, nonce } = attempt;
  const isCancel = attempt.isCancelRequested;
  const action = isCancel ? 'cancel' : 'bump';
  // The payment's gas limit covers an empty transaction on every chain. Unused gas is not spent.
  const { gasLimit } = send;
  const call = isCancel ? cancelCall(address) : send.call;
  const deposits = isCancel ? [] : await readDepositReferences(database, attempt);
  const { raw } = await signer.signTransaction({ chainId, nonce, call, gasLimit, fees }, deposits);
  await reportStep(`${action}.signed`, { chainId, nonce });
  const next = {
    ...{ chainId, address, nonce, attempt: attempt.attempt + 1, hash: keccak256(raw), raw, fees },
    ...(isCancel
      ? ({ kind: 'cancel', callHash: null } as const)
      : ({ kind: 'call', callHash: callHash(call) } as const)),
  };
  const stored = await database.transaction(async (transaction) => {
    const current = await tryLockSend(transaction, attempt);
    const attempts = await readUnsettledAttempts(transaction, attempt);
    const newest = attempts.findLast((other) => other.nonce === nonce);
    if (current?.state !== 'open' || newest?.hash !== attempt.hash) return false;
    // An operator may have requested a cancel while the signer signed. The next turn then replaces this attempt with
    // it.
    if (current.isCancelRequested !== isCancel) return false;
    await insertAttempt(transaction, next);
    await reportStep(`${action}.stored`, { chainId, nonce });
    return true;
  });
  if (!stored) return attempt;
  payments?.onAttempt(chainId);
  await reportStep(`${action}.committed`, { chainId, nonce });
  await logSend(context, attempt, (log) =>
    log.info({ attempt: next.attempt, kind: next.kind }, 'replacement signed with higher fees'),
  );
  return { ...attempt, ...next };
}

const REBROADCAST_MS = 3000;
const BUMP_AFTER_MS = 20_000;
const LOOK_EVERY_MS = 10_000;

/** The newest attempt at every nonce that is not in a block. */
function listNewest(attempts: readonly Attempt[]): readonly Attempt[] {
  const newest = new Map<number, Attempt>();
  for (const attempt of attempts) if (!attempt.isMined) newest.set(attempt.nonce, attempt);
  return [...newest.values()];
}

/** @returns the transfers that the attempt pays */
async function noteSent(context: EngineContext, attempt: Attempt): Promise<readonly Hash[]> {
  const transferIds = await context.database.transaction(async (transaction) => {
    await markSent(transaction, attempt);
    const obligations = await readObligations(transaction, attempt);
    const payouts = obligations.filter(({ kind }) => kind === 'payout');
    const events = payouts.map(({ transferId: id }) => ({ id, event: 'payoutSent', detail: attempt.hash }) as const);
    await applyEvents(transaction, events);
    return obligations.map(({ transferId }) => transferId);
  });
  await logSend(context, attempt, (log) => log.info({ hash: attempt.hash }, 'payment sent'));
  return transferIds;
}

/** If the signer refuses a replacement or doesn't answer, the worker sends the existing attempt again. */
async function replaceIfSigned(context: EngineContext, attempt: Attempt, market: FeeMarket): Promise<Attempt> {
  try {
    return await replaceAttempt(context, attempt, market);
  } catch (error) {
    if (!(error instanceof SignerRefused || error instanceof SignerUnavailable)) throw error;
    await logSend(context, attempt, (log) => log.warn({ err: error }, 'replacement failed, sending the old attempt'));
    return attempt;
  }
}

/**
 * Compares the chain's nonces with the stored ones. Settled payments that a reorg deeper than `payoutConfirmations`
 * removed are sent again, including those of former hot wallets: the chain mines no later payment of a sender before
 * those nonces are used. A nonce that the database has not signed halts the sender at the second look, so that an
 * operator learns of a stolen key before the next payment.
 */
function createNonceLook(context: EngineContext, client: ChainClient) {
  const { database, clock, logger } = context;
  const { chain } = client;
  let lookedAt = 0;
  let wasAhead = false;
  // One wrong answer from a single endpoint must not stop a chain until two people resume it.
  const haltIfStillAhead = async (sender: Sender, nonce: number): Promise<void> => {
    const isAhead = nonce > sender.nextNonce;
    const reason = isAhead && wasAhead ? await haltIfAhead(database, client, nonce) : null;
    wasAhead = isAhead;
    if (reason !== null) logger.fatal({ chain: chain.name }, `payments halted: ${reason}`);
  };
  const look = async (sender: Sender, below: number): Promise<void> => {
    const from = await readNonce(client, sender.address);
    if (sender.address === chain.hotWallet) await haltIfStillAhead(sender, from);
    if (from >= below) return;
    const undone = await readAttemptsBetween(database, sender, { from, below });
    // At a cancelled nonce only the cancel may be sent again, because the payment was made at another nonce.
    for (const attempt of undone.filter(({ isMined, isOverruled }) => isMined && !isOverruled)) {
      await logSend(context, attempt, (log) => log.warn('settled payment removed by a reorg, sending it again'));
      await broadcast(client, attempt.raw);
    }
  };
  return async (newest: readonly Attempt[]): Promise<void> => {
    const now = clock.now().getTime();
    if (now - lookedAt < LOOK_EVERY_MS) return;
    lookedAt = now;
    for (const sender of await readSenders(database, chain.id)) {
      const open = sender.address === chain.hotWallet ? newest : [];
      if (sender.haltedReason === null) {
        await look(sender, Math.min(sender.nextNonce, ...open.map(({ nonce }) => nonce)));
      }
    }
  };
}

/**
 * Creates the worker that sends signed payments until they are in a block. It sends only stored bytes, and no decision
 * depends on a node's answer.
 */
export function createBroadcaster(context: EngineContext, client: ChainClient): () => Promise<boolean> {
  const { database, clock, reportStep } = context;
  const { chain } = client;
  const key = { chainId: chain.id, address: chain.hotWallet };
  const lookAtNonces = createNonceLook(context, client);
  let lastSent = new Map<string, number>();

  const send = async (attempt: Attempt, now: number): Promise<void> => {
    const at = { chainId: chain.id, nonce: attempt.nonce };
    lastSent.set(attempt.hash, now);
    await reportStep('broadcast.sending', at);
    const taken = await broadcast(client, attempt.raw);
    await reportStep('broadcast.sent', at);
    if (!taken || attempt.wasSent || attempt.kind === 'cancel') return;
    const transferIds = await noteSent(context, attempt);
    await reportStep('broadcast.noted', { ...at, transferIds, hash: attempt.hash });
  };

  return async () => {
    const sender = await readSender(database, key);
    if (!sender || sender.haltedReason !== null) return false;
    const now = clock.now().getTime();
    const newest = listNewest(await readUnsettledAttempts(database, key));
    await lookAtNonces(newest);
    lastSent = new Map([...lastSent].filter(([hash]) => newest.some((attempt) => attempt.hash === hash)));
    const due = newest.filter(({ hash }) => now - (lastSent.get(hash) ?? 0) >= REBROADCAST_MS);
    const isStuck = (attempt: Attempt) =>
      isToBeCancelled(attempt) || now - attempt.createdAt.getTime() >= BUMP_AFTER_MS;
    const market = due.some(isStuck) ? await readFeeMarket(client) : null;
    await awaitAll(
      due.map((attempt) =>
        logFailedSend(context, attempt, async () => {
          const current = market && isStuck(attempt) ? await replaceIfSigned(context, attempt, market) : attempt;
          await send(current, now);
        }),
      ),
    );
    return false;
  };
}
