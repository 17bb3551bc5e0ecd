import { keccak256 } from 'viem';
import { isNativeToken, NATIVE_TOKEN_ADDRESS } from '#shared/address.ts';
import type { ChainClient } from '../chain/chainClient.ts';
import { readFeeMarket } from '../chain/feeMarket.ts';
import { insertAttempt } from '../db/attempts.ts';
import type { Transaction } from '../db/database.ts';
import { hasBindingObligation, insertObligation, readReserved } from '../db/obligations.ts';
import type { Sender, SenderKey } from '../db/senders.ts';
import { lockSender, readSender, takeNonce } from '../db/senders.ts';
import { countUnsettledSends, insertSend } from '../db/sends.ts';
import type { Transfer } from '../db/transfers.ts';
import { applyEvent, lockTransfer, readPayable, setWaiting } from '../db/transfers.ts';
import { retryDelayMs } from '../domain/backoff.ts';
import type { TransactionFees } from '../domain/gasPrice.ts';
import { signingFees } from '../domain/gasPrice.ts';
import { callHash, payCall } from '../domain/payment.ts';
import type { EngineContext } from './engineContext.ts';
import type { PaymentSite, Preparation } from './preparePayment.ts';
import { preparePayment } from './preparePayment.ts';

// So many nonces of a sender may be unsettled. A jam then strands few payments, and nodes keep that many of one account.
const MAX_IN_FLIGHT = 16;
const RETRY_FAILING_MS = 30_000;
const HOLD_FAILING_AFTER_MS = 600_000;

type Ready = Extract<Preparation, { kind: 'ready' }>;
type Signing = { readonly transfer: Transfer; readonly ready: Ready; readonly fees: TransactionFees };

function isUnchanged(current: Transfer | null, before: Transfer): boolean {
  return (
    current !== null &&
    current.state === before.state &&
    current.canonical &&
    current.deposit.blockHash === before.deposit.blockHash
  );
}

/** Whether the balances that were read cover this payment beside all that are signed already. */
async function isCovered(transaction: Transaction, { chainId }: SenderKey, { ready, fees }: Signing): Promise<boolean> {
  const { payment, funds, gasLimit } = ready;
  const { atBlock } = funds;
  const isNative = isNativeToken(payment.token);
  const reservedNative = await readReserved(transaction, { chainId, token: NATIVE_TOKEN_ADDRESS, atBlock });
  const reserved = isNative ? 0n : await readReserved(transaction, { chainId, token: payment.token, atBlock });
  // Every payment in flight may take its gas as well.
  const gas = gasLimit * fees.maxFee * BigInt(MAX_IN_FLIGHT);
  const native = reservedNative + gas + (isNative ? payment.amount : 0n);
  return funds.nativeBalance >= native && (isNative || funds.balance >= reserved + payment.amount);
}

async function store(
  { signer }: EngineContext,
  transaction: Transaction,
  { sender, signing, client }: { readonly sender: Sender; readonly signing: Signing; readonly client: ChainClient },
): Promise<void> {
  const { transfer, ready, fees } = signing;
  const { payment, purpose, gasLimit } = ready;
  const { chain } = client;
  const call = payCall(chain.payoutContract, payment);
  const key = { chainId: chain.id, address: sender.address, nonce: sender.nextNonce };
  const raw = await signer.signTransaction({ chainId: chain.id, nonce: key.nonce, call, gasLimit, fees });
  await insertSend(transaction, { ...key, call, gasLimit });
  await insertAttempt(transaction, { ...key, attempt: 0, callHash: callHash(call), hash: keccak256(raw), raw, fees });
  const { token, to: recipient, amount } = payment;
  await insertObligation(transaction, key, { transferId: transfer.id, kind: purpose, token, recipient, amount });
  await takeNonce(transaction, sender);
  const applied = await applyEvent(transaction, {
    id: transfer.id,
    event: purpose === 'payout' ? 'payoutSigned' : 'refundSigned',
    detail: `nonce ${key.nonce} on ${chain.name}`,
    fields: { note: null, retryAt: null, failingSince: null },
  });
  if (!applied) throw new Error(`a ${purpose} of transfer ${transfer.id} is not due in state ${transfer.state}`);
}

/**
 * Binds a payment to the sender's next nonce: nonce, signed bytes, what they owe and the new state are one database
 * transaction, under the sender's lock. Nothing is sent here.
 */
async function signPayment(context: EngineContext, client: ChainClient, signing: Signing): Promise<boolean> {
  const key = { chainId: client.chain.id, address: client.chain.maker };
  const { transfer } = signing;
  const outcome = await context.database.transaction(async (transaction) => {
    const sender = await lockSender(transaction, key);
    if (!sender || sender.haltedReason !== null) return 'halted';
    if ((await countUnsettledSends(transaction, key)) >= MAX_IN_FLIGHT) return 'full';
    const current = await lockTransfer(transaction, transfer.id);
    if (!isUnchanged(current, transfer) || (await hasBindingObligation(transaction, transfer.id))) return 'overtaken';
    if (!(await isCovered(transaction, key, signing))) return 'short';
    await store(context, transaction, { sender, signing, client });
    return 'signed';
  });
  if (outcome === 'short') {
    const note = `it waits until the bridge has enough funds on ${client.chain.name}`;
    await wait(context, transfer, { note });
  }
  if (outcome === 'signed') context.logger.info({ transfer: transfer.id, purpose: signing.ready.purpose }, 'signed');
  return outcome === 'signed';
}

