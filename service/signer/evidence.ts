import type { Address, Hash, PublicClient } from 'viem';
import type { TransactionDeposits } from '../chain/sharedReadings.ts';
import type { DepositReference } from '../chain/signer.ts';
import { depthOf } from '../domain/blockRange.ts';
import { vaultsOf } from '../domain/catalog.ts';
import type { Deposit } from '../domain/deposit.ts';
import { isSameDeposit, readDeposits } from '../domain/deposit.ts';
import type { ChainPolicy } from './policy.ts';
import type { ProviderSet } from './providers.ts';
import { askLowest, askQuorum, Unverified } from './providers.ts';

type Question = {
  readonly client: PublicClient;
  readonly chain: ChainPolicy;
  readonly hash: Hash;
  /** What a quorum has agreed on before. */
  readonly known: TransactionDeposits | null;
};

function verifyDepth({ name, confirmations }: ChainPolicy, blockNumber: bigint, head: bigint): void {
  const depth = depthOf(blockNumber, head);
  if (depth >= confirmations) return;
  throw new Unverified(`the deposit has ${depth} of ${confirmations} confirmations on ${name}`);
}

/** The known deposits if the provider still has their block; its hash fixes the receipt of the transaction. */
async function findAgain({ client, chain, known }: Question): Promise<TransactionDeposits | null> {
  if (!known) return null;
  const { blockNumber, blockHash } = known;
  const [head, block] = await Promise.all([
    client.getBlock({ blockTag: 'latest' }),
    client.getBlock({ blockNumber }).catch((error: unknown) => {
      if (error instanceof Error && error.name === 'BlockNotFoundError') return null;
      throw error;
    }),
  ]);
  if (block?.hash !== blockHash || block.number !== blockNumber) return null;
  verifyDepth(chain, blockNumber, head.number);
  return known;
}

async function readFrom(question: Question): Promise<TransactionDeposits> {
  const found = await findAgain(question);
  if (found) return found;
  const { client, chain, hash } = question;
  const [head, receipt] = await Promise.all([
    client.getBlock({ blockTag: 'latest' }),
    client.getTransactionReceipt({ hash }).catch((error: unknown) => {
      if (error instanceof Error && error.name === 'TransactionReceiptNotFoundError') return null;
      throw error;
    }),
  ]);
  if (!receipt) throw new Unverified(`a provider of ${chain.name} does not have the deposit's transaction`);
  const { blockNumber, blockHash } = receipt;
  verifyDepth(chain, blockNumber, head.number);
  const block = await client.getBlock({ blockNumber });
  if (block.hash !== blockHash || block.number !== blockNumber || receipt.transactionHash !== hash) {
    throw new Unverified(`a provider of ${chain.name} contradicts itself about the deposit's block`);
  }
  const source = { chainId: chain.id, contract: chain.depositContract, makers: vaultsOf(chain) };
  const deposits = readDeposits(receipt, { ...source, blockTime: new Date(Number(block.timestamp) * 1000) });
  return { blockNumber, blockHash, deposits };
}

function isSameAnswer(a: TransactionDeposits, b: TransactionDeposits): boolean {
  if (a === b) return true;
  if (a.blockHash !== b.blockHash || a.blockNumber !== b.blockNumber) return false;
  if (a.deposits.length !== b.deposits.length) return false;
  return a.deposits.every((deposit, index) => {
    const other = b.deposits[index];
    return other !== undefined && isSameDeposit(deposit, other);
  });
}

async function readTransaction(set: ProviderSet, hash: Hash): Promise<TransactionDeposits> {
  const { chain, deposits } = set;
  const known = deposits.recall(hash);
  const found = await askQuorum(set, (client) => readFrom({ client, chain, hash, known }), isSameAnswer);
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

/** The hot wallet's next nonce as of a block that is final by the policy. It is never above the true one. */
export function readFinalNonce(set: ProviderSet, account: Address): Promise<number> {
  return askLowest(set, async (client) => {
    const final = (await client.getBlockNumber()) + 1n - BigInt(set.chain.payoutConfirmations);
    return client.getTransactionCount({ address: account, blockNumber: final > 0n ? final : 0n });
  });
}
