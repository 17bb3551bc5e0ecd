import type { Address, Hex } from 'viem';
import { encodeFunctionData, erc20Abi, prepareEncodeFunctionData } from 'viem';
import { depositAbi } from '#shared/abi/depositAbi.ts';
import { isNativeToken } from '#shared/address.ts';
import type { UnsignedTransaction } from '#shared/wire/build.ts';
import type { Route } from './catalog.ts';

export type DepositOrder = {
  readonly route: Route;
  readonly sender: Address;
  readonly recipient: Address;
  readonly send: bigint;
  readonly channel: bigint;
};

// Without them, viem hashes the signature of the function for each build.
const DEPOSIT = prepareEncodeFunctionData({ abi: depositAbi, functionName: 'deposit' });
const APPROVE = prepareEncodeFunctionData({ abi: erc20Abi, functionName: 'approve' });

export function depositTransaction({ route, sender, recipient, send, channel }: DepositOrder): UnsignedTransaction {
  const { origin, destination, originToken } = route;
  const data: Hex = encodeFunctionData({
    ...DEPOSIT,
    args: [recipient, originToken.address, origin.vault, send, BigInt(destination.id), channel],
  });
  return { from: sender, to: origin.depositContract, data, value: isNativeToken(originToken.address) ? send : 0n };
}

/** Approves exactly the deposited amount. */
export function approvalTransaction({ route, sender, send }: DepositOrder): UnsignedTransaction {
  const data = encodeFunctionData({
    ...APPROVE,
    args: [route.origin.depositContract, send],
  });
  return { from: sender, to: route.originToken.address, data, value: 0n };
}
