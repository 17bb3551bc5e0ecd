import type { Hash, Transaction, TransactionReceipt } from 'viem';
import { TransactionNotFoundError, TransactionReceiptNotFoundError } from 'viem';
import { getBlockNumber, getLogs, getTransaction, getTransactionCount, getTransactionReceipt } from 'viem/actions';
import { depositEvent } from '#shared/abi/depositAbi.ts';
import { isSameAddress } from '#shared/address.ts';
import type { ChainConfig } from '../config/runtimeConfig.ts';
import { depositsOf, isDepositOf } from '../domain/depositLog.ts';
import type { ChainFinding, HashEvidence } from '../domain/hashEvidence.ts';
import { weighFindings } from '../domain/hashEvidence.ts';
import type { Registry } from '../domain/registry.ts';
import type { TransferTerms } from '../domain/transfer.ts';
import type { Wagmi } from '../wallet/createWagmi.ts';

const LOG_RANGE = 2_000n;

export type DepositReceipt = 'pending' | 'reverted' | 'noDeposit' | 'mined';

/** What the chains say of a deposit. Throws viem's errors where a node gives no answer: that is never a "no". */
export function createDepositReads(wagmi: Wagmi, registry: Registry) {
  const clientOf = (chainId: number) => wagmi.getClient({ chainId });

  const receiptOn = (chainId: number, hash: Hash): Promise<TransactionReceipt | null> =>
    getTransactionReceipt(clientOf(chainId), { hash }).catch((error: unknown) => {
      if (error instanceof TransactionReceiptNotFoundError) return null;
      throw error;
    });

  const transactionOn = (chainId: number, hash: Hash): Promise<Transaction | null> =>
    getTransaction(clientOf(chainId), { hash }).catch((error: unknown) => {
      if (error instanceof TransactionNotFoundError) return null;
      throw error;
    });

  const isKnownOn = async (chainId: number, hash: Hash) => (await transactionOn(chainId, hash)) !== null;

  async function findOn(chain: ChainConfig, hash: Hash): Promise<ChainFinding> {
    const chainName = chain.name;
    try {
      const receipt = await receiptOn(chain.id, hash);
      if (!receipt) return { kind: (await isKnownOn(chain.id, hash)) ? 'pending' : 'unknown', chainName };
      if (receipt.status === 'reverted') return { kind: 'reverted', chainName };
      const deposits = depositsOf(receipt.logs, { chainId: chain.id, contract: chain.depositContract });
      return { kind: deposits.length > 0 ? 'deposit' : 'otherTransaction', chainName };
    } catch {
      return { kind: 'silent', chainName };
    }
  }

  return {
    receiptOn,

    /** Asks every chain of this installation for a hash, whatever it is of. Never throws. */
    locate: async (hash: Hash): Promise<HashEvidence> =>
      weighFindings(await Promise.all(registry.chains.map((chain) => findOn(chain, hash)))),

    noteAttempt: async (terms: TransferTerms) => {
      const client = clientOf(terms.origin.chainId);
      const [nonce, fromBlock] = await Promise.all([
        getTransactionCount(client, { address: terms.account, blockTag: 'pending' }),
        getBlockNumber(client, { cacheTime: 0 }),
      ]);
      return { nonce, fromBlock };
    },

    pendingNonce: (terms: TransferTerms): Promise<number> =>
      getTransactionCount(clientOf(terms.origin.chainId), { address: terms.account, blockTag: 'pending' }),

    minedNonce: (terms: TransferTerms): Promise<number> =>
      getTransactionCount(clientOf(terms.origin.chainId), { address: terms.account, blockTag: 'latest' }),

    /** The height of the origin chain, as the node that answers now knows it. */
    originHeight: (terms: TransferTerms): Promise<bigint> =>
      getBlockNumber(clientOf(terms.origin.chainId), { cacheTime: 0 }),

    /** The nonce of a transaction, mined or not; null where no node shows it. */
    nonceOf: (terms: TransferTerms, hash: Hash): Promise<number | null> =>
      transactionOn(terms.origin.chainId, hash).then((transaction) => transaction?.nonce ?? null),

    /** Hashes of the deposits, from a block on, that are just what the terms say. Nodes bound the range of one question. */
    findDeposits: async (terms: TransferTerms, fromBlock: bigint): Promise<readonly Hash[]> => {
      const client = clientOf(terms.origin.chainId);
      const head = await getBlockNumber(client, { cacheTime: 0 });
      const found: Hash[] = [];
      for (let from = fromBlock; from <= head; from += LOG_RANGE) {
        const to = from + LOG_RANGE - 1n;
        const logs = await getLogs(client, {
          address: terms.deposit.to,
          event: depositEvent,
          args: { user: terms.account },
          fromBlock: from,
          toBlock: to < head ? to : head,
          strict: true,
        });
        found.push(...logs.filter((log) => isDepositOf(log.args, terms)).map((log) => log.transactionHash));
      }
      return found;
    },

    readDeposit: async (terms: TransferTerms, hash: Hash): Promise<DepositReceipt> => {
      const receipt = await receiptOn(terms.origin.chainId, hash);
      if (!receipt) return 'pending';
      if (receipt.status === 'reverted') return 'reverted';
      const where = { chainId: terms.origin.chainId, contract: terms.deposit.to };
      return depositsOf(receipt.logs, where).some((deposit) => isDepositOf(deposit, terms)) ? 'mined' : 'noDeposit';
    },

    /** Whether the origin chain knows the transaction, mined or waiting. */
    isKnown: (terms: TransferTerms, hash: Hash): Promise<boolean> => isKnownOn(terms.origin.chainId, hash),

    /** The name of another chain of this installation that knows the transaction. */
    findOnOtherChain: async (terms: TransferTerms, hash: Hash): Promise<string | null> => {
      const others = registry.chains.filter((chain) => chain.id !== terms.origin.chainId);
      const known = await Promise.all(others.map((chain) => isKnownOn(chain.id, hash)));
      return others.find((_chain, index) => known[index])?.name ?? null;
    },

    /** Whether a transaction of the origin chain, mined or not, is this deposit. */
    isThisDeposit: async (terms: TransferTerms, hash: Hash): Promise<boolean> => {
      const transaction = await transactionOn(terms.origin.chainId, hash);
      if (!transaction) return false;
      const { from, to, input } = transaction;
      const isOwn = isSameAddress(from, terms.account) && to !== null && isSameAddress(to, terms.deposit.to);
      if (isOwn && input === terms.deposit.data) return true;
      // A smart account's deposit is a call inside another transaction: its log tells.
      const receipt = await receiptOn(terms.origin.chainId, hash);
      const where = { chainId: terms.origin.chainId, contract: terms.deposit.to };
      return depositsOf(receipt?.logs ?? [], where).some((deposit) => isDepositOf(deposit, terms));
    },
  };
}

export type DepositReads = ReturnType<typeof createDepositReads>;
