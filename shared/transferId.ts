import type { Address, Hash } from 'viem';
import { encodeAbiParameters, keccak256 } from 'viem';

/** Identifies a deposit. A reorg that moves its transaction to another block keeps the key. */
export type DepositKey = {
  readonly chainId: number;
  readonly contract: Address;
  readonly transactionHash: Hash;
  /** The index among the Deposit logs of the transaction's receipt. Not `logIndex`, which a reorg can change. */
  readonly ordinal: number;
};

/** Computes the id of a deposit's payout or refund. A vault pays each id at most once. */
export function transferId({ chainId, contract, transactionHash, ordinal }: DepositKey): Hash {
  return keccak256(
    encodeAbiParameters(
      [{ type: 'uint256' }, { type: 'address' }, { type: 'bytes32' }, { type: 'uint256' }],
      [BigInt(chainId), contract, transactionHash, BigInt(ordinal)],
    ),
  );
}
