import type { Hash } from 'viem';
import { keccak256 } from 'viem';
import { NATIVE_TOKEN_ADDRESS } from '#shared/address.ts';
import type { ChainClient } from '../chain/chainClient.ts';
import { readFeeMarket, readPaymentGas } from '../chain/gas.ts';
import { signingFees } from '../chain/model/gasPrice.ts';
import { isOverloaded } from '../chain/rpc/callQueue.ts';
import { recordIncident, recordOnce } from '../db/incidents.ts';
import { because } from '../deposits/model/reasons.ts';
import type { Transfer } from '../deposits/transfers.ts';
import { delayTry } from '../deposits/transfers.ts';
import type { EngineContext } from '../engineContext.ts';
import { describeExposure } from '../guards/exposure.ts';
import { SignerRefused, SignerUnverified } from '../signer/client/signer.ts';
import { trackWait } from './model/failedPayment.ts';
import type { Call, SendKey } from './model/payment.ts';
import { cancelCall, payCall } from './model/payment.ts';
import type { FundedPayment, PaymentSite, Postponement } from './plannedPayment.ts';
import { delayPayment, failingSince, postponePayment, retryAfter, UNVERIFIED } from './postpone.ts';
import { lockSender, readSender, takeNonce } from './senders.ts';
import { countUnsettledSends, insertAttempt, insertSend } from './sends.ts';
import type { SendOrder, SignOutcome } from './signSend.ts';
import { coversGas, MAX_IN_FLIGHT, signSend } from './signSend.ts';
import type { Allowance, PassedAlone, TogetherSimulation } from './simulate.ts';
import { simulateAlone, simulateTogether } from './simulate.ts';
import { haltIfForgotten } from './verifySender.ts';

/**
 * Binds the sender's next nonce to an empty transaction, as `signSend` binds it to a payment.
 * @returns false if another process took the nonce, or halted the sender
 */
async function signCancel(
  { database, signer, logger, reportStep, payments }: EngineContext,
  client: ChainClient,
  key: SendKey,
): Promise<boolean> {
  const { chainId, address, nonce } = key;
  const { chain } = client;
  // A payment's gas limit covers an empty transaction on every chain. Unused gas is not spent.
  const gasLimit = await readPaymentGas(client, NATIVE_TOKEN_ADDRESS);
  const fees = signingFees(await readFeeMarket(client), chain.maxGasPrice);
  const call = cancelCall(address);
  const { raw, signedTo } = await signer.signTransaction({ chainId, nonce, call, gasLimit, fees }, []);
  await reportStep('cancel.signed', { chainId, nonce });
  const isStored = await database.transaction(async (transaction) => {
    const sender = await lockSender(transaction, key);
    if (!sender || sender.haltedReason !== null || sender.nextNonce !== nonce) return false;
    if (await haltIfForgotten({ logger, transaction }, client, { sender, signedTo })) return false;
    await insertSend(transaction, { ...key, call, gasLimit, isCancelRequested: true });
    const bound = { kind: 'cancel', callHash: null } as const;
    await insertAttempt(transaction, { ...key, attempt: 0, hash: keccak256(raw), raw, fees, ...bound });
    await takeNonce(transaction, sender);
    await reportStep('cancel.stored', { chainId, nonce });
    return true;
  });
  if (!isStored) return false;
  payments?.onAttempt(chainId);
  await reportStep('cancel.committed', { chainId, nonce });
  return true;
}

/**
 * Uses up, with an empty transaction, a nonce at which the signer has signed a payment that the database lacks: the
 * worker dropped the signature, or ended before storing it. Until that nonce is used in a final block, the signer signs
 * no other payment of the deposit. Does nothing if a stored transaction will use the nonce.
 */
async function cancelUnstored(context: EngineContext, { chainId, address, nonce }: SendKey): Promise<void> {
  const { clients, database, logger } = context;
  const client = clients.get(chainId);
  if (client?.chain.hotWallet !== address) return;
  const key = { chainId, address };
  const sender = await readSender(database, key);
  if (!sender || sender.haltedReason !== null || sender.nextNonce > nonce) return;
  if ((await countUnsettledSends(database, key)) >= MAX_IN_FLIGHT) return;
  // The chain mines a nonce only after the lower ones, so each of those is used first, one per attempt.
  const next = { ...key, nonce: sender.nextNonce };
  if (!(await signCancel(context, client, next))) return;
  logger.warn({ chain: client.chain.name, nonce: next.nonce }, 'nonce of an unstored signature cancelled');
}

