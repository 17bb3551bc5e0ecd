import type { Address, Hash, Hex, Log } from 'viem';
import { erc20Abi, parseEventLogs } from 'viem';
import { depositEvent } from './abi/depositAbi.ts';
import { paidEvent } from './abi/vaultAbi.ts';
import { isSameAddress, parseAddress } from './address.ts';
import { transferId } from './transferId.ts';

/** The fields of a log that the root of a block's receipts covers. */
export type EventLog = { readonly address: Address; readonly topics: readonly Hash[]; readonly data: Hex };

/** A Deposit event of the pinned contract. */
export type DepositLog = {
  readonly id: Hash;
  readonly transactionHash: Hash;
  readonly user: Address;
  readonly token: Address;
  readonly maker: Address;
  /** The recipient and the gas on arrival as the depositor wrote them: any text. `splitTarget` reads it. */
  readonly target: string;
  readonly amount: bigint;
  readonly destination: bigint;
  /** The block's Unix seconds. */
  readonly timestamp: bigint;
};

/** A Paid event of a pinned vault: a payout, the gas that arrives with it, or a refund. */
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

// viem decodes the address, topics and data, but its type also requires the log's position.
const asLogs = (logs: readonly EventLog[]): Log[] => logs as unknown as Log[];

// A node writes a log's address in lower case. viem writes those in the arguments with a checksum.
const withChecksum = (address: Address): Address => parseAddress(address.toLowerCase()) ?? address;

const writtenBy = (logs: readonly EventLog[], contracts: readonly Address[]): Log[] =>
  asLogs(logs.filter(({ address }) => contracts.some((contract) => isSameAddress(address, contract))));

type Where = { readonly chainId: number; readonly contract: Address; readonly transactionHash: Hash };

/** A transaction's deposits, in log order. The position among them is part of each id. */
export function depositsOf(logs: readonly EventLog[], where: Where): readonly DepositLog[] {
  const { transactionHash } = where;
  return parseEventLogs({ abi: [depositEvent], logs: writtenBy(logs, [where.contract]) }).map(({ args }, ordinal) => {
    const { user, token, maker, target, amount, destination, timestamp } = args;
    const id = transferId({ ...where, ordinal });
    return { id, transactionHash, user, token, maker, target, amount, destination, timestamp };
  });
}

/** These vaults' payments, in log order. */
export function paymentsOf(logs: readonly EventLog[], vaults: readonly Address[]): readonly PaymentLog[] {
  return parseEventLogs({ abi: [paidEvent], logs: writtenBy(logs, vaults) }).map(({ address, args }) => {
    const { id, to, token, amount } = args;
    return { id, vault: withChecksum(address), to, token, amount };
  });
}

/** What the tokens' own events say was moved. */
export function tokenMovesOf(logs: readonly EventLog[]): readonly TokenMove[] {
  return parseEventLogs({ abi: erc20Abi, logs: asLogs(logs), eventName: 'Transfer' }).map(({ address, args }) => {
    return { token: withChecksum(address), from: args.from, to: args.to, amount: args.value };
  });
}
