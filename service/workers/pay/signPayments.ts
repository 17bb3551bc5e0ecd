import type { ChainClient } from '../../chain/chainClient.ts';
import { readFeeMarket } from '../../chain/feeMarket.ts';
import { SignerRefused, SignerUnverified } from '../../chain/signer.ts';
import { simulateBatch } from '../../chain/simulatePayments.ts';
import { recordIncident } from '../../db/incidents.ts';
import { readSender } from '../../db/senders.ts';
import { countUnsettledSends } from '../../db/sends.ts';
import type { Transfer } from '../../db/transfers.ts';
import { readPayable, setWaiting } from '../../db/transfers.ts';
import { fewFirst } from '../../domain/fewFirst.ts';
import type { TransactionFees } from '../../domain/gasPrice.ts';
import { signingFees } from '../../domain/gasPrice.ts';
import { payBatchCall, payCall } from '../../domain/payment.ts';
import { because } from '../../domain/reason.ts';
import type { EngineContext } from '../engineContext.ts';
import { describeExposure } from './exposureCap.ts';
import { delayPayment, postponePayment, retryAfter } from './postponePayment.ts';
import type { PaymentSite } from './preparePayment.ts';
import { preparePayment, withGasMargin } from './preparePayment.ts';
import type { ReadyPayment, SendOrder, SignOutcome } from './signSend.ts';
import { MAX_IN_FLIGHT, signSend } from './signSend.ts';

const RETRY_REFUSED_MS = 600_000;
// A payment may use up to 500,000 gas, so a batch of ten stays far below the block gas limit.
const MAX_BATCH = 10;
// The gas that CausewayVault.sol gives a recipient. A recipient can use little in the simulation and all of it in the block.
const RECIPIENT_GAS = 100_000n;
// Each preparation sends several requests to an RPC endpoint, all at the same time.
const MAX_PREPARED = 40;
// Another depositor's payment waits at most for one batch, and always finds a free nonce.
const PER_DEPOSITOR = { transfers: MAX_BATCH, sends: MAX_IN_FLIGHT / 2 };

async function signAlone(site: PaymentSite, payment: ReadyPayment, fees: TransactionFees): Promise<boolean> {
  const { context, client } = site;
  const { transfer, ready } = payment;
  const call = payCall(client.chain.vault, ready.payment);
  const outcome = await signSend(context, client, { payments: [payment], call, gasLimit: ready.gasLimit, fees });
  if (outcome === 'short') {
    await delayPayment(context, transfer, {
      note: because('funds_short', `the payment waits until the bridge has enough funds on ${client.chain.name}`),
    });
  }
  if (outcome === 'exposed') await delayPayment(context, transfer, { note: await describeExposure(context, transfer) });
  if (outcome === 'signed') context.logger.info({ transfer: transfer.id, purpose: ready.purpose }, 'payment signed');
  return outcome === 'signed';
}

/** The signer reads the chains by itself. It can be a block behind the worker, or its provider can be down. */
async function waitForSigner(
  { context }: PaymentSite,
  transfers: readonly Transfer[],
  error: SignerUnverified,
): Promise<false> {
  const note = because('signer_unverified', 'the payment waits until the signer has verified its deposit');
  for (const transfer of transfers) await delayPayment(context, transfer, { note });
  context.logger.warn({ err: error, transfers: transfers.length }, 'signer could not verify a deposit, will retry');
  return false;
}

/** A refused payment waits for an operator, and the others continue. If the signer does not answer, the turn ends. */
async function signUnlessRefused(site: PaymentSite, payment: ReadyPayment, fees: TransactionFees): Promise<boolean> {
  const { context, client } = site;
  const { transfer } = payment;
  try {
    return await signAlone(site, payment, fees);
  } catch (error) {
    if (error instanceof SignerUnverified) return waitForSigner(site, [transfer], error);
    if (!(error instanceof SignerRefused)) throw error;
    const note = because('operator_review', 'the payment waits until the operator has reviewed it');
    const incident = { chainId: client.chain.id, transferId: transfer.id, detail: error.message } as const;
    if (transfer.note !== note.text) await recordIncident(context.database, { kind: 'signerRefused', ...incident });
    await delayPayment(context, transfer, { note, minMs: RETRY_REFUSED_MS });
    return false;
  }
}

/**
 * The signer may refuse a batch because of one payment, so a refused batch is signed payment by payment. When its provider
 * gives no answer, the whole batch waits: each payment of it would take as long again.
 */