const RETRY_REFUSED_MS = 600_000;
const ALERT_UNVERIFIED_MS = 3_600_000;
const SMALL_BATCH = 4;
// No chain may refuse a signed batch for its size, because nothing else could then use its nonce. A batch of 32 usually
// has a limit below this.
const MAX_BATCH_GAS = 8_000_000n;

const UNREAD = because('chain_unavailable', 'the payment waits until the service has read its chains');

/** If a chain doesn't answer about a transfer, only that transfer waits. */
export async function retryLater({ context }: PaymentSite, transfer: Transfer, error: unknown): Promise<void> {
  const { clock, database, logger } = context;
  logger.warn({ err: error, transfer: transfer.id }, 'payment preparation failed, will retry');
  const now = clock.now();
  const retryAt = retryAfter(transfer, now);
  // A failing payment keeps the note that says why. Otherwise it would still seem to lack funds, and reserve them.
  const wait = transfer.failingSince === null ? { note: UNREAD, ...trackWait(transfer, UNREAD.code, now) } : {};
  await delayTry(database, transfer, { retryAt, ...wait });
}

async function signAlone(site: PaymentSite, planned: FundedPayment, allowance: Allowance): Promise<boolean> {
  const { context, client, fees } = site;
  const { transfer, purpose, payment } = planned;
  const call = payCall(client.chain.vault, payment);
  const outcome = await signSend(context, client, { payments: [planned], call, ...allowance, fees });
  if (outcome === 'short') {
    const { name } = client.chain;
    const note = coversGas({ payments: [planned], ...allowance, fees })
      ? because('funds_short', `the payment waits until the bridge has enough funds on ${name}`)
      : because(
          'gas_funds_short',
          `the payment waits until the hot wallet has enough native tokens for gas on ${name}`,
        );
    await delayPayment(context, transfer, { note });
  }
  if (outcome === 'exposed') await delayPayment(context, transfer, { note: describeExposure(context, transfer) });
  if (outcome === 'signed') context.logger.info({ transfer: transfer.id, purpose }, 'payment signed');
  return outcome === 'signed';
}

/**
 * The signer reads the chains itself. It can be a block behind the worker, or its provider can be down. Or it has
 * signed another payment of the deposit, at a nonce that is still unused.
 */
async function waitForSigner(
  { context, client }: PaymentSite,
  transfers: readonly Transfer[],
  error: SignerUnverified,
): Promise<false> {
  const { clock, database, logger } = context;
  logger.warn({ err: error, transfers: transfers.length }, 'signer could not verify a deposit, will retry');
  for (const transfer of transfers) {
    const waitedMs = clock.now().getTime() - (failingSince(transfer, UNVERIFIED) ?? clock.now()).getTime();
    const incident = { chainId: client.chain.id, transferId: transfer.id, detail: error.message } as const;
    if (waitedMs > ALERT_UNVERIFIED_MS) await recordOnce(database, { kind: 'signerUnverified', ...incident });
    await delayPayment(context, transfer, { note: UNVERIFIED, failing: true });
  }
  // The other chain may not answer. This chain's payments must not wait for it.
  const cancelled = error.open ? cancelUnstored(context, error.open) : Promise.resolve();
  await cancelled.catch((cause: unknown) =>
    logger.warn({ err: cause }, 'cancel of an unstored signature failed, will retry'),
  );
  return false;
}

