import type { Address, Hash } from 'viem';
import { vaultAbi } from '#shared/abi/vaultAbi.ts';
import { vaultsOf } from '../../boot/model/catalog.ts';
import type { ReadFromBlock } from '../../chain/blockReceipts.ts';
import { createBlockReader } from '../../chain/blockReceipts.ts';
import type { TransactionDeposits } from '../../chain/chainClient.ts';
import { readLastDeepBlock } from '../../chain/chainClient.ts';
import { askOnce } from '../../chain/concurrency.ts';
import type { Depth } from '../../chain/model/depth.ts';
import { describeShallow } from '../../chain/model/depth.ts';
import type { Deposit } from '../../deposits/model/deposit.ts';
import { readDeposits } from '../../deposits/model/deposit.ts';
import type { DepositReference } from '../client/signer.ts';
import type { ProviderSet } from './providers.ts';
import { ask, Unverified } from './providers.ts';

type Block = { readonly number: bigint | null; readonly hash: Hash | null; readonly timestamp: bigint };

/**
 * What one signature request reads from a chain. Each question is asked once, and the request's payments share the
 * answer. Depths, paid ids and the nonce are all from the same head.
 */
export type ChainReading = {
  readonly set: ProviderSet;
  head(): Promise<bigint>;
  /** The newest block that is deep enough; negative if there is none. */
  lastDeep(depth: Depth): Promise<bigint>;
  /** The newest block that is final according to the policy. */
  finalBlock(): Promise<bigint>;
  /** Read after the depth of deposits. Null if the providers don't have the block. */
  block(blockNumber: bigint): Promise<Block | null>;
  /**
   * Reads a deposit's transaction from the receipts of its block, if that is deep enough and has many of the request's
   * deposits.
   */
  readonly readFromBlock: ReadFromBlock;
  /** The request's ids that a vault has paid. */
  paidBy(vault: Address): Promise<ReadonlySet<Hash>>;
  /** An account's next nonce as of a block that is final according to the policy. */
  finalNonce(account: Address): Promise<number>;
};

async function nullIf<T>(errorName: string, read: Promise<T>): Promise<T | null> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof Error && error.name === errorName) return null;
    throw error;
  }
}

function timeOf({ timestamp }: Block): Date {
  return new Date(Number(timestamp) * 1000);
}

/**
 * @param ids the request's payments
 * @param references the request's deposits, on all chains
 */
export function createChainReading(
  set: ProviderSet,
  ids: readonly Hash[],
  references: readonly DepositReference[] = [],
): ChainReading {
  const { chain, reader, deposits } = set;
  const heads = askOnce((_: 'head') => reader.getBlockNumber());
  const head = () => heads('head');
  const lastDeep = askOnce(async (depth: Depth) => readLastDeepBlock(reader, depth, await head()));
  const finalBlock = async () => {
    const block = await lastDeep(chain.payoutConfirmations);
    return block > 0n ? block : 0n;
  };
  const readBlock = askOnce(async (blockNumber: bigint) => {
    // A block that was read before the depth can have been replaced by one that is deep.
    await lastDeep(chain.confirmations);
    return nullIf('BlockNotFoundError', reader.getBlock({ blockNumber }));
  });
  const places = new Map(
    references.flatMap(({ chainId, transactionHash, blockNumber }) => {
      const isUnread = chainId === chain.id && deposits.recall(transactionHash) === null;
      return isUnread && blockNumber !== undefined
        ? [[transactionHash, { transactionHash, blockNumber }] as const]
        : [];
    }),
  );
  const readDeepHeader = async (blockNumber: bigint) => {
    // The worker may name any number.
    if (blockNumber > (await lastDeep(chain.confirmations))) return null;
    const block = await readBlock(blockNumber);
    if (!block?.hash || block.number !== blockNumber) return null;
    return { number: blockNumber, hash: block.hash, time: timeOf(block) };
  };
  return {
    ...{ set, head, lastDeep, finalBlock, block: readBlock },
    readFromBlock: createBlockReader(set, [...places.values()], readDeepHeader),
    paidBy: askOnce(async (address) => {
      const call = { address, abi: vaultAbi, functionName: 'arePaid', args: [ids] } as const;
      const paid = await reader.readContract({ ...call, blockNumber: await head() });
      if (paid.length === ids.length) return new Set(ids.filter((_id, index) => paid[index]));
      throw new Unverified(`the vault ${address} on ${chain.name} does not answer which payments it has made`);
    }),
    finalNonce: askOnce(async (address) => reader.getTransactionCount({ address, blockNumber: await finalBlock() })),
  };
}