async function signSendUnlessRefused(site: PaymentSite, order: SendOrder): Promise<SignOutcome | 'refused' | 'waits'> {
  try {
    return await signSend(site.context, site.client, order);
  } catch (error) {
    if (error instanceof SignerRefused) return 'refused';
    if (!(error instanceof SignerUnverified)) throw error;
    if (!error.isOutage) return 'refused';
    const transfers = order.payments.map(({ transfer }) => transfer);
    await waitForSigner(site, transfers, error);
    return 'waits';
  }
}

/** Signs several payments as one transaction. If that is not possible, it signs each payment alone. */
async function signTogether(
  site: PaymentSite,
  payments: readonly ReadyPayment[],
  fees: TransactionFees,
): Promise<boolean> {
  const { context, client } = site;
  const due = payments.map(({ ready }) => ready.payment);
  const withMargin = (gas: bigint) => withGasMargin(gas) + RECIPIENT_GAS * BigInt(due.length);
  const gas = due.length > 1 ? await simulateBatch(client, due, { fees, withMargin }) : null;
  if (gas !== null) {
    const call = payBatchCall(client.chain.vault, due);
    const gasLimit = withMargin(gas);
    const outcome = await signSendUnlessRefused(site, { payments, call, gasLimit, fees });
    for (const { transfer, ready } of outcome === 'signed' ? payments : []) {
      context.logger.info({ transfer: transfer.id, purpose: ready.purpose, batch: due.length }, 'payment signed');
    }
    if (outcome !== 'short' && outcome !== 'exposed' && outcome !== 'refused') return outcome === 'signed';
  }
  let signed = false;
  for (const payment of payments) signed = (await signUnlessRefused(site, payment, fees)) || signed;
  return signed;
}

/**
 * A payment that failed before is signed alone, so that its error is visible and the other payments lose no gas. The deposits
 * of a batch are on one chain, so that an outage of another chain does not delay it.
 */
function formBatches(payments: readonly ReadyPayment[]): readonly (readonly ReadyPayment[])[] {
  const alone = payments.filter(({ transfer }) => transfer.tries > 0).map((payment) => [payment]);
  const fresh = payments.filter(({ transfer }) => transfer.tries === 0);
  const origins = [...new Set(fresh.map(({ transfer }) => transfer.deposit.chainId))];
  const batches = origins.flatMap((origin) => {
    const same = fresh.filter(({ transfer }) => transfer.deposit.chainId === origin);
    const count = Math.ceil(same.length / MAX_BATCH);
    return Array.from({ length: count }, (_, index) => same.slice(index * MAX_BATCH, (index + 1) * MAX_BATCH));
  });
  return [...alone, ...batches];
}

// If a chain does not answer about one transfer, only that transfer waits.
async function tryToPrepare(site: PaymentSite, transfer: Transfer) {
  const { database, clock, logger, reportStep } = site.context;
  try {
    const preparation = await preparePayment(site, transfer);
    await reportStep('sign.prepared', { chainId: site.client.chain.id, transferIds: [transfer.id] });
    return { transfer, preparation };
  } catch (error) {
    logger.warn({ err: error, transfer: transfer.id }, 'payment preparation failed, will retry');
    await setWaiting(database, transfer.id, { retryAt: retryAfter(transfer, clock.now()) });
    return { transfer, preparation: null };
  }
}

async function prepareAndSign(site: PaymentSite, transfers: readonly Transfer[]): Promise<boolean> {
  const prepared = await Promise.all(transfers.map((transfer) => tryToPrepare(site, transfer)));
  // One after the other: in parallel they would wait for the sender's lock, each with a database connection.
  const payments: ReadyPayment[] = [];
  for (const { transfer, preparation } of prepared) {
    if (preparation?.kind === 'ready') payments.push({ transfer, ready: preparation });
    else if (preparation) await postponePayment(site.context, transfer, preparation);
  }
  let signed = false;
  for (const batch of formBatches(payments)) signed = (await signTogether(site, batch, site.fees)) || signed;
  return signed;
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
  const limit = Math.min(room * MAX_BATCH, MAX_PREPARED);
  const transfers = await readPayable(database, {
    chainId: chain.id,
    now: clock.now(),
    limit,
    perDepositor: PER_DEPOSITOR,
  });
  if (transfers.length === 0) return false;
  const market = await readFeeMarket(client);
  const fees = signingFees(market, chain.maxGasPrice);
  const site: PaymentSite = { context, client, market, fees };
  let signed = false;
  for (const group of fewFirst(transfers)) signed = (await prepareAndSign(site, group)) || signed;
  return signed;
}
