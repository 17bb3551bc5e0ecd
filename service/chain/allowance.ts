import type { Address } from 'viem';
import { BaseError, ContractFunctionRevertedError, erc20Abi } from 'viem';
import type { ChainClient } from './chainClient.ts';

export type AllowanceQuery = {
  readonly token: Address;
  readonly owner: Address;
  readonly spender: Address;
  /** The newest block by default. */
  readonly blockNumber?: bigint;
};

/** Reads how much of an owner's tokens a spender may transfer. */
export function readAllowance(
  { reader }: ChainClient,
  { token, owner, spender, ...block }: AllowanceQuery,
): Promise<bigint> {
  return reader.readContract({
    address: token,
    abi: erc20Abi,
    functionName: 'allowance',
    args: [owner, spender],
    ...block,
  });
}

// Some tokens return nothing from `approve`, so this declares no result. Only a revert counts.
const APPROVE = [
  {
    type: 'function',
    name: 'approve',
    stateMutability: 'nonpayable',
    inputs: [
      { name: 'spender', type: 'address' },
      { name: 'amount', type: 'uint256' },
    ],
    outputs: [],
  },
] as const;

/**
 * Simulates an approval at the newest block.
 * @returns whether the token refuses it
 * @throws an RPC error, from which nothing follows about the token
 */
export async function refusesApproval(
  { reader }: ChainClient,
  { token, owner, spender }: AllowanceQuery,
  amount: bigint,
): Promise<boolean> {
  try {
    await reader.simulateContract({
      address: token,
      abi: APPROVE,
      functionName: 'approve',
      args: [spender, amount],
      account: owner,
    });
    return false;
  } catch (error) {
    if (error instanceof BaseError && error.walk((cause) => cause instanceof ContractFunctionRevertedError))
      return true;
    throw error;
  }
}
