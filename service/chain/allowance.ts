import type { Address } from 'viem';
import { erc20Abi } from 'viem';
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
