import type { Address, PublicClient } from 'viem';
import type { DepositReference } from '../chain/signer.ts';
import { depthOf } from '../domain/blockRange.ts';
import { vaultsOf } from '../domain/catalog.ts';
import type { Deposit } from '../domain/deposit.ts';
import { isSameDeposit, readDeposits } from '../domain/deposit.ts';
import type { ChainPolicy } from './policy.ts';
import type { ProviderSet } from './providers.ts';
import { askLowest, askQuorum, Unverified } from './providers.ts';

async function readFrom(
  client: PublicClient,
  chain: ChainPolicy,
  reference: DepositReference,
): Promise<Deposit | null> {
  const { transactionHash: hash, ordinal } = reference;
  const [head, receipt] = await Promise.all([
    client.getBlock({ blockTag: 'latest' }),
    client.getTransactionReceipt({ hash }).catch((error: unknown) => {
      if (error instanceof Error && error.name === 'TransactionReceiptNotFoundError') return null;
      throw error;
    }),
  ]);
  if (!receipt) throw new Unverified(`a provider of ${chain.name} does not have the deposit's transaction`);
  const depth = depthOf(receipt.blockNumber, head.number);
  if (depth < chain.confirmations) {
    throw new Unverified(`the deposit has ${depth} of ${chain.confirmations} confirmations on ${chain.name}`);
  }
  const block = await client.getBlock({ blockNumber: receipt.blockNumber });
  if (block.hash !== receipt.blockHash || block.number !== receipt.blockNumber || receipt.transactionHash !== hash) {
    throw new Unverified(`a provider of ${chain.name} contradicts itself about the deposit's block`);
  }
  const source = { chainId: chain.id, contract: chain.depositContract, makers: vaultsOf(chain) };
  const deposits = readDeposits(receipt, { ...source, blockTime: new Date(Number(block.timestamp) * 1000) });
  return deposits.find((deposit) => deposit.ordinal === ordinal) ?? null;
}

function isSameAnswer(a: Deposit | null, b: Deposit | null): boolean {
  return a === null || b === null ? a === b : isSameDeposit(a, b) && a.blockHash === b.blockHash;
}

/**
 * Reads a deposit from its transaction's receipt, as a quorum of the providers has it.
 * @returns null when the transaction has no such deposit
 * @throws Unverified when it is not confirmed yet, or when the providers disagree
 */
export function readDeposit(set: ProviderSet, reference: DepositReference): Promise<Deposit | null> {
  return askQuorum(set, (client) => readFrom(client, set.chain, reference), isSameAnswer);
}

/** The hot wallet's next nonce as of a block that is final by the policy. It is never above the true one. */
export function readFinalNonce(set: ProviderSet, account: Address): Promise<number> {
  return askLowest(set, async (client) => {
    const final = (await client.getBlockNumber()) + 1n - BigInt(set.chain.payoutConfirmations);
    return client.getTransactionCount({ address: account, blockNumber: final > 0n ? final : 0n });
  });
}
