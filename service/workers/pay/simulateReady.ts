import type { Hash } from 'viem';
import { divideRoundingUp } from '#shared/amount.ts';
import { readDataFee } from '../../chain/dataFee.ts';
import { simulateBatch, simulatePayment } from '../../chain/simulatePayments.ts';
import { findChainById, findPinnedToken } from '../../domain/catalog.ts';
import { expectedGasPrice } from '../../domain/gasPrice.ts';
import { payBatchCall, payCall } from '../../domain/payment.ts';
import { exceedsCharge, gasCostInToken } from '../../domain/price.ts';
import type { Reason } from '../../domain/reason.ts';
import { because } from '../../domain/reason.ts';
import { findMadePayment } from './findMadePayment.ts';
import type { PaymentSite } from './paymentSite.ts';
import type { FundedPayment, PlannedPayment, Postponement } from './plannedPayment.ts';
import { readVaultRefusal } from './vaultRefusal.ts';

// A recipient's first token balance costs more gas, and an estimate does not see the payments queued before it.
const GAS_MARGIN_PERCENT = 130n;
// The gas that CausewayVault.sol gives a recipient. A recipient can use little in the simulation and all of it in the block.
const RECIPIENT_GAS = 100_000n;

function withGasMargin(gas: bigint): bigint {
  return (gas * GAS_MARGIN_PERCENT) / 100n;
}

/** What a payment costs: its gas, and what the chain charges for it beside the gas, in wei. */
type PaymentCost = { readonly gas: bigint; readonly dataFee: bigint };

/**
 * A quote is valid for minutes, and a deposit can name an old one. Without a limit, everybody could have payouts made at any
 * gas price for the fee of a quiet moment. A refund is charged at the current price, so it needs no limit.
 */
function findGasLoss(
  { context, client, market }: PaymentSite,
  { transfer: { deposit, gasFee }, purpose }: PlannedPayment,
  cost: PaymentCost,
): Reason | null {
  const origin = findChainById(context.catalog, BigInt(deposit.chainId));
  const token = origin && findPinnedToken(context.catalog, origin, deposit.token);
  if (purpose === 'refund' || gasFee === null || !token) return null;
  const costInToken = gasCostInToken(
    { ...cost, gasPrice: expectedGasPrice(market), nativePrice: client.chain.nativePrice },
    { decimals: token.deployment.decimals, price: token.token.price },
  );
  if (!exceedsCharge({ cost: costInToken, charged: gasFee, factor: context.catalog.maxGasFactor })) return null;
  return because('gas_above_fee', `the payment waits until gas on ${client.chain.name} costs less`);
}

/** What a payment or a batch is signed with. */
export type Allowance = {
  readonly gasLimit: bigint;
  /** What the chain charges beside the gas, in wei. */
  readonly dataFee: bigint;
};

export type PassedAlone = Allowance & { readonly kind: 'passes' };

/** Simulates a payment alone. @throws an RPC error, from which nothing follows about the payment */
export async function simulateAlone(site: PaymentSite, planned: FundedPayment): Promise<PassedAlone | Postponement> {
  const { client, fees } = site;
  const { payment } = planned;
  const simulation = await simulatePayment(client, payment, { fees, withMargin: withGasMargin });
  if (simulation.ok) {
    const gasLimit = withGasMargin(simulation.gas);
    const call = payCall(client.chain.vault, payment);
    const dataFee = await readDataFee(client, { call, fees, gasLimit });
    const note = findGasLoss(site, planned, { gas: simulation.gas, dataFee });
    return note ? { kind: 'wait', note } : { kind: 'passes', gasLimit, dataFee };
  }
  if (simulation.problem === 'alreadyPaid') return findMadePayment(site, planned);
  const refusal = readVaultRefusal(simulation.error, client.chain.name);
  if (refusal) return { kind: 'wait', note: refusal.note, isVaultAlert: refusal.isAlert };
  const failure = `the payment would fail on ${client.chain.name} (${simulation.error})`;
  return { kind: 'fails', note: because('payment_would_fail', failure) };
}

/** What a simulation of all payments as one transaction shows. */
export type TogetherSimulation = Allowance & {
  /** False when the node does not run the call, for example because it needs more gas than a block has. */
  readonly isPossible: boolean;
  /** The payments that must be simulated alone first. The transaction may be signed only if there are none. */
  readonly suspects: readonly FundedPayment[];
};

/**
 * Simulates payments as one transaction, which costs as many calls as one payment alone.
 * @param passed the payments that have passed alone
 */
export async function simulateTogether(
  site: PaymentSite,
  payments: readonly FundedPayment[],
  passed: ReadonlyMap<Hash, Allowance>,
): Promise<TogetherSimulation> {
  const count = BigInt(payments.length);
  const withMargin = (gas: bigint) => withGasMargin(gas) + RECIPIENT_GAS * count;
  const due = payments.map(({ payment }) => payment);
  const simulation = due.length > 1 ? await simulateBatch(site.client, due, { fees: site.fees, withMargin }) : null;
  if (simulation === null) return { isPossible: false, gasLimit: 0n, dataFee: 0n, suspects: payments };
  const gasLimit = withMargin(simulation.gas);
  const call = payBatchCall(site.client.chain.vault, due);
  const dataFee = await readDataFee(site.client, { call, fees: site.fees, gasLimit });
  // The gas of one payment is unknown. It is at most the average and what a recipient can use, because the estimate includes
  // the gas that the vault requires before the last payment.
  const most = { gas: simulation.gas / count + RECIPIENT_GAS, dataFee: divideRoundingUp(dataFee, count) };
  const suspects = payments.filter((payment, index) => {
    if (!simulation.paid[index]) return true;
    return !passed.has(payment.transfer.id) && findGasLoss(site, payment, most) !== null;
  });
  return { isPossible: true, gasLimit, dataFee, suspects };
}
