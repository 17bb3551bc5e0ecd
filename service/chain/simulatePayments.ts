import { BaseError, ContractFunctionRevertedError } from 'viem';
import { vaultAbi } from '#shared/abi/vaultAbi.ts';
import type { TransactionFees } from '../domain/gasPrice.ts';
import type { Payment } from '../domain/payment.ts';
import { isOverloaded } from './callQueue.ts';
import type { ChainClient } from './chainClient.ts';

export type Simulation =
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

/** The fees and the margin above the estimated gas with which the payment will be signed. */
export type SimulationTerms = { readonly fees: TransactionFees; readonly withMargin: (gas: bigint) => bigint };

/**
 * Simulates a payment at the newest block: from the account that signs it, with its fees, and then with its gas limit. A
 * recipient's contract can see all three, and could otherwise behave in the simulation alone.
 * @throws an RPC error, from which nothing follows about the payment
 */
export async function simulatePayment(
  { chain, reader }: ChainClient,
  payment: Payment,
  { fees, withMargin }: SimulationTerms,
): Promise<Simulation> {
  const { id, token, to, amount } = payment;
  const call = {
    address: chain.vault,
    abi: vaultAbi,
    functionName: 'pay',
    args: [id, token, to, amount],
    account: chain.hotWallet,
    ...toFeeFields(fees),
  } as const;
  try {
    const gas = await reader.estimateContractGas(call);
    await reader.simulateContract({ ...call, gas: withMargin(gas) });
    return { ok: true, gas };
  } catch (error) {
    const reverted = readRevert(error);
    if (reverted) return reverted;
    throw error;
  }
}

/** What the newest block makes of a batch. */
export type BatchSimulation = {
  readonly gas: bigint;
  /** For each payment, whether it is made. */
  readonly paid: readonly boolean[];
};

/**
 * Simulates a batch of payments.
 * @returns null when the call fails, which one of its payments can cause
 * @throws RpcOverloaded, when further simulations would only wait
 */
export async function simulateBatch(
  { chain, reader }: ChainClient,
  payments: readonly Payment[],
  { fees, withMargin }: SimulationTerms,
): Promise<BatchSimulation | null> {
  const call = {
    address: chain.vault,
    abi: vaultAbi,
    functionName: 'payBatch',
    args: [payments],
    account: chain.hotWallet,
    ...toFeeFields(fees),
  } as const;
  try {
    const gas = await reader.estimateContractGas(call);
    const { result: paid } = await reader.simulateContract({ ...call, gas: withMargin(gas) });
    return paid.length === payments.length ? { gas, paid } : null;
  } catch (error) {
    if (isOverloaded(error)) throw error;
    // The caller then simulates each payment alone, which reports the cause.
    return null;
  }
}
