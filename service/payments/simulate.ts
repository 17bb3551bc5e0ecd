import type { Abi, Hash } from 'viem';
import { BaseError, ContractFunctionRevertedError, decodeFunctionResult } from 'viem';
import { vaultAbi } from '#shared/abi/vaultAbi.ts';
import { NATIVE_TOKEN_ADDRESS } from '#shared/address.ts';
import { divideRoundingUp } from '#shared/amount.ts';
import { findChainById, findPinnedToken } from '../boot/model/catalog.ts';
import type { ChainClient } from '../chain/chainClient.ts';
import { readDataFee } from '../chain/gas.ts';
import type { TransactionFees } from '../chain/model/gasPrice.ts';
import { expectedGasPrice } from '../chain/model/gasPrice.ts';
import { isOverloaded } from '../chain/rpc/callQueue.ts';
import { formatVaultCall } from '../chain/vaultActions.ts';
import type { Reason } from '../deposits/model/reasons.ts';
import { because } from '../deposits/model/reasons.ts';
import { exceedsCharge, gasCostInToken } from '../quotes/model/price.ts';
import { findMadePayment } from './findProblem.ts';
import type { Call, Payment } from './model/payment.ts';
import { payBatchCall, payCall, payFunction } from './model/payment.ts';
import type { FundedPayment, PaymentSite, PlannedPayment, Postponement } from './plannedPayment.ts';

/**
 * Why a vault refuses a correct payment. `isAlert`: only a person can end the wait. `call`: what the guardian or the
 * owner did, if the error tells.
 */
type VaultRefusal = { readonly note: Reason; readonly isAlert: boolean; readonly call?: string };

/**
 * Reads a vault's error about a simulated payment. The payment then waits untried, because nothing is wrong with it.
 * @returns null for an error about the payment itself
 */
function readVaultRefusal(error: string, chainName: string): VaultRefusal | null {
  const wait = (what: string) => `the payment waits until ${what}`;
  switch (error) {
    case 'PaymentsPaused':
      return {
        note: because('vault_paused', wait(`the vault on ${chainName} is no longer paused`)),
        isAlert: true,
        call: formatVaultCall({ name: 'pause', args: [] }),
      };
    case 'AbovePaymentCap':
      return {
        note: because('vault_limit', wait(`the vault on ${chainName} allows so large a payment`)),
        isAlert: true,
      };
    case 'Unauthorized':
      return {
        note: because('vault_paused', wait(`the vault on ${chainName} allows the hot wallet to pay`)),
        isAlert: true,
      };
    case 'AboveWindowCap':
      return { note: because('vault_limit', wait(`the vault's window on ${chainName} allows more`)), isAlert: false };
    case 'InsufficientBalance':
      return { note: because('funds_short', wait(`the vault on ${chainName} has enough funds`)), isAlert: false };
    default:
      return null;
  }
}

type Simulation =
  | { readonly ok: true; readonly gas: bigint }
  /** The vault has recorded this id as paid. */
  | { readonly ok: false; readonly problem: 'alreadyPaid' }
  | { readonly ok: false; readonly problem: 'reverts'; readonly error: string };

function toFeeFields({ maxFee, tip, isLegacy }: TransactionFees) {
  return isLegacy ? ({ gasPrice: maxFee } as const) : ({ maxFeePerGas: maxFee, maxPriorityFeePerGas: tip } as const);
}

function readRevert(error: unknown): Extract<Simulation, { ok: false }> | null {
  if (!(error instanceof BaseError)) return null;
  const revert = error.walk((cause) => cause instanceof ContractFunctionRevertedError);
  if (!(revert instanceof ContractFunctionRevertedError)) return null;
  const name = revert.data?.errorName;
  if (name === 'AlreadyPaid') return { ok: false, problem: 'alreadyPaid' };
  return { ok: false, problem: 'reverts', error: name ?? revert.reason ?? 'an unknown error' };
}

// Without a tag, some nodes estimate on top of the pending transactions, but call at the newest block. A recipient's first
// payment is then pending in one and missing in the other, where the gas for a new account makes the second one fail.
const NEWEST = 'latest';

/** The fees, and the margin above the estimated gas, with which the payment will be signed. */
type SimulationTerms = { readonly fees: TransactionFees; readonly withMargin: (gas: bigint) => bigint };

/**
 * Simulates a payment at the newest block: from the account that signs it, with its fees, and then with its gas limit.
 * A recipient's contract can see all three, and could otherwise behave only in the simulation.
 * @throws an RPC error, which says nothing about the payment
 */
async function simulatePayment(
  { chain, reader }: ChainClient,
  payment: Payment,
  { fees, withMargin }: SimulationTerms,
): Promise<Simulation> {
  const call = {
    address: chain.vault,
    abi: vaultAbi as Abi,
    ...payFunction(payment),
    account: chain.hotWallet,
    ...toFeeFields(fees),
  } as const;
  try {
    const gas = await reader.estimateContractGas({ ...call, blockTag: NEWEST });
    await reader.simulateContract({ ...call, gas: withMargin(gas) });
    return { ok: true, gas };
  } catch (error) {
    const reverted = readRevert(error);
    if (reverted) return reverted;
    throw error;
  }
}

/** What the newest block makes of a batch. */
type BatchSimulation = {
  readonly gas: bigint;
  /** For each payment, whether it is made. */
  readonly paid: readonly boolean[];
};

/**
 * Simulates the call of a batch of payments.
 * @returns null if the call fails, which one of its payments can cause
 * @throws RpcOverloaded if further simulations would only wait
 */
