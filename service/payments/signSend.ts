import type { Address, Hash, Hex } from 'viem';
import { keccak256 } from 'viem';
import type { ChainClient } from '../chain/chainClient.ts';
import { askOnce } from '../chain/concurrency.ts';
import type { TransactionFees } from '../chain/model/gasPrice.ts';
import type { Queryable, Transaction } from '../db/database.ts';
import { applyEvents } from '../deposits/applyEvents.ts';
import { readTransfers } from '../deposits/readTransfers.ts';
import type { Transfer } from '../deposits/transfers.ts';
import { byId, readBound, tryLockTransfers } from '../deposits/transfers.ts';
import type { EngineContext } from '../engineContext.ts';
import { findUnreadNote } from '../guards/breaker.ts';
import { exceedsExposureCap, lockCappedOrigins } from '../guards/exposure.ts';
import { readPauses } from '../guards/pauses.ts';
import type { Waiter } from '../quotes/liquidity.ts';
import { readOldestWaiter } from '../quotes/liquidity.ts';
import { findPauseNote } from './findProblem.ts';
import { NOT_WAITING } from './model/failedPayment.ts';
import type { Call, SenderKey } from './model/payment.ts';
import { callHash } from './model/payment.ts';
import { insertObligations, readReserved } from './obligations.ts';
import type { FundedPayment, Taken } from './plannedPayment.ts';
import { listTaken } from './plannedPayment.ts';
import type { Sender } from './senders.ts';
import { lockSender, readSender, takeNonce } from './senders.ts';
import { countUnsettledSends, insertAttempt, insertSend } from './sends.ts';
import { haltIfForgotten } from './verifySender.ts';

// Several turns of the worker. A waiting payment is tried again within a minute.
const TRIED_WITHIN_MS = 120_000;

/** Reads what the signed payments reserve after a block of each token that an order takes. */
type ReservedAt = (atBlock: bigint) => Promise<ReadonlyMap<Address, bigint>>;

type Turn = { readonly chainId: number; readonly now: Date; readonly reservedAt: ReservedAt };

function isYounger({ transfer: { id, waitingSince } }: FundedPayment, oldest: Waiter): boolean {
  const since = waitingSince?.getTime() ?? Number.POSITIVE_INFINITY;
  const oldestSince = oldest.waitingSince.getTime();
  return since > oldestSince || (since === oldestSince && id > oldest.id);
}

/**
 * @param payments those that take a token
 * @param all what they take of it, with what the chain said about it at one block
 */
async function leavesInToken(
  database: Queryable,
  { chainId, now, reservedAt }: Turn,
  { payments, all }: { readonly payments: readonly FundedPayment[]; readonly all: readonly [Taken, ...Taken[]] },
): Promise<boolean> {
  const { token, funds } = all[0];
  const taken = (await reservedAt(funds.atBlock)).get(token) ?? 0n;
  const [balance, spendable] = [funds.balance - taken, funds.spendable - taken];
  const atMost = balance < funds.perPayment ? balance : funds.perPayment;
  const triedSince = new Date(now.getTime() - TRIED_WITHIN_MS);
  const oldest = await readOldestWaiter(database, { chainId, token, atMost, triedSince });
  if (!oldest || payments.some(({ transfer }) => transfer.id === oldest.id)) return true;
  if (!payments.some((one) => isYounger(one, oldest))) return true;
  const needed = all.reduce((sum, { amount }) => sum + amount, oldest.amount);
  return needed <= (balance < spendable ? balance : spendable);
}

/**
 * Whether payments leave the oldest waiting payment of their token what it needs, unless it is among them or they have
 * waited longer. Otherwise smaller payments could use up each new window before a larger one fits, forever.
 *
 * A payment reserves nothing if it can't fit, whatever the others do: above the vault's caps, or above what the signed
 * payments leave of its balance. Otherwise one deposit larger than a chain's funds could stop every payment there. Its
 * clock still runs, so it is refunded after `maxWaitSeconds`.
 */
async function leavesForOldest(database: Queryable, turn: Turn, payments: readonly FundedPayment[]): Promise<boolean> {
  for (const token of new Set(payments.flatMap(listTaken).map((taken) => taken.token))) {
    const taking = payments.filter((payment) => listTaken(payment).some((taken) => taken.token === token));
    const [first, ...others] = taking.flatMap(listTaken).filter((taken) => taken.token === token);
    if (first && !(await leavesInToken(database, turn, { payments: taking, all: [first, ...others] }))) return false;
  }
  return true;
}

// A sender's maximum of unsettled nonces. A jam then delays few payments, and nodes keep this many of an account's
// transactions.
export const MAX_IN_FLIGHT = 16;
// A signed payment waits for nothing but its transaction.
const SIGNED = { ...NOT_WAITING, note: null, retryAt: null, failingSince: null } as const;
// After this many nonces taken by another process, the next turn tries again.
const MAX_RACES = 3;

