import type { Address, Hash, Hex } from 'viem';
import { erc20Abi, getAbiItem, toEventSelector } from 'viem';
import { depositEvent } from '#shared/abi/depositAbi.ts';
import { isNativeToken, isSameAddress } from '#shared/address.ts';
import { cutText } from '#shared/foreignText.ts';
import { transferId } from '#shared/transferId.ts';
import { decodeLog } from '../../chain/model/decodeLog.ts';

/** A deposit on the origin chain, as in its event. */
export type Deposit = {
  /** The transfer's id, see `shared/transferId`. */
  readonly id: Hash;
  readonly chainId: number;
  readonly contract: Address;
  readonly transactionHash: Hash;
  readonly ordinal: number;
  readonly blockNumber: bigint;
  readonly blockHash: Hash;
  readonly blockTime: Date;
  readonly logIndex: number;
  readonly depositor: Address;
  readonly token: Address;
  readonly maker: Address;
  readonly target: string;
  readonly amount: bigint;
  readonly destination: bigint;
  readonly channel: bigint;
  /** Whether the receipt proves that the maker received exactly this amount of the token. */
  readonly funded: boolean;
};

type Log = {
  readonly address: Address;
  readonly topics: readonly Hex[];
  readonly data: Hex;
  readonly logIndex: number;
};

/** The fields of a transaction's receipt that its deposits need. */
export type DepositReceipt = {
  readonly transactionHash: Hash;
  readonly blockNumber: bigint;
  readonly blockHash: Hash;
  readonly status: 'success' | 'reverted';
  readonly logs: readonly Log[];
};

export type DepositSource = {
  readonly chainId: number;
  readonly contract: Address;
  /** The vaults whose deposits count. */
  readonly makers: readonly Address[];
  readonly blockTime: Date;
};

export const DEPOSIT_TOPIC = toEventSelector(depositEvent);
const TRANSFER = getAbiItem({ abi: erc20Abi, name: 'Transfer' });
const TRANSFER_TOPIC = toEventSelector(TRANSFER);

const MAX_TARGET_LENGTH = 128;

/**
 * Anyone can write any bytes as the target. They are stored and logged, so this replaces control characters (PostgreSQL
 * refuses NUL) and limits the length. Neither can make an invalid address valid.
 */
function cleanTarget(target: string): string {
  return cutText(target, MAX_TARGET_LENGTH).replace(/\p{Cc}/gu, '\uFFFD');
}

type Movement = {
  readonly token: Address;
  readonly from: Address;
  readonly to: Address;
  readonly value: bigint;
};

function describeMovement({ token, from, to, value }: Movement): string {
  return `${token} ${from} ${to} ${value}`.toLowerCase();
}

/**
 * Collects the ERC-20 transfers, each list in log order. A map, because a transaction can have thousands of transfers
 * and deposits.
 */
function readTransfers(logs: readonly Log[]): ReadonlyMap<string, Log[]> {
  const transfers = new Map<string, Log[]>();
  for (const log of logs) {
    const movement = readMovement(log);
    if (!movement) continue;
    const key = describeMovement(movement);
    const same = transfers.get(key);
    if (same) same.push(log);
    else transfers.set(key, [log]);
  }
  return transfers;
}

function readMovement(log: Log): Movement | null {
  const [topic, ...indexed] = log.topics;
  // ERC-721 transfers have the same topic, but index a third field: the token id.
  if (topic !== TRANSFER_TOPIC || indexed.length !== 2) return null;
  try {
    return { token: log.address, ...decodeLog(TRANSFER, log) };
  } catch {
    return null;
  }
}

/** Takes the earliest unused transfer of exactly this movement before a log. */
function takeProof(unused: ReadonlyMap<string, Log[]>, movement: Movement, before: Log): boolean {
  const same = unused.get(describeMovement(movement));
  if (!same?.[0] || same[0].logIndex >= before.logIndex) return false;
  same.shift();
  return true;
}

function isDepositLog(log: Log, contract: Address): boolean {
  return isSameAddress(log.address, contract) && log.topics[0] === DEPOSIT_TOPIC;
}

/**
 * Reads the deposits to the bridge's vaults from a transaction's receipt. The ordinal counts every Deposit log of the
 * contract, including those for other makers. Each ERC-20 Transfer log funds at most one deposit.
 */
export function readDeposits(receipt: DepositReceipt, source: DepositSource): readonly Deposit[] {
  if (receipt.status !== 'success') return [];
  const ordered = [...receipt.logs].sort((a, b) => a.logIndex - b.logIndex);
  const unused = readTransfers(ordered);
  return ordered
    .filter((log) => isDepositLog(log, source.contract))
    .flatMap((log, ordinal) => {
      const args = decodeLog(depositEvent, log);
      if (!source.makers.some((maker) => isSameAddress(maker, args.maker))) return [];
      const { token, user: from, maker: to, amount: value } = args;
      const funded = isNativeToken(token) || takeProof(unused, { token, from, to, value }, log);
      const { chainId, contract, blockTime } = source;
      const { transactionHash, blockNumber, blockHash } = receipt;
      return [
        {
          id: transferId({ chainId, contract, transactionHash, ordinal }),
          chainId,
          contract,
          transactionHash,
          ordinal,
          blockNumber,
          blockHash,
          blockTime,
          logIndex: log.logIndex,
          depositor: args.user,
          token: args.token,
          maker: args.maker,
          target: cleanTarget(args.target),
          amount: args.amount,
          destination: args.destination,
          channel: args.channel,
          funded,
        },
      ];
    });
}

type DepositLog = Pick<
  Deposit,
  'logIndex' | 'depositor' | 'token' | 'maker' | 'target' | 'amount' | 'destination' | 'channel'
>;

/** Serialises a transaction's Deposit logs, to compare the chain's logs with stored ones. */
export function describeLogs(deposits: readonly DepositLog[]): string {
  const ordered = [...deposits].sort((a, b) => a.logIndex - b.logIndex);
  return JSON.stringify(
    ordered.map(({ logIndex, depositor, token, maker, target, amount, destination, channel }) => [
      logIndex,
      ...[depositor, token, maker].map((address) => address.toLowerCase()),
      cleanTarget(target),
      ...[amount, destination, channel].map(String),
    ]),
  );
}

/** Whether two reads of a deposit agree about the money. Block and position may differ after a reorg. */
export function isSameDeposit(a: Deposit, b: Deposit): boolean {
  return (
    a.id === b.id &&
    a.depositor === b.depositor &&
    a.token === b.token &&
    a.maker === b.maker &&
    a.target === b.target &&
    a.amount === b.amount &&
    a.destination === b.destination &&
    a.funded === b.funded
  );
}
