import type { Address, Hex } from 'viem';
import { encodeFunctionData, parseAbi, zeroAddress } from 'viem';

// Independent of the product: tests compare the app's and the service's calldata with these.
const ABI = parseAbi([
  'function approve(address spender, uint256 amount)',
  'function deposit(string target, address token, address maker, uint256 amount, uint256 destination, uint256 channel) payable',
]);

export type DepositCall = {
  /** The recipient, or any other text. */
  readonly target: string;
  readonly token: Address;
  readonly maker: Address;
  readonly amount: bigint;
  /** The id of the destination chain. */
  readonly destination: number | bigint;
  /** The integrator's id; 0 by default. */
  readonly channel?: bigint;
};

/** A call of the deposit contract. */
export function depositCall(call: DepositCall): { readonly data: Hex; readonly value: bigint } {
  const { target, token, maker, amount, destination, channel = 0n } = call;
  const args = [target, token, maker, amount, BigInt(destination), channel] as const;
  return {
    data: encodeFunctionData({ abi: ABI, functionName: 'deposit', args }),
    value: token === zeroAddress ? amount : 0n,
  };
}

/** The calldata of an approval, which lets a contract take tokens. */
export function approvalData(spender: Address, amount: bigint): Hex {
  return encodeFunctionData({ abi: ABI, functionName: 'approve', args: [spender, amount] });
}
