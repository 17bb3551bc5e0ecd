import type { ChainClient } from '../../chain/chainClient.ts';
import { readSampleDataFee } from '../../chain/dataFee.ts';
import { readFeeMarket } from '../../chain/feeMarket.ts';
import { readSender } from '../../db/senders.ts';
import { countUnsettledSends } from '../../db/sends.ts';
import type { Transfer } from '../../db/transfers.ts';
import { readPayable } from '../../db/transfers.ts';
import { fewFirst } from '../../domain/fewFirst.ts';
import { signingFees } from '../../domain/gasPrice.ts';
import { awaitAll } from '../awaitAll.ts';
import type { EngineContext } from '../engineContext.ts';
import { createBatchReads } from './batchReads.ts';
import type { Batch } from './formRounds.ts';
import { formRounds } from './formRounds.ts';
import type { PaymentSite } from './paymentSite.ts';
import type { FundedPayment, Postponement } from './plannedPayment.ts';
import { postponePayment } from './postponePayment.ts';
import { preparePayment } from './preparePayment.ts';
import { retryLater, signBatch, signEach } from './signBatch.ts';
import { MAX_IN_FLIGHT } from './signSend.ts';

// The payments of a batch share its transaction, nonce, signature and reads.
const MAX_BATCH = 32;
// Enough to find every depositor with few transfers among those with many.
const MAX_LISTED = 2 * MAX_BATCH;
// Another depositor's payment waits at most for one batch, and always finds a free nonce.
const PER_DEPOSITOR = { transfers: MAX_BATCH, sends: MAX_IN_FLIGHT / 2 };

/** Null for a payment that could not be prepared, and is tried later. */
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
  return isAlone ? signEach(site, payments, new Map()) : signBatch(site, payments);
}

/** Prepares the batches of a round at the same time, and signs each as soon as it is ready. */
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
  const sender = await readSender(database, key);
  if (!sender || sender.haltedReason !== null) return false;
  const room = MAX_IN_FLIGHT - (await countUnsettledSends(database, key));
  if (room <= 0) return false;
  const transfers = await readPayable(database, {
    chainId: chain.id,
    now: clock.now(),
    limit: Math.min(room * MAX_BATCH, MAX_LISTED),
    perDepositor: PER_DEPOSITOR,
  });
  if (transfers.length === 0) return false;
  const market = await readFeeMarket(client);
  const fees = signingFees(market, chain.maxGasPrice);
  const site = { context, client, market, fees, dataFee: await readSampleDataFee(client, fees) };
  let signed = false;
  for (const group of fewFirst(transfers)) signed = (await signFirstRound(site, group)) || signed;
  return signed;
}
