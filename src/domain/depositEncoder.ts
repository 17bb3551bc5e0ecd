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

/** The channel of this app. Channel 0 pays no share to an integrator. */
const CHANNEL = 0n;

/** The calldata of a deposit, from pinned and typed values only. Nothing comes from the service's answer. */
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