async function simulateBatch(
  { chain, reader }: ChainClient,
  { call: { to, data }, count }: { readonly call: Call; readonly count: number },
  { fees, withMargin }: SimulationTerms,
): Promise<BatchSimulation | null> {
  const call = { account: chain.hotWallet, to, data, ...toFeeFields(fees) };
  try {
    const gas = await reader.estimateGas({ ...call, blockTag: NEWEST });
    const { data: result = '0x' } = await reader.call({ ...call, gas: withMargin(gas) });
    const paid = decodeFunctionResult({ abi: vaultAbi, functionName: 'payBatch', data: result });
    return paid.length === count ? { gas, paid } : null;
  } catch (error) {
    if (isOverloaded(error)) throw error;
    // The caller then simulates each payment on its own, which reports the cause.
    return null;
  }
}

// A recipient's first token balance costs more gas, and an estimate doesn't see the payments queued before it.
const GAS_MARGIN_PERCENT = 130n;
// The gas that CausewayVault.sol gives a recipient of native tokens. A recipient can use little in the simulation and
// all of it in the block.
const RECIPIENT_GAS = 100_000n;
// The gas that CausewayVault.sol gives a payment in a batch.
const PAYMENT_GAS = 500_000n;

/**
 * How much more gas than simulated a payment of a batch can use. A token that calls its recipient (ERC-777) can use all
 * that the vault gives the payment. Such tokens are rare, and so much gas makes batches small, so only a reverted batch
 * gives a reason to expect one.
 */
function gasOfRecipient({ hasReverted }: PaymentSite, { token }: Payment): bigint {
  return hasReverted && token !== NATIVE_TOKEN_ADDRESS ? PAYMENT_GAS : RECIPIENT_GAS;
}

function withGasMargin(gas: bigint): bigint {
  return (gas * GAS_MARGIN_PERCENT) / 100n;
}

/** What a payment costs: its gas, and what the chain charges in addition, in wei. */
type PaymentCost = { readonly gas: bigint; readonly dataFee: bigint };

/**
 * A quote is valid for minutes, and a deposit can use an old one. Without a limit, anyone could have payouts made at
 * any gas price for the fee of a quiet time. A refund is charged at the current price, so it needs no limit.
 */
function findGasLoss(
  { context, client, market }: PaymentSite,
  { transfer: { deposit }, gasCharge }: PlannedPayment,
  cost: PaymentCost,
): Reason | null {
  const origin = findChainById(context.catalog, BigInt(deposit.chainId));
  const token = origin && findPinnedToken(context.catalog, origin, deposit.token);
  if (gasCharge === null || !token) return null;
  const costInToken = gasCostInToken(
    { ...cost, gasPrice: expectedGasPrice(market), nativePrice: client.chain.nativePrice },
    { decimals: token.deployment.decimals, price: token.token.price },
  );
  if (!exceedsCharge({ cost: costInToken, charged: gasCharge, factor: context.catalog.maxGasFactor })) return null;
  return because('gas_above_fee', `the payment waits until gas on ${client.chain.name} costs less`);
}

/** What a payment or a batch is signed with. */
export type Allowance = {
  readonly gasLimit: bigint;
  /** What the chain charges in addition to gas, in wei. */
  readonly dataFee: bigint;
};

export type PassedAlone = Allowance & { readonly kind: 'passes' };

/**
 * Simulates a single payment.
 * @throws an RPC error, which says nothing about the payment
 */
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
  if (refusal) {
    const { note, isAlert, call } = refusal;
    return { kind: 'wait', note, ...(isAlert && { vaultAlert: { chainId: client.chain.id, ...(call && { call }) } }) };
  }
  const failure = `the payment would fail on ${client.chain.name} (${simulation.error})`;
  return { kind: 'fails', note: because('payment_would_fail', failure) };
}

/** What simulating all payments as one transaction shows. */
export type TogetherSimulation = Allowance & {
  readonly call: Call;
  /** False if the node doesn't run the call, for example because it needs more gas than a block has. */
  readonly isPossible: boolean;
  /** The payments that must first be simulated on their own. The transaction may be signed only if there are none. */
  readonly suspects: readonly FundedPayment[];
};

/**
 * Simulates payments as one transaction, which costs as many calls as a single payment.
 * @param passed the payments that have passed on their own
 */
export async function simulateTogether(
  site: PaymentSite,
  payments: readonly FundedPayment[],
  passed: ReadonlyMap<Hash, Allowance>,
): Promise<TogetherSimulation> {
  const count = BigInt(payments.length);
  const due = payments.map(({ payment }) => payment);
  const call = payBatchCall(site.client.chain.vault, due);
  const ofRecipients = due.reduce((sum, payment) => sum + gasOfRecipient(site, payment), 0n);
  const withMargin = (gas: bigint) => withGasMargin(gas) + ofRecipients;
  const terms = { fees: site.fees, withMargin };
  const simulation = due.length > 1 ? await simulateBatch(site.client, { call, count: due.length }, terms) : null;
  if (simulation === null) return { call, isPossible: false, gasLimit: 0n, dataFee: 0n, suspects: payments };
  const gasLimit = withMargin(simulation.gas);
  const dataFee = await readDataFee(site.client, { call, fees: site.fees, gasLimit });
  // One payment's gas is unknown. It is at most the average plus what a recipient can use, because the estimate
  // includes the gas that the vault requires before the last payment.
  const most = { gas: simulation.gas / count + RECIPIENT_GAS, dataFee: divideRoundingUp(dataFee, count) };
  const suspects = payments.filter((payment, index) => {
    if (!simulation.paid[index]) return true;
    return !passed.has(payment.transfer.id) && findGasLoss(site, payment, most) !== null;
  });
  return { call, isPossible: true, gasLimit, dataFee, suspects };
}
