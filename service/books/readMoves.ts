import type { Address, Hash } from 'viem';
import { erc20Abi, getAbiItem, getAddress } from 'viem';
import { depositEvent } from '#shared/abi/depositAbi.ts';
import { paidEvent, withdrawnEvent } from '#shared/abi/vaultAbi.ts';
import { isNativeToken } from '#shared/address.ts';
import { vaultsOf } from '../boot/model/catalog.ts';
import type { ChainClient } from '../chain/chainClient.ts';
import type { BlockRange } from '../chain/model/blockRange.ts';
import { splitRange } from '../chain/model/blockRange.ts';
import { readInHalves } from '../chain/paymentRecords.ts';
import type { ChainMoves, Move, PaidMove } from './model/compareVault.ts';
import type { BookedDeposit } from './readings.ts';

const transferEvent = getAbiItem({ abi: erc20Abi, name: 'Transfer' });

/** A deposit, and its place in the chain. */
export type DepositMove = BookedDeposit & { readonly blockNumber: bigint };

/** A payment, and the hot wallet that made the vault pay. */
export type LoggedPayment = PaidMove & { readonly payer: Address };

type LoggedMoves = ChainMoves & {
  readonly deposits: readonly DepositMove[];
  readonly paid: readonly LoggedPayment[];
};

type TransferLog = {
  readonly transactionHash: Hash;
  readonly address: Address;
  readonly args: { readonly value: bigint };
};

// A log's address has no checksum, unlike every other address.
function toMove({ transactionHash: hash, address, args }: TransferLog): Move {
  return { hash, token: getAddress(address), amount: args.value };
}

async function readLogs(
  { chain, reader }: ChainClient,
  tokens: readonly Address[],
  { from, to }: BlockRange,
): Promise<LoggedMoves> {
  const vaults = [...vaultsOf(chain)];
  const blocks = { fromBlock: from, toBlock: to, strict: true } as const;
  const contracts = tokens.filter((token) => !isNativeToken(token));
  const [deposits, ofVaults, received, sent] = await Promise.all([
    reader.getLogs({ ...blocks, address: chain.depositContract, event: depositEvent, args: { maker: vaults } }),
    reader.getLogs({ ...blocks, address: vaults, events: [paidEvent, withdrawnEvent] }),
    contracts.length === 0
      ? []
      : reader.getLogs({ ...blocks, address: contracts, event: transferEvent, args: { to: vaults } }),
    contracts.length === 0
      ? []
      : reader.getLogs({ ...blocks, address: contracts, event: transferEvent, args: { from: vaults } }),
  ]);
  return {
    deposits: deposits.map(({ transactionHash: hash, blockNumber, logIndex, args: { token, amount } }) => {
      return { hash, blockNumber, logIndex, token, amount };
    }),
    paid: ofVaults.flatMap(({ transactionHash: hash, eventName, args }) =>
      eventName === 'Paid'
        ? [{ hash, id: args.id, token: args.token, amount: args.amount, recipient: args.to, payer: args.payer }]
        : [],
    ),
    withdrawn: ofVaults.flatMap(({ transactionHash: hash, eventName, args }) =>
      eventName === 'Withdrawn' ? [{ hash, token: args.token, amount: args.amount, recipient: args.to }] : [],
    ),
    received: received.map(toMove),
    sent: sent.map(toMove),
  };
}

function join(parts: readonly LoggedMoves[]): LoggedMoves {
  return {
    deposits: parts.flatMap(({ deposits }) => deposits),
    paid: parts.flatMap(({ paid }) => paid),
    withdrawn: parts.flatMap(({ withdrawn }) => withdrawn),
    received: parts.flatMap(({ received }) => received),
    sent: parts.flatMap(({ sent }) => sent),
  };
}

/**
 * Reads from the logs what moved in a chain's vaults in a range of blocks, part by part.
 * @throws NoQuorum and every error of the reader
 */
export async function readMoves(
  client: ChainClient,
  tokens: readonly Address[],
  range: BlockRange,
): Promise<LoggedMoves> {
  const parts: LoggedMoves[] = [];
  for (const part of splitRange(range, BigInt(client.chain.blockRange))) {
    parts.push(...(await readInHalves(part, async (half) => [await readLogs(client, tokens, half)])));
  }
  return join(parts);
}
