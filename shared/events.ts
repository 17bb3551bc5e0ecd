import type { Address, Hash, Hex, Log } from 'viem';
import { erc20Abi, parseEventLogs } from 'viem';
import { depositEvent } from './abi/depositAbi.ts';
import { paidEvent } from './abi/vaultAbi.ts';
import { isSameAddress, parseAddress } from './address.ts';
import { transferId } from './transferId.ts';

/** What the root of a block's receipts covers of a log. */
export type EventLog = { readonly address: Address; readonly topics: readonly Hash[]; readonly data: Hex };

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

/** A Paid event of a pinned vault: a payout or a refund. */
export type PaymentLog = {
  readonly id: Hash;
  readonly vault: Address;
  readonly to: Address;
  readonly token: Address;
  readonly amount: bigint;
};

/** A Transfer event of a token. */
export type TokenMove = {
  readonly token: Address;
  readonly from: Address;
  readonly to: Address;
  readonly amount: bigint;
};

// viem decodes the address, the topics and the data. Its type asks for the place of the log too.
const asLogs = (logs: readonly EventLog[]): Log[] => logs as unknown as Log[];

// A node writes the address of a log in lower case. viem writes those in the arguments with a checksum.
const withChecksum = (address: Address): Address => parseAddress(address.toLowerCase()) ?? address;

const writtenBy = (logs: readonly EventLog[], contracts: readonly Address[]): Log[] =>
  asLogs(logs.filter(({ address }) => contracts.some((contract) => isSameAddress(address, contract))));

type Where = { readonly chainId: number; readonly contract: Address; readonly transactionHash: Hash };

/** The deposits of one transaction, in log order. The position among them is part of each id. */
export function depositsOf(logs: readonly EventLog[], where: Where): readonly DepositLog[] {
  const { transactionHash } = where;
  return parseEventLogs({ abi: [depositEvent], logs: writtenBy(logs, [where.contract]) }).map(({ args }, ordinal) => {
    const { user, token, maker, target, amount, destination, timestamp } = args;
    const id = transferId({ ...where, ordinal });
    return { id, transactionHash, user, token, maker, target, amount, destination, timestamp };
  });
}

/** The payments of these vaults, in log order. */
export function paymentsOf(logs: readonly EventLog[], vaults: readonly Address[]): readonly PaymentLog[] {
  return parseEventLogs({ abi: [paidEvent], logs: writtenBy(logs, vaults) }).map(({ address, args }) => {
    const { id, to, token, amount } = args;
    return { id, vault: withChecksum(address), to, token, amount };
  });
}

/** What the tokens themselves say that they moved. */
export function tokenMovesOf(logs: readonly EventLog[]): readonly TokenMove[] {
  return parseEventLogs({ abi: erc20Abi, logs: asLogs(logs), eventName: 'Transfer' }).map(({ address, args }) => {
    return { token: withChecksum(address), from: args.from, to: args.to, amount: args.value };
  });
}
