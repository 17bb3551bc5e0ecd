import type { Address, Hash } from 'viem';
import { encodeAbiParameters, keccak256 } from 'viem';

/** What makes a deposit itself, whatever block it is mined in. */
export type DepositKey = {
  readonly chainId: number;
  readonly contract: Address;
  readonly transactionHash: Hash;
  /** Position among the Deposit logs of its own receipt. `logIndex` counts per block and changes when a reorg moves the transaction. */
  readonly ordinal: number;
};

/** The id under which a deposit is paid: the payout contract pays each id at most once per payer. */
export function transferId({ chainId, contract, transactionHash, ordinal }: DepositKey): Hash {
  return keccak256(
    encodeAbiParameters(
      [{ type: 'uint256' }, { type: 'address' }, { type: 'bytes32' }, { type: 'uint256' }],
      [BigInt(chainId), contract, transactionHash, BigInt(ordinal)],
    ),
  );
}
