import { BaseError, ContractFunctionRevertedError } from 'viem';
import { vaultAbi } from '#shared/abi/vaultAbi.ts';
import type { Payment } from '../domain/payment.ts';
import type { ChainClient } from './chainClient.ts';

export type Simulation =
  | { readonly ok: true; readonly gas: bigint }
  /** The vault has recorded this id as paid. */
  | { readonly ok: false; readonly problem: 'alreadyPaid' }
  | { readonly ok: false; readonly problem: 'reverts'; readonly error: string };

function readRevert(error: unknown): Extract<Simulation, { ok: false }> | null {
  if (!(error instanceof BaseError)) return null;
  const revert = error.walk((cause) => cause instanceof ContractFunctionRevertedError);
  if (!(revert instanceof ContractFunctionRevertedError)) return null;
  const name = revert.data?.errorName;
  if (name === 'AlreadyPaid') return { ok: false, problem: 'alreadyPaid' };
  return { ok: false, problem: 'reverts', error: name ?? revert.reason ?? 'an unknown error' };
}

/**
 * Simulates a payment at the newest block.
 * @throws an RPC error, from which nothing follows about the payment
 */
export async function simulatePayment({ chain, reader }: ChainClient, payment: Payment): Promise<Simulation> {
  const { id, token, to, amount } = payment;
  try {
    const gas = await reader.estimateContractGas({
      address: chain.vault,
      abi: vaultAbi,
      functionName: 'pay',
      args: [id, token, to, amount],
      account: chain.hotWallet,
    });
    return { ok: true, gas };
  } catch (error) {
    const reverted = readRevert(error);
    if (reverted) return reverted;
    throw error;
  }
}

/**
 * Simulates a batch of payments.
 * @returns its gas; null when a payment of the batch fails, or the RPC does
 */
export async function simulateBatch(
  { chain, reader }: ChainClient,
  payments: readonly Payment[],
): Promise<bigint | null> {
  const call = {
    address: chain.vault,
    abi: vaultAbi,
    functionName: 'payBatch',
    args: [payments],
    account: chain.hotWallet,
  } as const;
  try {
    const [{ result: paid }, gas] = await Promise.all([
      reader.simulateContract(call),
      reader.estimateContractGas(call),
    ]);
    return paid.every((isMade) => isMade) ? gas : null;
  } catch {
    // The caller then simulates each payment alone, which reports the cause.
    return null;
  }
}
