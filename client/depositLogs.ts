import type { Address, Hash, Log } from 'viem';
import { parseEventLogs } from 'viem';
import { depositEvent } from '../shared/abi/depositAbi.ts';
import { isSameAddress } from '../shared/address.ts';
import { transferId } from '../shared/transferId.ts';

/** A Deposit event of the pinned contract. */
export type DepositLog = {
  readonly id: Hash;
  readonly transactionHash: Hash;
  readonly user: Address;
  readonly token: Address;
  readonly maker: Address;
  /** The recipient as the depositor wrote it: any text. */
  readonly target: string;
  readonly amount: bigint;
  readonly destination: bigint;
  /** Unix seconds of the block. */
  readonly timestamp: bigint;
};

type Where = { readonly chainId: number; readonly contract: Address };

/** The deposits of one transaction, in log order. The position among them is part of each id. */
export function depositsOf(logs: readonly Log[], { chainId, contract }: Where): readonly DepositLog[] {
  const ours = logs.filter((log) => isSameAddress(log.address, contract));
  return parseEventLogs({ abi: [depositEvent], logs: [...ours] }).flatMap((log, ordinal) => {
    const { transactionHash, args } = log;
    if (transactionHash === null) return [];
    const { user, token, maker, target, amount, destination, timestamp } = args;
    const id = transferId({ chainId, contract, transactionHash, ordinal });
    return [{ id, transactionHash, user, token, maker, target, amount, destination, timestamp }];
  });
}
