import type { Address, Hex } from 'viem';
import { encodeFunctionData, erc20Abi } from 'viem';
import { depositAbi } from '#shared/abi/depositAbi.ts';

type DepositCall = {
  readonly recipient: Address;
  readonly token: Address;
  readonly maker: Address;
  readonly amount: bigint;
  readonly destinationChainId: number;
};

/** The channel that this app asks for: no integrator takes a share. */
const CHANNEL = 0n;

/** The calldata that a deposit must have, made from what is pinned and what was asked, never from an answer. */
export function encodeDeposit({ recipient, token, maker, amount, destinationChainId }: DepositCall): Hex {
  return encodeFunctionData({
    abi: depositAbi,
    functionName: 'deposit',
    args: [recipient, token, maker, amount, BigInt(destinationChainId), CHANNEL],
  });
}

export function encodeApproval(spender: Address, amount: bigint): Hex {
  return encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] });
}
