import type { TransactionPlan } from '../../transfer/model/transactionPlan.ts';
import { callsOf } from '../../transfer/model/transactionPlan.ts';

/** A deposit uses about 50,000 gas for the native token, and 65,000 for another one. There is room for costlier tokens. */
export const DEPOSIT_GAS = 120_000n;
/** The approval of a usual token uses about 50,000 gas. */
const APPROVAL_GAS = 80_000n;

/**
 * What the wallet keeps for the gas of the deposit.
 * @param maxFeePerGas in wei, on a chain whose gas the token pays; null for any other token
 */
export function gasReserve(maxFeePerGas: bigint | null): bigint {
  return maxFeePerGas === null ? 0n : DEPOSIT_GAS * maxFeePerGas;
}

/** The most that the transactions of a transfer should cost in gas, in wei. */
export function gasBound(plan: TransactionPlan, maxFeePerGas: bigint): bigint {
  const gas = callsOf(plan).reduce((sum, { kind }) => sum + (kind === 'deposit' ? DEPOSIT_GAS : APPROVAL_GAS), 0n);
  return gas * maxFeePerGas;
}
