import type { ChainClient } from '../../chain/chainClient.ts';
import { readHead } from '../../chain/chainClient.ts';
import type { Funds } from '../../chain/funds.ts';
import { readFunds } from '../../chain/funds.ts';
import { findPayment, isPaid } from '../../chain/paymentRecords.ts';
import { simulatePayment } from '../../chain/simulatePayments.ts';
import type { Transfer } from '../../db/transfers.ts';
import { isClosed } from '../../domain/acceptance.ts';
import { depthOf } from '../../domain/blockRange.ts';
import { findChainById, findPinnedToken } from '../../domain/catalog.ts';
import { findPayoutDifference, payoutRules } from '../../domain/duePayout.ts';
import { valueInToken } from '../../domain/failedPayment.ts';
import type { FeeMarket, TransactionFees } from '../../domain/gasPrice.ts';
import { expectedGasPrice, quotedGasPrice } from '../../domain/gasPrice.ts';
import type { Payment, PaymentKind } from '../../domain/payment.ts';
import { findRefundProblem } from '../../domain/paymentBounds.ts';
import { exceedsCharge, gasCostInToken } from '../../domain/price.ts';
import type { Reason } from '../../domain/reason.ts';
import { because } from '../../domain/reason.ts';
import type { EngineContext } from '../engineContext.ts';
import { readQuotable } from '../quotableSchedules.ts';
import { findDepositProblem } from './findDepositProblem.ts';
import { findForgottenAttempt } from './findForgottenAttempt.ts';
import { readBurntValue } from './readBurntValue.ts';
import { readPauseNote } from './readPauseNote.ts';
import { readVaultRefusal } from './vaultRefusal.ts';

/** The result of reading the chains for a due payment. */
export type Preparation =
  | {
      readonly kind: 'ready';
      readonly payment: Payment;
      readonly purpose: PaymentKind;
      readonly gasLimit: bigint;
      readonly funds: Funds;
    }
  /** The payment waits. The receipt shows the note. */
  | { readonly kind: 'wait'; readonly note: Reason; readonly isVaultAlert?: boolean }
  /** The payment would fail, although the vault has enough funds. */
  | { readonly kind: 'fails'; readonly note: Reason }
  /** The operator must review the transfer. An incident says what differs. */
  | { readonly kind: 'hold'; readonly reason: Reason; readonly incident?: string }
  /** The chain has made the payment already. */
  | { readonly kind: 'made'; readonly purpose: PaymentKind; readonly hash: `0x${string}`; readonly amount: bigint };

export type PaymentSite = {
  readonly context: EngineContext;
  /** The client of the paying chain. */
  readonly client: ChainClient;
  readonly market: FeeMarket;
  /** The fees with which the payments are signed. */
  readonly fees: TransactionFees;
};

// A recipient's first token balance costs more gas, and an estimate does not see the payments queued before it.
const GAS_MARGIN_PERCENT = 130n;

export function withGasMargin(gas: bigint): bigint {
  return (gas * GAS_MARGIN_PERCENT) / 100n;
}

type Due = { readonly payment: Payment; readonly purpose: PaymentKind };

type Derived = { readonly due: Due | null } | Extract<Preparation, { kind: 'hold' }>;

/** The refund that the deposit gives. The caller has verified on the chain that the stored deposit is the real one. */
async function toRefund({ context, client, market }: PaymentSite, { id, deposit }: Transfer): Promise<Derived> {
  const token = findPinnedToken(context.catalog, client.chain, deposit.token);
  if (!token) return { due: null };
  const cost = gasCostInToken(
    {
      gas: context.catalog.refundGas,
      gasPrice: quotedGasPrice(market, client.chain.maxGasPrice),
      nativePrice: client.chain.nativePrice,
    },
    { decimals: token.deployment.decimals, price: token.token.price },
  );
  const burnt = await readBurntValue(context, id);
  const left = deposit.amount - valueInToken(burnt, { ...token.deployment, price: token.token.price });
  if (left <= 0n) return { kind: 'hold', reason: because('deposit_used_up') };
  const amount = left - cost;
  if (amount <= 0n) return { due: null };
  const payment = { id, token: deposit.token, to: deposit.depositor, amount };
  const difference = findRefundProblem(deposit, { chainId: client.chain.id, payment });
  return difference === null ? { due: { purpose: 'refund', payment } } : differs(difference);
}

function differs(incident: string): Extract<Preparation, { kind: 'hold' }> {
  return { kind: 'hold', reason: because('terms_differ'), incident };
}

/**
 * The stored payout, if the deposit and the fee history give the same one. Anyone who can write to the database can change
 * what is stored. The caller has verified on the chain that the stored deposit is the real one.
 */
async function toPayout({ context, client }: PaymentSite, transfer: Transfer): Promise<Derived> {
  const { id, deposit, destinationToken, recipient, receiveAmount } = transfer;
  if (destinationToken === null || recipient === null || receiveAmount === null) {
    throw new Error(`transfer ${id} is confirmed but lacks its payout`);
  }
  const origin = findChainById(context.catalog, BigInt(deposit.chainId));
  if (origin && isClosed(origin, deposit)) return { kind: 'hold', reason: because('operator_review') };
  const rules = payoutRules(context.catalog, deposit);
  if (!rules) return { kind: 'hold', reason: because('route_removed') };
  const payment = { id, token: destinationToken, to: recipient, amount: receiveAmount };
  const schedules = await readQuotable(context, rules.routeId, transfer);
  const difference = findPayoutDifference(rules, {
    ...{ deposit, schedules },
    placed: { chainId: client.chain.id, payment },
  });
  return difference === null ? { due: { purpose: 'payout', payment } } : differs(difference);
}

/**
 * Looks for the other kind of payment of a transfer, because a restored database may lack it.
 * @returns why the payment must not be made, or null
 */
