import type { Catalog } from '../boot/model/catalog.ts';
import { findChainById, findPinnedToken } from '../boot/model/catalog.ts';
import type { ChainClient } from '../chain/chainClient.ts';
import { readHeader } from '../chain/chainClient.ts';
import { headAgeSeconds, isStale, neededConfirmations } from '../chain/model/confirmations.ts';
import { findPayment, isPaymentOf } from '../chain/paymentRecords.ts';
import { isNoQuorum } from '../chain/rpc/agreement.ts';
import { isSameDeposit } from '../deposits/model/deposit.ts';
import type { Reason } from '../deposits/model/reasons.ts';
import { because } from '../deposits/model/reasons.ts';
import type { Transfer } from '../deposits/transfers.ts';
import type { EngineContext } from '../engineContext.ts';
import type { Pauses } from '../guards/model/pauses.ts';
import { findPause } from '../guards/model/pauses.ts';
import type { ScreenedAddress } from '../guards/model/screening.ts';
import type { Screen } from '../guards/screening.ts';
import { readUncleared, ScreeningUnavailable, storeMatches } from '../guards/screening.ts';
import type { BatchReads, PaymentSite, PlannedPayment, Postponement } from './plannedPayment.ts';

const CLOCK_TOLERANCE_MS = 60_000;

/** Finds the payment that a vault has recorded as made. */
export async function findMadePayment(
  { client, reads }: PaymentSite,
  { payment, purpose, transfer }: PlannedPayment,
): Promise<Postponement> {
  const made = await findPayment(client, payment);
  const note = because('payment_unconfirmed', `its payment on ${client.chain.name} waits for confirmations`);
  if (!made) return { kind: 'wait', note };
  if (!isPaymentOf(made, payment)) {
    const reason = because('payment_differs', `its payment on ${client.chain.name} differs from the due payment`);
    return { kind: 'hold', reason };
  }
  if (made.blockNumber > (await reads.lastDeep(client, client.chain.payoutConfirmations)))
    return { kind: 'wait', note };
  // A database that read the deposit long after its payment may lack the fees from which the amount was computed.
  const { time } = await readHeader(client, { blockNumber: made.blockNumber });
  const isKnown = transfer.firstSeenAt.getTime() - time.getTime() < CLOCK_TOLERANCE_MS;
  const due = isKnown ? payment.amount : null;
  return { kind: 'made', purpose, chainId: client.chain.id, hash: made.transactionHash, amount: made.amount, due };
}

/**
 * Finds whether an operator has paused a transfer's next payment. The worker reads the pauses first, and again in the
 * transaction that signs, because a pause can start in between.
 * @returns the note for the receipt, or null
 */
export function findPauseNote(pauses: Pauses, catalog: Catalog, { state, deposit }: Transfer): Reason | null {
  const origin = findChainById(catalog, BigInt(deposit.chainId));
  if (!origin) return null;
  const destination = state === 'confirmed' ? findChainById(catalog, deposit.destination) : undefined;
  const tokenName = findPinnedToken(catalog, origin, deposit.token)?.token.name ?? null;
  const paused = findPause(pauses, { origin, destination: destination ?? null, tokenName });
  return paused === null ? null : because('paused', `the payment waits because ${paused} is paused`);
}

/** Who gets the money, and who sent it. A refund goes to the sender. */
function listAddresses({ transfer: { deposit }, purpose, payment }: PlannedPayment): readonly ScreenedAddress[] {
  const sender = { role: 'sender', chainId: deposit.chainId, address: deposit.depositor } as const;
  if (purpose === 'refund') return [sender];
  return [sender, { role: 'recipient', chainId: Number(deposit.destination), address: payment.to }];
}

/**
 * Screens the sender and recipient of a payment that is ready. A match holds the transfer, unless an operator has
 * ordered its payment since that match was stored. Without an answer the payment waits.
 * @returns why it must not be signed, or null
 */
export async function screenPayment(
  { database, logger }: EngineContext,
  screen: Screen,
  planned: PlannedPayment,
): Promise<Postponement | null> {
  const { id } = planned.transfer;
  try {
    const matches = await screen(id, listAddresses(planned));
    if (matches.length === 0) return null;
    // Stored before the hold, so that the operator's order after the hold is later than the match.
    await storeMatches(database, id, matches);
    const uncleared = await readUncleared(database, id, matches);
    if (uncleared.length === 0) return null;
    logger.warn({ transfer: id, matches: uncleared }, 'screening matched an address');
    return { kind: 'hold', reason: because('operator_review') };
  } catch (error) {
    if (!(error instanceof ScreeningUnavailable)) throw error;
    logger.warn({ err: error, transfer: id }, 'screening unavailable, will retry');
    const text = 'the payment waits until the bridge has finished its usual check';
    return { kind: 'wait', note: because('check_pending', text) };
  }
}

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
    return because('deposit_unconfirmed', `the newest block of ${name} that its providers return is ${age} s old`);
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