/** A transaction to sign, and its payments in the order of its call. */
export type SendOrder = {
  readonly payments: readonly FundedPayment[];
  readonly call: Call;
  readonly gasLimit: bigint;
  /** What the chain charges for it in addition to gas, in wei. */
  readonly dataFee: bigint;
  readonly fees: TransactionFees;
};

export type SignOutcome =
  | 'signed'
  /** The sender is halted. */
  | 'halted'
  /** Too many of its nonces are unsettled. */
  | 'full'
  /** Another process took the nonce. */
  | 'raced'
  /** A transfer has changed or was paused since it was prepared. */
  | 'overtaken'
  /** The balances don't cover it in addition to the signed payments, or an older payment waits for them. */
  | 'short'
  /** It would exceed the exposure cap of an origin chain. */
  | 'exposed';

/** Whether a transfer is unchanged since its payment was prepared. */
export function isUnchanged(current: Transfer | null, before: Transfer): boolean {
  return (
    current !== null &&
    current.state === before.state &&
    current.canonical &&
    current.deposit.blockHash === before.deposit.blockHash
  );
}

/** Whether the hot wallet can pay for an order's gas. Each other payment in flight may use as much. */
export function coversGas({ payments, gasLimit, dataFee, fees }: Omit<SendOrder, 'call'>): boolean {
  const gas = (gasLimit * fees.maxFee + dataFee) * BigInt(MAX_IN_FLIGHT);
  return payments.every(({ funds }) => funds.gasBalance >= gas);
}

/**
 * Whether the vault's balances and window cover these payments in addition to all signed payments, and the hot wallet
 * covers the gas.
 */
async function isCovered(order: SendOrder, reservedAt: ReservedAt): Promise<boolean> {
  if (!coversGas(order)) return false;
  const all = order.payments.flatMap(listTaken);
  const due = new Map<Address, bigint>();
  for (const { token, amount } of all) due.set(token, (due.get(token) ?? 0n) + amount);
  const blocks = new Set(all.map(({ funds }) => funds.atBlock));
  for (const atBlock of blocks) {
    const reserved = await reservedAt(atBlock);
    for (const { token, funds } of all) {
      const needed = (reserved.get(token) ?? 0n) + (due.get(token) ?? 0n);
      if (funds.atBlock === atBlock && (funds.balance < needed || funds.spendable < needed)) return false;
    }
  }
  return true;
}

async function areStillDue(
  { catalog }: EngineContext,
  database: Queryable,
  { order, current }: Pick<Question, 'order' | 'current'>,
): Promise<boolean> {
  const transfers = listTransfers(order);
  const pauses = await readPauses(database);
  if (transfers.some((transfer) => findPauseNote(pauses, catalog, transfer) !== null)) return false;
  const bound = await readBound(database, listIds(order));
  return transfers.every(
    (transfer) => isUnchanged(current.get(transfer.id) ?? null, transfer) && !bound.has(transfer.id),
  );
}

async function store(
  { reportStep, clients }: EngineContext,
  transaction: Transaction,
  { sender, order, raw }: { readonly sender: Sender; readonly order: SendOrder; readonly raw: Hex },
): Promise<void> {
  const { call, gasLimit, fees } = order;
  const { chainId, address, nextNonce: nonce } = sender;
  const key = { chainId, address, nonce };
  const step = { chainId, nonce, transferIds: listIds(order) };
  await insertSend(transaction, { ...key, call, gasLimit });
  const bound = { kind: 'call', callHash: callHash(call) } as const;
  await insertAttempt(transaction, { ...key, attempt: 0, hash: keccak256(raw), raw, fees, ...bound });
  await reportStep('sign.attemptStored', step);
  const obligations = order.payments.map(({ transfer, purpose: kind, payment }) => {
    const { token, to: recipient, amount, gasDrop } = payment;
    return { transferId: transfer.id, kind, token, recipient, amount, gasDrop };
  });
  await insertObligations(transaction, key, obligations);
  const detail = `nonce ${nonce} on ${clients.get(chainId)?.chain.name ?? chainId}`;
  const events = order.payments.map(({ transfer: { id }, purpose }) => {
    return { id, event: purpose === 'payout' ? 'payoutSigned' : 'refundSigned', detail, fields: SIGNED } as const;
  });
  const refused = (await applyEvents(transaction, events)).indexOf(null);
  const { transfer } = order.payments[refused] ?? {};
  if (transfer) throw new Error(`a payment of transfer ${transfer.id} is not due in state ${transfer.state}`);
  await takeNonce(transaction, sender);
  await reportStep('sign.nonceTaken', step);
}