/** A refused payment waits for an operator, and the others continue. If the signer doesn't answer, the turn ends. */
async function signUnlessRefused(site: PaymentSite, payment: FundedPayment, allowance: Allowance): Promise<boolean> {
  const { context, client } = site;
  const { transfer } = payment;
  try {
    return await signAlone(site, payment, allowance);
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
 * The signer may refuse a batch because of one payment, or because of its size, so a refused batch is divided. If its
 * provider gives no answer, the whole batch waits: each of its payments would take as long again.
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

/**
 * Simulates each payment separately, and postpones those that must not be signed.
 * @returns with what the others are signed
 */
async function simulateEach(
  site: PaymentSite,
  payments: readonly FundedPayment[],
): Promise<ReadonlyMap<Hash, Allowance>> {
  const results = await Promise.all(
    payments.map((payment) =>
      simulateAlone(site, payment).then(
        (result): PassedAlone | Postponement | { readonly kind: 'failed'; readonly error: unknown } => result,
        (error: unknown) => ({ kind: 'failed' as const, error }),
      ),
    ),
  );
  const passed = new Map<Hash, Allowance>();
  for (const [index, { transfer }] of payments.entries()) {
    const result = results[index];
    if (result?.kind === 'passes') passed.set(transfer.id, result);
    else if (result?.kind === 'failed') await retryLater(site, transfer, result.error);
    else if (result) await postponePayment(site.context, transfer, result);
  }
  return passed;
}

/**
 * Signs each payment as a separate transaction.
 * @param passed the payments that have passed a simulation on their own
 */
export async function signEach(
  site: PaymentSite,
  payments: readonly FundedPayment[],
  passed: ReadonlyMap<Hash, Allowance>,
): Promise<boolean> {
  const untried = payments.filter(({ transfer }) => !passed.has(transfer.id));
  const allowances = new Map([...passed, ...(await simulateEach(site, untried))]);
  let signed = false;
  for (const payment of payments) {
    const allowance = allowances.get(payment.transfer.id);
    if (allowance) signed = (await signUnlessRefused(site, payment, allowance)) || signed;
  }
  return signed;
}

/**
 * Signs a batch that can't be one transaction as two smaller ones: it may be too large, or one of its payments may be
 * the cause. A small batch is signed payment by payment.
 */
async function signHalves(
  site: PaymentSite,
  payments: readonly FundedPayment[],
  passed: ReadonlyMap<Hash, Allowance>,
): Promise<boolean> {
  if (payments.length <= SMALL_BATCH) return signEach(site, payments, passed);
  const half = Math.ceil(payments.length / 2);
  const first = await signBatch(site, payments.slice(0, half));
  return (await signBatch(site, payments.slice(half))) || first;
}

type Together = Allowance & { readonly call: Call; readonly passed: ReadonlyMap<Hash, Allowance> };

async function signTogether(
  site: PaymentSite,
  payments: readonly FundedPayment[],
  { call, gasLimit, dataFee, passed }: Together,
): Promise<boolean> {
  const { context, fees } = site;
  const isTooLarge = gasLimit > MAX_BATCH_GAS || !coversGas({ payments, gasLimit, dataFee, fees });
  if (isTooLarge) return signHalves(site, payments, passed);
  const outcome = await signSendUnlessRefused(site, { payments, call, gasLimit, dataFee, fees });
  for (const { transfer, purpose } of outcome === 'signed' ? payments : []) {
    context.logger.info({ transfer: transfer.id, purpose, batch: payments.length }, 'payment signed');
  }
  if (outcome === 'short' || outcome === 'exposed' || outcome === 'refused') return signHalves(site, payments, passed);
  return outcome === 'signed';
}

/** @returns null if the endpoints have too many calls. Then the payments wait instead of costing more calls. */
async function simulateUnlessOverloaded(
  site: PaymentSite,
  payments: readonly FundedPayment[],
  passed: ReadonlyMap<Hash, Allowance>,
): Promise<TogetherSimulation | null> {
  try {
    return await simulateTogether(site, payments, passed);
  } catch (error) {
    if (!isOverloaded(error)) throw error;
    for (const { transfer } of payments) await retryLater(site, transfer, error);
    return null;
  }
}

/**
 * Signs prepared payments as one transaction. It simulates a payment on its own only if simulating the transaction
 * gives a reason to, and leaves it out if it fails. If one transaction isn't possible, it signs two smaller ones.
 */
export async function signBatch(site: PaymentSite, payments: readonly FundedPayment[]): Promise<boolean> {
  const none: ReadonlyMap<Hash, Allowance> = new Map();
  const first = await simulateUnlessOverloaded(site, payments, none);
  if (!first) return false;
  const { suspects } = first;
  if (!first.isPossible && payments.length > SMALL_BATCH) return signHalves(site, payments, none);
  if (suspects.length === 0) return signTogether(site, payments, { ...first, passed: none });
  const passed = await simulateEach(site, suspects);
  const others = payments.filter((payment) => !suspects.includes(payment) || passed.has(payment.transfer.id));
  if (others.length === 0) return false;
  const again = await simulateUnlessOverloaded(site, others, passed);
  if (!again) return false;
  if (again.suspects.length > 0) return signEach(site, others, passed);
  return signTogether(site, others, { ...again, passed });
}
