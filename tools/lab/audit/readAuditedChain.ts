import type { Address, Hash, PublicClient } from 'viem';
import { createPublicClient, getAddress, http, isAddressEqual, parseAbiItem, zeroAddress } from 'viem';
import { depositEvent } from '#shared/abi/depositAbi.ts';
import { paidEvent } from '#shared/abi/vaultAbi.ts';
import { transferId } from '#shared/transferId.ts';
import type { ObservedDeposit } from './expectedPayment.ts';

/** The auditor's input for one chain: its RPC URL and public addresses. */
export type AuditedChain = {
  readonly id: number;
  readonly rpcUrl: string;
  readonly depositContract: Address;
  /** The current and the retired vaults. */
  readonly vaults: readonly Address[];
  /** The current and the former hot wallets. No token may leave them. */
  readonly hotWallets?: readonly Address[];
  /** ERC-20 tokens only. */
  readonly tokens: readonly Address[];
  /**
   * The native tokens of a vault before its first deposit. A vault without an entry is not compared, because a test may change
   * its balance.
   */
  readonly funds?: ReadonlyMap<Address, bigint>;
};

/** An audited chain with a client that reads it directly, bypassing the faulty RPC. */
export type ConnectedChain = AuditedChain & {
  readonly client: PublicClient;
  /** The first block to read. By default the chain's first. */
  readonly firstBlock?: bigint;
  /** The last block to read. By default the newest one. */
  readonly lastBlock?: bigint;
};

type InBlock = { readonly blockNumber: bigint };

export type ObservedPayment = {
  readonly chainId: number;
  readonly vault: Address;
  readonly hash: Hash;
  readonly id: Hash;
  readonly to: Address;
  readonly token: Address;
  readonly amount: bigint;
  /** The native tokens that the same transaction paid to the same recipient under the same id, in wei. */
  readonly gasDrop: bigint;
};

const transferEvent = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)');

function toRange({ firstBlock = 0n, lastBlock }: ConnectedChain) {
  return { fromBlock: firstBlock, toBlock: lastBlock ?? 'latest', strict: true } as const;
}

export function connectChain(chain: AuditedChain): ConnectedChain {
  const transport = http(chain.rpcUrl, { retryCount: 3, timeout: 30_000 });
  return { ...chain, client: createPublicClient({ transport, cacheTime: 0 }) };
}

export async function readDeposits(chain: ConnectedChain): Promise<(ObservedDeposit & InBlock)[]> {
  const { id: chainId, client, depositContract, vaults } = chain;
  // The ordinal counts every deposit log of a transaction, so read deposits to other makers too.
  const logs = await client.getLogs({ address: depositContract, event: depositEvent, ...toRange(chain) });
  const counts = new Map<Hash, number>();
  const ordered = [...logs].sort((a, b) => Number(a.blockNumber - b.blockNumber) || a.logIndex - b.logIndex);
  return ordered.flatMap(({ transactionHash, blockNumber, args }) => {
    const ordinal = counts.get(transactionHash) ?? 0;
    counts.set(transactionHash, ordinal + 1);
    if (!vaults.some((vault) => isAddressEqual(args.maker, vault))) return [];
    const key = { chainId, contract: depositContract, transactionHash, ordinal };
    const { user: depositor, token, target, amount, destination } = args;
    const id = transferId(key);
    return [{ id, chainId, transactionHash, blockNumber, depositor, token, target, amount, destination }];
  });
}

/** Whether an event is the gas drop of the event before it. The vault emits it right after that of the token. */
function isGasDropOf(event: ObservedPayment, previous: ObservedPayment): boolean {
  const isSame = (['vault', 'hash', 'id', 'to'] as const).every((field) => event[field] === previous[field]);
  const isOfNative = ({ token }: ObservedPayment) => isAddressEqual(token, zeroAddress);
  return isSame && isOfNative(event) && !isOfNative(previous) && previous.gasDrop === 0n;
}

export async function readPayments(chain: ConnectedChain): Promise<(ObservedPayment & InBlock)[]> {
  const { id: chainId, client, vaults } = chain;
  const logs = await client.getLogs({ address: [...vaults], event: paidEvent, ...toRange(chain) });
  const payments: (ObservedPayment & InBlock)[] = [];
  for (const { transactionHash: hash, blockNumber, address, args } of logs) {
    const { id, to, token, amount } = args;
    const event = { chainId, vault: getAddress(address), hash, blockNumber, id, to, token, amount, gasDrop: 0n };
    const previous = payments.at(-1);
    if (previous && isGasDropOf(event, previous)) payments.splice(-1, 1, { ...previous, gasDrop: amount });
    else payments.push(event);
  }
  return payments;
}

/** What a vault paid of each token. */
export function listAmounts({ token, amount, gasDrop }: ObservedPayment) {
  return [
    { token, amount },
    { token: zeroAddress, amount: gasDrop },
  ];
}

/**
 * Sums the token's Transfer events from the vaults and the hot wallets by recipient, including transfers without a Paid event.
 */
export async function readOutflow(chain: ConnectedChain, token: Address): Promise<Map<Address, bigint>> {
  const { client, vaults, hotWallets = [] } = chain;
  const args = { from: [...vaults, ...hotWallets] };
  const logs = await client.getLogs({ address: token, event: transferEvent, args, ...toRange(chain) });
  const outflow = new Map<Address, bigint>();
  for (const { args } of logs) {
    const to = getAddress(args.to);
    outflow.set(to, (outflow.get(to) ?? 0n) + args.value);
  }
  return outflow;
}
