import type { Hash } from 'viem';
import { isNativeToken, NATIVE_TOKEN_ADDRESS } from '#shared/address.ts';
import { splitTarget } from '#shared/gasDrop.ts';
import { findChainById, findPinnedToken } from '../boot/model/catalog.ts';
import { knownPaymentGas, readBurntGas, readPaymentGas } from '../chain/gas.ts';
import { quotedDataFee, quotedGasPrice } from '../chain/model/gasPrice.ts';
import { isClosed } from '../deposits/model/acceptance.ts';
import type { Reason } from '../deposits/model/reasons.ts';
import { because } from '../deposits/model/reasons.ts';
import type { Transfer } from '../deposits/transfers.ts';
import type { EngineContext } from '../engineContext.ts';
import { gasCostInToken } from '../quotes/model/price.ts';
import { findDepositProblem, findMadePayment, findPauseNote, screenPayment } from './findProblem.ts';
import { burntValue, valueInToken } from './model/failedPayment.ts';
import type { PaymentKind } from './model/payment.ts';
import { findRefundProblem } from './model/payment.ts';
import { payoutRules, verifyPayout } from './model/payoutTerms.ts';
import type { FundedPayment, PaymentSite, PlannedPayment, Postponement } from './plannedPayment.ts';
import { listTaken } from './plannedPayment.ts';
import { readFailedSends } from './sends.ts';

/**
 * The value of the gas that a transfer's failed payments burnt, scaled like every price. It is read from the chains at
 * each signing, because anyone who can write to the database can change the stored value, and so the refund.
 */
async function readBurntValue({ clients, database }: EngineContext, id: Hash): Promise<bigint> {
  const sends = await readFailedSends(database, id);
  const values = await Promise.all(
    sends.map(async ({ chainId, ...send }) => {
      const client = clients.get(chainId);
      const burnt = client && (await readBurntGas(client, { id, ...send }));
      return burnt ? burntValue({ ...burnt, nativePrice: client.chain.nativePrice }) : 0n;
    }),
  );
  return values.reduce((sum, value) => sum + value, 0n);
}

// An hour of high gas prices must not hold every small refund.
const TOO_SMALL = { kind: 'fails', note: because('refund_costs_more') } as const;

/** The refund according to the stored deposit. The caller verifies on the chain that the deposit is real. */
async function toRefund(
  { context, client, market, dataFee }: PaymentSite,
  transfer: Transfer,
): Promise<PlannedPayment | Postponement> {
  const { id, deposit } = transfer;
  const token = findPinnedToken(context.catalog, client.chain, deposit.token);
  if (!token) return TOO_SMALL;
  const cost = gasCostInToken(
    {
      gas: context.catalog.refundGas ?? (await readPaymentGas(client, deposit.token)),
      gasPrice: quotedGasPrice(market, client.chain.maxGasPrice),
      dataFee: quotedDataFee(dataFee),
      nativePrice: client.chain.nativePrice,
    },
    { decimals: token.deployment.decimals, price: token.token.price },
  );
  const burnt = await readBurntValue(context, id);
  const left = deposit.amount - valueInToken(burnt, { ...token.deployment, price: token.token.price });
  if (left <= 0n) return { kind: 'hold', reason: because('deposit_used_up') };
  const amount = left - cost;
  if (amount <= 0n) return TOO_SMALL;
  const payment = { id, token: deposit.token, to: deposit.depositor, amount, gasDrop: 0n };
  const difference = findRefundProblem(deposit, { chainId: client.chain.id, payment });
  if (difference !== null) return differs(difference);
  return { kind: 'planned', transfer, purpose: 'refund', payment, gasCharge: null };
}

function differs(incident: string): Postponement {
  return { kind: 'hold', reason: because('terms_differ'), incident };
}

/**
 * The stored payout, if the deposit and the fee history give the same one. Anyone who can write to the database can
 * change what is stored. The caller verifies on the chain that the stored deposit is real.
 */
async function toPayout(
  { context, client, reads }: PaymentSite,
  transfer: Transfer,
): Promise<PlannedPayment | Postponement> {
  const { id, deposit, destinationToken, recipient, receiveAmount } = transfer;
  if (destinationToken === null || recipient === null || receiveAmount === null) {
    throw new Error(`transfer ${id} is confirmed but lacks its payout`);
  }
  const origin = findChainById(context.catalog, BigInt(deposit.chainId));
  if (origin && isClosed(origin, deposit)) return { kind: 'hold', reason: because('operator_review') };
  const rules = payoutRules(context.catalog, deposit);
  if (!rules) return { kind: 'hold', reason: because('route_removed') };
  const { gasDrop } = splitTarget(deposit.target);
  const payment = { id, token: destinationToken, to: recipient, amount: receiveAmount, gasDrop };
  const schedules = await reads.quotable(rules.routeId, transfer);
  const verdict = verifyPayout(rules, { deposit, schedules, placed: { chainId: client.chain.id, payment } });
  if (!verdict.ok) return differs(verdict.difference);
  return { kind: 'planned', transfer, purpose: 'payout', payment, gasCharge: verdict.gasCharge };
}