async function findOtherPayment(
  { context }: PaymentSite,
  { id, deposit }: Transfer,
  purpose: PaymentKind,
): Promise<Preparation | null> {
  const other = findChainById(context.catalog, purpose === 'payout' ? BigInt(deposit.chainId) : deposit.destination);
  if (!other) return null;
  const client = context.clients.get(other.id);
  const answer = client ? await isPaid(client, id).catch(() => null) : null;
  // Without an answer the other payment may exist.
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

function findShortage({ context, client, fees }: PaymentSite, { payment }: Due, funds: Funds): Reason | null {
  const name = findPinnedToken(context.catalog, client.chain, payment.token)?.token.name ?? payment.token;
  // A node refuses to estimate gas for an account without native tokens, with an error that does not say so.
  if (funds.gasBalance < context.catalog.refundGas * fees.maxFee) {
    return because(
      'gas_funds_short',
      `the payment waits until the hot wallet has enough native tokens for gas on ${client.chain.name}`,
    );
  }
  if (funds.balance < payment.amount) {
    return because('funds_short', `the payment waits until the bridge has enough ${name} on ${client.chain.name}`);
  }
  return null;
}

/**
 * A quote is valid for minutes, and a deposit can name an old one. Without a limit, everybody could have payouts made at any
 * gas price for the fee of a quiet moment. A refund is charged at the current price, so it needs no limit.
 */
function findGasLoss(
  { context, client, market }: PaymentSite,
  { deposit, gasFee }: Transfer,
  { due, gas }: { readonly due: Due; readonly gas: bigint },
): Reason | null {
  const origin = findChainById(context.catalog, BigInt(deposit.chainId));
  const token = origin && findPinnedToken(context.catalog, origin, deposit.token);
  if (due.purpose === 'refund' || gasFee === null || !token) return null;
  const cost = gasCostInToken(
    { gas, gasPrice: expectedGasPrice(market), nativePrice: client.chain.nativePrice },
    { decimals: token.deployment.decimals, price: token.token.price },
  );
  if (!exceedsCharge({ cost, charged: gasFee, factor: context.catalog.maxGasFactor })) return null;
  return because('gas_above_fee', `the payment waits until gas on ${client.chain.name} costs less`);
}

async function readMadePayment({ client }: PaymentSite, { payment, purpose }: Due): Promise<Preparation> {
  const made = await findPayment(client, payment.id);
  const note = because('payment_unconfirmed', `its payment on ${client.chain.name} waits for confirmations`);
  if (!made) return { kind: 'wait', note };
  // The amount may differ, because a restored database may also lack the fees that it was computed from.
  if (made.token !== payment.token || made.to !== payment.to) {
    const reason = because('payment_differs', `its payment on ${client.chain.name} differs from the due payment`);
    return { kind: 'hold', reason };
  }
  const head = await readHead(client);
  if (depthOf(made.blockNumber, head.number) < client.chain.payoutConfirmations) return { kind: 'wait', note };
  return { kind: 'made', purpose, hash: made.transactionHash, amount: made.amount };
}

/** Verifies on the chains that a payment may be signed. It writes nothing and locks nothing. */
export async function preparePayment(site: PaymentSite, transfer: Transfer): Promise<Preparation> {
  const pause = await readPauseNote(site.context.database, site.context.catalog, transfer);
  if (pause !== null) return { kind: 'wait', note: pause };
  const problem = await findDepositProblem(site.context, transfer);
  if (problem !== null) return { kind: 'wait', note: problem };
  const derived = transfer.state === 'confirmed' ? await toPayout(site, transfer) : await toRefund(site, transfer);
  if ('kind' in derived) return derived;
  const { due } = derived;
  if (!due) {
    // An hour of high gas prices must not hold every small refund.
    return { kind: 'fails', note: because('refund_costs_more') };
  }
  const forgotten = await findForgottenAttempt(site.context, transfer.id);
  if (forgotten) {
    const note = `the payment waits until the earlier attempt ${forgotten.hash} is final on chain ${forgotten.chainId}`;
    return { kind: 'wait', note: because('payment_unconfirmed', note) };
  }
  const otherPayment = await findOtherPayment(site, transfer, due.purpose);
  if (otherPayment) return otherPayment;
  const funds = await readFunds(site.client, due.payment.token);
  const simulation = await simulateUnlessShort(site, due, funds);
  if ('note' in simulation) return { kind: 'wait', note: simulation.note };
  if (simulation.ok) {
    const note = findGasLoss(site, transfer, { due, gas: simulation.gas });
    return note ? { kind: 'wait', note } : { kind: 'ready', ...due, funds, gasLimit: withGasMargin(simulation.gas) };
  }
  if (simulation.problem === 'alreadyPaid') return readMadePayment(site, due);
  const refusal = readVaultRefusal(simulation.error, site.client.chain.name);
  if (refusal) return { kind: 'wait', note: refusal.note, isVaultAlert: refusal.isAlert };
  const failure = `the payment would fail on ${site.client.chain.name} (${simulation.error})`;
  return { kind: 'fails', note: because('payment_would_fail', failure) };
}

async function simulateUnlessShort(site: PaymentSite, due: Due, funds: Funds) {
  const note = findShortage(site, due, funds);
  // A transfer that is already paid needs no funds, and the vault in use does not know what a retired one has paid.
  const mustAsk = note !== null || site.client.chain.retiredVaults.length > 0;
  if (mustAsk && (await isPaid(site.client, due.payment.id))) return alreadyPaid;
  if (note !== null) return { note };
  return simulatePayment(site.client, due.payment, { fees: site.fees, withMargin: withGasMargin });
}

const alreadyPaid = { ok: false, problem: 'alreadyPaid' } as const;
