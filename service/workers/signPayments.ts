import type { ChainClient } from '../chain/chainClient.ts';
import { readFeeMarket } from '../chain/feeMarket.ts';
import { SignerRefused } from '../chain/signer.ts';
import { recordIncident } from '../db/incidents.ts';
import { readSender } from '../db/senders.ts';
import { countUnsettledSends } from '../db/sends.ts';
import type { Transfer } from '../db/transfers.ts';
import { readPayable, setWaiting } from '../db/transfers.ts';
import type { TransactionFees } from '../domain/gasPrice.ts';
import { signingFees } from '../domain/gasPrice.ts';
import { payCall } from '../domain/payment.ts';
import type { EngineContext } from './engineContext.ts';
import { makeWait, postponePayment, retryAfter } from './postponePayment.ts';
import type { PaymentSite } from './preparePayment.ts';
import { preparePayment } from './preparePayment.ts';
import type { ReadyPayment } from './signSend.ts';
import { MAX_IN_FLIGHT, signSend } from './signSend.ts';

const RETRY_REFUSED_MS = 600_000;

async function signAlone(site: PaymentSite, payment: ReadyPayment, fees: TransactionFees): Promise<boolean> {
  const { context, client } = site;
  const { transfer, ready } = payment;
  const call = payCall(client.chain.payoutContract, ready.payment);
  const outcome = await signSend(context, client, { payments: [payment], call, gasLimit: ready.gasLimit, fees });
  if (outcome === 'short') {
    await makeWait(context, transfer, { note: `it waits until the bridge has enough funds on ${client.chain.name}` });
  }
  if (outcome === 'signed') context.logger.info({ transfer: transfer.id, purpose: ready.purpose }, 'signed');
  return outcome === 'signed';
}

/** What the signer refuses waits for a person; others go on, and a signer that does not answer ends the turn for all. */
async function signUnlessRefused(site: PaymentSite, payment: ReadyPayment, fees: TransactionFees): Promise<boolean> {
  const { context, client } = site;
  const { transfer } = payment;
  try {
    return await signAlone(site, payment, fees);
  } catch (error) {
    if (!(error instanceof SignerRefused)) throw error;
    const note = 'it waits until a person has looked at it';
    const incident = { chainId: client.chain.id, transferId: transfer.id, detail: error.message } as const;
    if (transfer.note !== note) await recordIncident(context.database, { kind: 'signerRefused', ...incident });
    await makeWait(context, transfer, { note, minMs: RETRY_REFUSED_MS });
    return false;
  }
}

// A chain that cannot be asked about one transfer holds up that transfer, not those from other chains.
async function tryToPrepare(site: PaymentSite, transfer: Transfer) {
  const { database, clock, logger, reach } = site.context;
  try {
    const preparation = await preparePayment(site, transfer);
    await reach('sign.prepared', { chainId: site.client.chain.id, transferId: transfer.id });
    return { transfer, preparation };
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
      if (await signUnlessRefused(site, { transfer, ready: preparation }, fees)) signed += 1;
    } else if (preparation) await postponePayment(context, transfer, preparation);
  }
  return signed > 0;
}