function retryAfter({ firstSeenAt }: Transfer, now: Date, minMs = 0): Date {
  return new Date(now.getTime() + Math.max(retryDelayMs(firstSeenAt, now), minMs));
}

async function wait(
  { database, clock, logger }: EngineContext,
  transfer: Transfer,
  { note, minMs = 0, failing = false }: { readonly note: string; readonly minMs?: number; readonly failing?: boolean },
): Promise<void> {
  const now = clock.now();
  const failingSince = failing ? (transfer.failingSince ?? now) : null;
  await setWaiting(database, transfer.id, { note, failingSince, retryAt: retryAfter(transfer, now, minMs) });
  if (note !== transfer.note) logger.warn({ transfer: transfer.id, note }, 'a payment waits');
}

async function hold({ database, logger }: EngineContext, transfer: Transfer, reason: string): Promise<void> {
  const state = await database.transaction((transaction) =>
    applyEvent(transaction, { id: transfer.id, event: 'heldBack', detail: reason, fields: { reason, note: null } }),
  );
  logger.error({ transfer: transfer.id, reason, state }, 'transfer held for a person');
}

/** Acts on everything but a payment that is ready. */
async function postpone(context: EngineContext, transfer: Transfer, preparation: Exclude<Preparation, Ready>) {
  switch (preparation.kind) {
    case 'wait':
      return wait(context, transfer, { note: preparation.note });
    case 'fails': {
      const failingMs = context.clock.now().getTime() - (transfer.failingSince?.getTime() ?? Number.POSITIVE_INFINITY);
      const { note } = preparation;
      // A refund that was begun answers 909 for good, so it stays a refund and goes on trying.
      if (failingMs < HOLD_FAILING_AFTER_MS || transfer.state === 'refunding' || transfer.failingSince === null) {
        return wait(context, transfer, { note, minMs: RETRY_FAILING_MS, failing: true });
      }
      return hold(context, transfer, note);
    }
    case 'hold':
      if (transfer.state !== 'refunding') return hold(context, transfer, preparation.reason);
      return wait(context, transfer, { note: 'a person has to look at it', minMs: HOLD_FAILING_AFTER_MS });
    case 'made': {
      const { purpose, hash, amount } = preparation;
      const event = purpose === 'payout' ? 'payoutDelivered' : 'refundDelivered';
      await context.database.transaction((transaction) =>
        applyEvent(transaction, {
          id: transfer.id,
          event,
          detail: 'found on the chain',
          fields: { settledHash: hash, settledAmount: amount, note: null },
        }),
      );
      context.logger.warn({ transfer: transfer.id, hash }, 'a payment that the database did not know was found');
    }
  }
}

// A chain that cannot be asked about one transfer holds up that transfer, not those from other chains.
async function tryToPrepare(site: PaymentSite, transfer: Transfer) {
  const { database, clock, logger } = site.context;
  try {
    return { transfer, preparation: await preparePayment(site, transfer) };
  } catch (error) {
    logger.warn({ err: error, transfer: transfer.id }, 'a payment could not be prepared and is tried again');
    await setWaiting(database, transfer.id, { retryAt: retryAfter(transfer, clock.now()) });
    return { transfer, preparation: null };
  }
}

/**
 * Signs the payments that are due on a chain, payouts and refunds alike.
 * @returns whether something was signed
 */
export async function signPayments(context: EngineContext, client: ChainClient): Promise<boolean> {
  const { database, clock } = context;
  const { chain } = client;
  const key = { chainId: chain.id, address: chain.maker };
  const sender = await readSender(database, key);
  if (!sender || sender.haltedReason !== null) return false;
  const room = MAX_IN_FLIGHT - (await countUnsettledSends(database, key));
  if (room <= 0) return false;
  const transfers = await readPayable(database, { chainId: chain.id, now: clock.now(), limit: room });
  if (transfers.length === 0) return false;
  const market = await readFeeMarket(client);
  const fees = signingFees(market, chain.maxGasPrice);
  const site: PaymentSite = { context, client, market };
  const prepared = await Promise.all(transfers.map((transfer) => tryToPrepare(site, transfer)));
  // One after the other: they would only wait for each other at the sender's lock, each with a connection of its own.
  let signed = 0;
  for (const { transfer, preparation } of prepared) {
    if (preparation?.kind === 'ready') {
      if (await signPayment(context, client, { transfer, ready: preparation, fees })) signed += 1;
    } else if (preparation) await postpone(context, transfer, preparation);
  }
  return signed > 0;
}
