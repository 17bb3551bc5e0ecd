import type { Address, Hash, Log } from 'viem';
import { parseEventLogs } from 'viem';
import { depositAbi } from '#shared/abi/depositAbi.ts';
import { isSameAddress } from '#shared/address.ts';
import { transferId } from '#shared/transferId.ts';
import type { TransferTerms } from './transferTerms.ts';

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
  return parseEventLogs({ abi: depositAbi, logs: [...ours], eventName: 'Deposit' }).flatMap((log, ordinal) => {
    const { transactionHash, args } = log;
    if (transactionHash === null) return [];
    const { user, token, maker, target, amount, destination, timestamp } = args;
    const id = transferId({ chainId, contract, transactionHash, ordinal });
    return [{ id, transactionHash, user, token, maker, target, amount, destination, timestamp }];
  });
}

/** Whether a deposit matches the reviewed terms, whatever its transaction hash and sender. */
export function isDepositOf(
  deposit: Omit<DepositLog, 'id' | 'transactionHash' | 'timestamp'>,
  terms: TransferTerms,
): boolean {
  return (
    isSameAddress(deposit.user, terms.account) &&
    isSameAddress(deposit.token, terms.origin.token) &&
    isSameAddress(deposit.maker, terms.maker) &&
    isSameAddress(deposit.target, terms.recipient) &&
    deposit.amount === terms.send &&
    deposit.destination === BigInt(terms.destination.chainId)
  );
}

/** Whether the deposit was mined after its quote ended. The bridge then charges the fees of that time. */
export function isLate({ timestamp }: Pick<DepositLog, 'timestamp'>, { validUntilMs }: TransferTerms): boolean {
  return validUntilMs !== null && timestamp * 1000n > BigInt(validUntilMs);
}