/**
 * Looks for the other kind of payment of a transfer, because a restored database may lack it.
 * @returns why the payment must not be made, or null
 */
async function findOtherPayment(
  { context, reads }: PaymentSite,
  { id, deposit }: Transfer,
  purpose: PaymentKind,
): Promise<Postponement | null> {
  const other = findChainById(context.catalog, purpose === 'payout' ? BigInt(deposit.chainId) : deposit.destination);
  if (!other) return null;
  const client = context.clients.get(other.id);
  const answer = client ? await reads.isPaid(client, id).catch(() => null) : null;
  // Without an answer, the other payment may exist.
  if (answer === null) {
    const note = because(
      'chain_unavailable',
      `the payment waits until ${other.name} answers whether it was paid there`,
    );
    return { kind: 'wait', note };
  }
  return answer
    ? { kind: 'hold', reason: because('already_paid', `${other.name} has already made another payment for it`) }
    : null;
}

async function addFunds({ client, reads }: PaymentSite, planned: PlannedPayment): Promise<FundedPayment> {
  const { token, gasDrop } = planned.payment;
  const [funds, gasDropFunds] = await Promise.all([
    reads.funds(client, token),
    gasDrop === 0n ? null : reads.funds(client, NATIVE_TOKEN_ADDRESS),
  ]);
  return { ...planned, funds, gasDropFunds };
}

function findShortage({ context, client, fees, dataFee }: PaymentSite, planned: FundedPayment): Reason | null {
  const { payment, funds } = planned;
  // A node refuses to estimate gas for an account without native tokens, with an error that doesn't say so.
  const gas = context.catalog.refundGas ?? knownPaymentGas(client, payment.token);
  if (funds.gasBalance < gas * fees.maxFee + dataFee) {
    return because(
      'gas_funds_short',
      `the payment waits until the hot wallet has enough native tokens for gas on ${client.chain.name}`,
    );
  }
  const short = listTaken(planned).find(({ amount, funds: { balance } }) => balance < amount);
  if (!short) return null;
  const name = isNativeToken(short.token)
    ? client.chain.nativeToken
    : (findPinnedToken(context.catalog, client.chain, short.token)?.token.name ?? short.token);
  return because('funds_short', `the payment waits until the bridge has enough ${name} on ${client.chain.name}`);
}

async function verifyFunds(site: PaymentSite, planned: FundedPayment): Promise<FundedPayment | Postponement> {
  const { client, reads } = site;
  const shortage = findShortage(site, planned);
  // A transfer that is already paid needs no funds, and the current vault doesn't know what a retired one has paid.
  const mustAsk = shortage !== null || client.chain.retiredVaults.length > 0;
  if (mustAsk && (await reads.isPaid(client, planned.payment.id))) return findMadePayment(site, planned);
  return shortage === null ? planned : { kind: 'wait', note: shortage };
}

/** Why no payment of a transfer may be made now, whatever the chains say. */
async function findStop({ context, client, reads }: PaymentSite, transfer: Transfer): Promise<Reason | null> {
  const pause = findPauseNote(await reads.pauses(), context.catalog, transfer);
  return pause ?? (await reads.unread(client.chain.id)) ?? reads.unread(transfer.deposit.chainId);
}

/**
 * Verifies on the chains that a payment is due and funded. It writes nothing and locks nothing. The payment must be
 * simulated before it is signed.
 */
export async function preparePayment(site: PaymentSite, transfer: Transfer): Promise<FundedPayment | Postponement> {
  const { context, reads } = site;
  const stop = await findStop(site, transfer);
  if (stop !== null) return { kind: 'wait', note: stop };
  const purpose = transfer.state === 'confirmed' ? 'payout' : 'refund';
  // The terms mean nothing while there is a problem with their deposit.
  const planned = purpose === 'payout' ? await toPayout(site, transfer) : await toRefund(site, transfer);
  const [problem, otherPayment, funded] = await Promise.all([
    findDepositProblem(context, reads, transfer),
    findOtherPayment(site, transfer, purpose),
    planned.kind === 'planned' ? addFunds(site, planned) : planned,
  ]);
  if (problem !== null) return { kind: 'wait', note: problem };
  if (funded.kind !== 'planned') return funded;
  const verified = otherPayment ?? (await verifyFunds(site, funded));
  if (verified.kind !== 'planned' || !reads.screen) return verified;
  // Last, so that the screening is asked only about payments that would be made.
  return (await screenPayment(context, reads.screen, funded)) ?? verified;
}