function listTransfers({ payments }: SendOrder): readonly Transfer[] {
  return payments.map(({ transfer }) => transfer);
}

function listIds({ payments }: SendOrder): readonly Hash[] {
  return payments.map(({ transfer }) => transfer.id);
}

type Question = {
  readonly key: SenderKey;
  readonly order: SendOrder;
  /** The order's transfers as they are now. */
  readonly current: ReadonlyMap<Hash, Transfer>;
};

/** Why an order must not be signed. It only reads, so its answer holds under the locks of `lockOrder`. */
async function findObstacle(
  context: EngineContext,
  database: Queryable,
  { key, order, current }: Question,
): Promise<SignOutcome | null> {
  if ((await countUnsettledSends(database, key)) >= MAX_IN_FLIGHT) return 'full';
  if (await exceedsExposureCap(context, database, listTransfers(order))) return 'exposed';
  const origins = listTransfers(order).map(({ deposit }) => deposit.chainId);
  if ((await findUnreadNote(context, database, [key.chainId, ...origins])) !== null) return 'overtaken';
  if (!(await areStillDue(context, database, { order, current }))) return 'overtaken';
  const { chainId } = key;
  const tokens = [...new Set(order.payments.flatMap(listTaken).map(({ token }) => token))];
  const reservedAt = askOnce((atBlock: bigint) => readReserved(database, { chainId, tokens, atBlock }));
  if (!(await isCovered(order, reservedAt))) return 'short';
  const turn = { chainId, now: context.clock.now(), reservedAt };
  return (await leavesForOldest(database, turn, order.payments)) ? null : 'short';
}

/** Locks what `findObstacle` reads, until the transaction ends. @returns the transfers that no other transaction has locked */
async function lockOrder(
  context: EngineContext,
  transaction: Transaction,
  order: SendOrder,
): Promise<ReadonlyMap<Hash, Transfer>> {
  await lockCappedOrigins(context, transaction, listTransfers(order));
  return tryLockTransfers(transaction, listIds(order));
}

async function signOnce(context: EngineContext, client: ChainClient, order: SendOrder): Promise<SignOutcome> {
  const { chain } = client;
  const { database, signer, logger, reportStep } = context;
  const key = { chainId: chain.id, address: chain.hotWallet };
  const before = await readSender(database, key);
  if (!before || before.haltedReason !== null) return 'halted';
  const { call, gasLimit, fees } = order;
  const nonce = before.nextNonce;
  const step = { chainId: chain.id, nonce, transferIds: listIds(order) };
  // The signer counts every signature against its caps, and signs no refund while it can take effect. So the worker
  // requests no signature that it would drop.
  const unlocked = byId(await readTransfers(database, { ids: listIds(order) }));
  const reason = await findObstacle(context, database, { key, order, current: unlocked });
  if (reason !== null) return reason;
  const { raw, signedTo } = await signer.signTransaction(
    { chainId: chain.id, nonce, call, gasLimit, fees },
    listTransfers(order).map(({ deposit }) => deposit),
  );
  await reportStep('sign.signed', step);
  const outcome = await database.transaction(async (transaction): Promise<SignOutcome> => {
    const sender = await lockSender(transaction, key);
    if (!sender || sender.haltedReason !== null) return 'halted';
    // Another process has taken the nonce. These bytes were never stored or sent, so they can be dropped.
    if (sender.nextNonce !== nonce) return 'raced';
    if (await haltIfForgotten({ logger, transaction }, client, { sender, signedTo })) return 'halted';
    // Another process, or an operator, may have changed something meanwhile.
    const current = await lockOrder(context, transaction, order);
    const obstacle = await findObstacle(context, transaction, { key, order, current });
    if (obstacle !== null) return obstacle;
    await store(context, transaction, { sender, order, raw });
    return 'signed';
  });
  if (outcome === 'signed') {
    context.payments?.onAttempt(chain.id);
    const depositHashes = listTransfers(order).map(({ deposit }) => deposit.transactionHash);
    await reportStep('sign.committed', { ...step, depositHashes, hash: keccak256(raw) });
  }
  return outcome;
}

/**
 * Binds payments to the sender's next nonce. One database transaction, under the sender's lock, stores the nonce, the
 * signed bytes, the obligations and the new states. The signer signs before that transaction, so the transaction never
 * waits for it. Nothing is sent here.
 */
export async function signSend(context: EngineContext, client: ChainClient, order: SendOrder): Promise<SignOutcome> {
  let outcome: SignOutcome = 'raced';
  for (let race = 0; outcome === 'raced' && race < MAX_RACES; race += 1) {
    outcome = await signOnce(context, client, order);
  }
  return outcome;
}