async function verifyDepth({ set, head, lastDeep }: ChainReading, blockNumber: bigint): Promise<void> {
  const { name, confirmations: depth } = set.chain;
  if (blockNumber <= (await lastDeep(depth))) return;
  throw new Unverified(`the deposit ${describeShallow(blockNumber, { depth, head: await head() })} on ${name}`);
}

/** The known deposits if the chain still has their block; its hash fixes the transaction's receipt. */
async function findAgain(reading: ChainReading, known: TransactionDeposits): Promise<TransactionDeposits | null> {
  const { blockNumber, blockHash } = known;
  const block = await reading.block(blockNumber);
  if (block?.hash !== blockHash || block.number !== blockNumber) return null;
  await verifyDepth(reading, blockNumber);
  return known;
}

async function readReceipt(reading: ChainReading, hash: Hash): Promise<TransactionDeposits> {
  const { set, head, block: readBlock } = reading;
  const { chain, reader } = set;
  const [receipt] = await Promise.all([
    nullIf('TransactionReceiptNotFoundError', reader.getTransactionReceipt({ hash })),
    head(),
  ]);
  if (!receipt) throw new Unverified(`the providers of ${chain.name} do not have the deposit's transaction`);
  const { blockNumber, blockHash } = receipt;
  await verifyDepth(reading, blockNumber);
  const block = await readBlock(blockNumber);
  if (block?.hash !== blockHash || block.number !== blockNumber || receipt.transactionHash !== hash) {
    throw new Unverified(`the providers of ${chain.name} contradict themselves about the deposit's block`);
  }
  const source = { chainId: chain.id, contract: chain.depositContract, makers: vaultsOf(chain) };
  const deposits = readDeposits(receipt, { ...source, blockTime: timeOf(block) });
  return { blockNumber, blockHash, deposits };
}

async function readTransaction(reading: ChainReading, hash: Hash): Promise<TransactionDeposits> {
  const { set } = reading;
  const known = set.deposits.recall(hash);
  const found = await ask(set, async () => {
    const again = known && (await findAgain(reading, known));
    return again ?? (await reading.readFromBlock(hash)) ?? readReceipt(reading, hash);
  });
  set.deposits.keep(hash, found);
  return found;
}

/**
 * Reads a deposit from its transaction's receipt, as a quorum of the providers has it. Deposits in one transaction
 * share the read of its receipt, which can be large.
 * @returns null if the transaction has no such deposit
 * @throws Unverified if it isn't confirmed yet, or the providers disagree
 */
export async function readDeposit(
  reading: ChainReading,
  { transactionHash, ordinal }: DepositReference,
): Promise<Deposit | null> {
  const { readings } = reading.set;
  const found = await readings.share(transactionHash, () => readTransaction(reading, transactionHash));
  return found?.deposits.find((deposit) => deposit.ordinal === ordinal) ?? null;
}

async function isPaidBy(reading: ChainReading, vaults: readonly Address[], id: Hash): Promise<boolean> {
  const answers = await Promise.all(vaults.map((vault) => reading.paidBy(vault)));
  return answers.some((paid) => paid.has(id));
}

/** Whether one of the vaults has paid one of the request's ids. */
export async function isPaid(reading: ChainReading, vaults: readonly Address[], id: Hash): Promise<boolean> {
  return ask(reading.set, () => isPaidBy(reading, vaults, id));
}

/** The hot wallet's next nonce as of a block that is final according to the policy. */
export function readFinalNonce(set: ProviderSet, account: Address): Promise<number> {
  return ask(set, () => createChainReading(set, []).finalNonce(account));
}

/**
 * Reads whether a chain's vaults have paid one of the request's ids, and the final nonces of the wallets that signed
 * for it. The vaults are read at the newest block, which is at or after the final one: a payment at a nonce below the
 * final one is visible there.
 *
 * A final nonce is the state of an old block. Where `safe` lags, a full node may have dropped that state. Without a
 * signed call no nonce can change the answer, so none is read.
 * @param accounts the wallets whose signed calls can still pay the id
 */
export function readOutcome(
  reading: ChainReading,
  { accounts, id }: { readonly accounts: Iterable<Address>; readonly id: Hash },
): Promise<{ readonly isPaid: boolean; readonly finalNonces: ReadonlyMap<Address, number> }> {
  const readNonce = async (account: Address) => [account, await reading.finalNonce(account)] as const;
  return ask(reading.set, async () => {
    const [paid, ...nonces] = await Promise.all([
      isPaidBy(reading, vaultsOf(reading.set.chain), id),
      ...[...accounts].map(readNonce),
    ]);
    return { isPaid: paid, finalNonces: new Map(nonces) };
  });
}
