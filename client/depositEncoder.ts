import type { Address, Hex } from 'viem';
import { encodeFunctionData, erc20Abi } from 'viem';
import { depositFunction } from '../shared/abi/depositAbi.ts';
import { encodeTarget } from '../shared/gasDrop.ts';

export type DepositCall = {
  readonly recipient: Address;
  /** The destination's native tokens that arrive with the payout, in wei; 0 by default. */
  readonly gasDrop?: bigint | undefined;
  readonly token: Address;
  readonly maker: Address;
  readonly amount: bigint;
  readonly destinationChainId: number;
  /** The integrator's id. Channel 0, the default, pays no share to an integrator. */
  readonly channel?: bigint | undefined;
};

/** A deposit's calldata, from pinned and typed values only. Nothing comes from the service's answer. */
export function encodeDeposit(call: DepositCall): Hex {
  const { recipient, gasDrop = 0n, token, maker, amount, destinationChainId, channel = 0n } = call;
  const target = encodeTarget({ recipient, gasDrop });
  return encodeFunctionData({
    abi: [depositFunction],
    args: [target, token, maker, amount, BigInt(destinationChainId), channel],
  });
}

export function encodeApproval(spender: Address, amount: bigint): Hex {
  return encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] });
}
