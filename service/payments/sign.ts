// PAYMENTS. In come accepted transfers; out come payouts and refunds on the chains, each deposit paid at most once.
// Terms are derived again from the deposit on the chain. Nonce, signed bytes and obligation are stored in one
// transaction before the first broadcast.

import { splitTarget } from '#shared/gasDrop.ts';
import type { ChainClient } from '../chain/chainClient.ts';
import { awaitAll } from '../chain/concurrency.ts';
import { readFeeMarket, readSampleDataFee } from '../chain/gas.ts';
import { signingFees } from '../chain/model/gasPrice.ts';
import type { Transfer } from '../deposits/transfers.ts';
import { readPayable } from '../deposits/transfers.ts';
import type { EngineContext } from '../engineContext.ts';
import { fewFirst } from './model/fewFirst.ts';
import type { FundedPayment, PaymentSite, Postponement } from './plannedPayment.ts';
import { createBatchReads } from './plannedPayment.ts';
import { postponePayment } from './postpone.ts';
import { preparePayment } from './prepare.ts';
import { readSender } from './senders.ts';
import { countUnsettledSends, hasRevertedBatch } from './sends.ts';
import { retryLater, signBatch, signEach } from './signBatch.ts';
import { MAX_IN_FLIGHT } from './signSend.ts';

/** What decides which other transfers a transfer is signed with. */
type Groupable = Pick<Transfer, 'tries'> & { readonly deposit: Pick<Transfer['deposit'], 'chainId' | 'target'> };

// The vault cannot pay a gas drop in a batch.
function isSignedAlone({ tries, deposit: { target } }: Groupable): boolean {
  return tries > 0 || splitTarget(target).gasDrop > 0n;
}

/** Transfers whose payments are prepared together, and signed as one transaction or separately. */
type Batch<One extends Groupable = Transfer> = { readonly transfers: readonly One[]; readonly isAlone: boolean };

/**
 * Divides due transfers, in order, into rounds that are signed one after the other. A round has at most one batch per
 * origin chain, so that an outage of one chain doesn't delay another chain's deposits. A payment with a gas drop is
 * signed on its own, and so is one that failed before: its error is then visible, and the others lose no gas.
 */
export function formRounds<One extends Groupable>(
  transfers: readonly One[],
  maxBatch: number,
): readonly (readonly Batch<One>[])[] {
  const fresh = transfers.filter((transfer) => !isSignedAlone(transfer));
  const origins = [...new Set(fresh.map(({ deposit }) => deposit.chainId))];
  const queues: readonly Batch<One>[] = [
    ...origins.map((origin) => ({
      transfers: fresh.filter(({ deposit }) => deposit.chainId === origin),
      isAlone: false,
    })),
    { transfers: transfers.filter(isSignedAlone), isAlone: true },
  ];
  const rounds = Math.ceil(Math.max(...queues.map((queue) => queue.transfers.length)) / maxBatch);
  return Array.from({ length: rounds }, (_, round) =>
    queues
      .map((queue) => ({ ...queue, transfers: queue.transfers.slice(round * maxBatch, (round + 1) * maxBatch) }))
      .filter((batch) => batch.transfers.length > 0),
  );
}

// A batch's payments share its transaction, nonce, signature and reads.
export const MAX_BATCH = 32;
// Enough to find every depositor with few transfers among those with many.
const MAX_LISTED = 2 * MAX_BATCH;
// Another depositor's payment waits for at most one batch, and always finds a free nonce.
export const PER_DEPOSITOR = { transfers: MAX_BATCH, sends: MAX_IN_FLIGHT / 2 };

/** Null if the payment could not be prepared and is tried later. */
type Prepared = FundedPayment | Postponement | null;

async function tryToPrepare(site: PaymentSite, transfer: Transfer): Promise<Prepared> {
  try {
    const prepared = await preparePayment(site, transfer);
    const { client, context } = site;
    await context.reportStep('sign.prepared', { chainId: client.chain.id, transferIds: [transfer.id] });
    return prepared;
  } catch (error) {
    await retryLater(site, transfer, error);
    return null;
  }
}

async function sign(site: PaymentSite, { isAlone, transfers }: Batch, prepared: readonly Prepared[]): Promise<boolean> {
  const payments: FundedPayment[] = [];
  for (const [index, transfer] of transfers.entries()) {
    const one = prepared[index];
    if (one?.kind === 'planned') payments.push(one);
    else if (one) await postponePayment(site.context, transfer, one);
  }
  if (payments.length === 0) return false;
  return isAlone ? signEach(site, payments, new Map()) : signBatch(site, payments);
}

/** Prepares a round's batches concurrently, and signs each as soon as it is ready. */
async function signRound(site: PaymentSite, batches: readonly Batch[]): Promise<boolean> {
  let signed = false;
  // One after the other: in parallel they would wait for the sender's lock, each with a database connection.
  let last: Promise<void> = Promise.resolve();
  await awaitAll(
    batches.map(async (batch) => {
      const prepared = await Promise.all(batch.transfers.map((transfer) => tryToPrepare(site, transfer)));
      last = last.then(async () => {
        signed = (await sign(site, batch, prepared)) || signed;
      });
      await last;
    }),
  );
  return signed;
}

/** Signs rounds until one of them has signed something. The next turn finds the transfers that are due by then. */
async function signFirstRound(site: Omit<PaymentSite, 'reads'>, transfers: readonly Transfer[]): Promise<boolean> {
  for (const batches of formRounds(transfers, MAX_BATCH)) {
    const reads = createBatchReads(
      site.context,
      batches.flatMap((batch) => batch.transfers),
    );
    if (await signRound({ ...site, reads }, batches)) return true;
  }
  return false;
}

/**
 * Signs the due payouts and refunds on a chain.
 * @returns whether something was signed
 */
export async function signPayments(context: EngineContext, client: ChainClient): Promise<boolean> {
  const { database, clock } = context;
  const { chain } = client;
  const key = { chainId: chain.id, address: chain.hotWallet };
  const [sender, unsettled] = await Promise.all([readSender(database, key), countUnsettledSends(database, key)]);
  const room = MAX_IN_FLIGHT - unsettled;
  if (!sender || sender.haltedReason !== null || room <= 0) return false;
  const transfers = await readPayable(database, {
    chainId: chain.id,
    now: clock.now(),
    limit: Math.min(room * MAX_BATCH, MAX_LISTED),
    perDepositor: PER_DEPOSITOR,
  });
  if (transfers.length === 0) return false;
  const [market, hasReverted] = await Promise.all([readFeeMarket(client), hasRevertedBatch(database, key)]);
  const fees = signingFees(market, chain.maxGasPrice);
  const dataFee = await readSampleDataFee(client, fees);
  const site = { context, client, market, fees, dataFee, hasReverted };
  let signed = false;
  for (const group of fewFirst(transfers)) signed = (await signFirstRound(site, group)) || signed;
  return signed;
}
