import type { Address, Hash, PublicClient } from 'viem';
import { vaultAbi } from '#shared/abi/vaultAbi.ts';
import type { TransactionDeposits } from '../chain/sharedReadings.ts';
import type { DepositReference } from '../chain/signer.ts';
import { depthOf } from '../domain/blockRange.ts';
import { vaultsOf } from '../domain/catalog.ts';
import type { Deposit } from '../domain/deposit.ts';
import { readDeposits } from '../domain/deposit.ts';
import type { ChainPolicy } from './policy.ts';
import type { ProviderSet } from './providers.ts';
import { ask, Unverified } from './providers.ts';

async function nullIf<T>(errorName: string, read: Promise<T>): Promise<T | null> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof Error && error.name === errorName) return null;
    throw error;
  }
}

function verifyDepth({ name, confirmations }: ChainPolicy, blockNumber: bigint, head: bigint): void {
  const depth = depthOf(blockNumber, head);
  if (depth >= confirmations) return;
  throw new Unverified(`the deposit has ${depth} of ${confirmations} confirmations on ${name}`);
}

/** The known deposits if the chain still has their block; its hash fixes the receipt of the transaction. */
async function findAgain(
  reader: PublicClient,
  chain: ChainPolicy,
  known: TransactionDeposits,
): Promise<TransactionDeposits | null> {
  const { blockNumber, blockHash } = known;
  const [head, block] = await Promise.all([
    reader.getBlockNumber(),
    nullIf('BlockNotFoundError', reader.getBlock({ blockNumber })),
  ]);
  if (block?.hash !== blockHash || block.number !== blockNumber) return null;
  verifyDepth(chain, blockNumber, head);
  return known;
}

async function readReceipt(reader: PublicClient, chain: ChainPolicy, hash: Hash): Promise<TransactionDeposits> {
  const [head, receipt] = await Promise.all([
    reader.getBlockNumber(),
    nullIf('TransactionReceiptNotFoundError', reader.getTransactionReceipt({ hash })),
  ]);
  if (!receipt) throw new Unverified(`the providers of ${chain.name} do not have the deposit's transaction`);
  const { blockNumber, blockHash } = receipt;
  verifyDepth(chain, blockNumber, head);
  const block = await reader.getBlock({ blockNumber });
  if (block.hash !== blockHash || block.number !== blockNumber || receipt.transactionHash !== hash) {
    throw new Unverified(`the providers of ${chain.name} contradict themselves about the deposit's block`);
  }
  const source = { chainId: chain.id, contract: chain.depositContract, makers: vaultsOf(chain) };
  const deposits = readDeposits(receipt, { ...source, blockTime: new Date(Number(block.timestamp) * 1000) });
  return { blockNumber, blockHash, deposits };
}

async function readTransaction(set: ProviderSet, hash: Hash): Promise<TransactionDeposits> {
  const { chain, deposits } = set;
  const known = deposits.recall(hash);
  const found = await ask(set, async (reader) => {
    const again = known && (await findAgain(reader, chain, known));
    return again ?? readReceipt(reader, chain, hash);
  });
  deposits.keep(hash, found);
  return found;
}

/**
 * Reads a deposit from its transaction's receipt, as a quorum of the providers has it. The deposits of a batch that are in one
 * transaction share the reading of its receipt, which can be large.
 * @returns null when the transaction has no such deposit
 * @throws Unverified when it is not confirmed yet, or when the providers disagree
 */
export async function readDeposit(
  set: ProviderSet,
  { transactionHash, ordinal }: DepositReference,
): Promise<Deposit | null> {
  const found = await set.readings.share(transactionHash, () => readTransaction(set, transactionHash));
  return found?.deposits.find((deposit) => deposit.ordinal === ordinal) ?? null;
}

async function isPaidAt(
  reader: PublicClient,
  { vaults, id }: { readonly vaults: readonly Address[]; readonly id: Hash },
  blockNumber: bigint,
): Promise<boolean> {
  const call = { abi: vaultAbi, functionName: 'isPaid', args: [id], blockNumber } as const;
  const answers = await Promise.all(vaults.map((address) => reader.readContract({ ...call, address })));
  return answers.includes(true);
}

/** Whether one of the vaults has paid the id. */
export async function isPaid(set: ProviderSet, vaults: readonly Address[], id: Hash): Promise<boolean> {
  if (vaults.length === 0) return false;
  return ask(set, async (reader) => isPaidAt(reader, { vaults, id }, await reader.getBlockNumber()));
}

function readNonceAt(reader: PublicClient, account: Address, blockNumber: bigint): Promise<number> {
  return reader.getTransactionCount({ address: account, blockNumber: blockNumber > 0n ? blockNumber : 0n });
}

function finalBlock({ payoutConfirmations }: ChainPolicy, head: bigint): bigint {
  return head + 1n - BigInt(payoutConfirmations);
}

/** The hot wallet's next nonce as of a block that is final by the policy. */
export function readFinalNonce(set: ProviderSet, account: Address): Promise<number> {
  return ask(set, async (reader) => readNonceAt(reader, account, finalBlock(set.chain, await reader.getBlockNumber())));
}

/**
 * Reads whether a chain's vaults have paid an id, and the hot wallet's final nonce, at one block: with two, a payment could be
 * missing in the one although the other has its nonce.
 */
export function readOutcome(
  set: ProviderSet,
  { account, id }: { readonly account: Address; readonly id: Hash },
): Promise<{ readonly isPaid: boolean; readonly finalNonce: number }> {
  const { chain } = set;
  return ask(set, async (reader) => {
    const head = await reader.getBlockNumber();
    const [paid, finalNonce] = await Promise.all([
      isPaidAt(reader, { vaults: vaultsOf(chain), id }, head),
      readNonceAt(reader, account, finalBlock(chain, head)),
    ]);
    return { isPaid: paid, finalNonce };
  });
}
