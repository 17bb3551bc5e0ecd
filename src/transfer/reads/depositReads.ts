import type { Hash, TransactionReceipt } from 'viem';
import { TransactionReceiptNotFoundError } from 'viem';
import { getTransactionCount, waitForTransactionReceipt } from 'viem/actions';
import { isSameAddress } from '#shared/address.ts';
import { depositsOf } from '#shared/events.ts';
import type { ClientOf } from '../../chain/chainClients.ts';
import { receiptAt, transactionAt } from '../../chain/transactionReads.ts';
import type { Registry } from '../../config/registry.ts';
import { isDepositOf } from '../model/depositMatch.ts';
import type { Attempt } from '../model/transfer.ts';
import type { TransferTerms } from '../model/transferTerms.ts';
import { createDepositSearch } from './depositSearch.ts';

export type DepositReceipt = 'pending' | 'reverted' | 'noDeposit' | 'mined';

function hasDeposit(receipt: TransactionReceipt, terms: TransferTerms): boolean {
  const { logs, transactionHash } = receipt;
  const where = { chainId: terms.origin.chainId, contract: terms.deposit.to, transactionHash };
  return depositsOf(logs, where).some((deposit) => isDepositOf(deposit, terms));
}

/** Reads deposits and their transactions. Throws viem's errors when no node answers, so silence never means "no". */
export function createDepositReads(clientOf: ClientOf, registry: Registry) {
  const { agreedHead, hasReached, findDeposit } = createDepositSearch(clientOf);

  const receiptOn = (chainId: number, hash: Hash) => receiptAt(clientOf(chainId), hash);
  const transactionOn = (chainId: number, hash: Hash) => transactionAt(clientOf(chainId), hash);

  /**
   * Whether a deposit is from before the attempt. After a head that was too high, or a reorganization, the attempt's
   * own deposit can be in an earlier block too. The account's nonce tells them apart if the account sent the
   * transaction itself.
   */
  async function isEarlier(terms: TransferTerms, receipt: TransactionReceipt, attempt: Attempt | null) {
    if (attempt === null || receipt.blockNumber >= attempt.fromBlock) return false;
    const transaction = await transactionOn(terms.origin.chainId, receipt.transactionHash);
    if (transaction && isSameAddress(transaction.from, terms.account)) return transaction.nonce < attempt.nonce;
    return hasReached(terms, attempt.fromBlock);
  }

  const isKnownOn = async (chainId: number, hash: Hash) => (await transactionOn(chainId, hash)) !== null;

  return {
    receiptOn,
    isKnownOn,
    findDeposit,

    /**
     * Waits until the transaction, or the one that replaced it, is mined. Has no timeout. viem gives up when a node has
     * the transaction's block but not yet its receipt, as can happen behind a load balancer, so this asks again.
     */
    waitForReceipt: async (chainId: number, hash: Hash): Promise<TransactionReceipt> => {
      const client = clientOf(chainId);
      for (;;) {
        try {
          return await waitForTransactionReceipt(client, { hash, timeout: 0 });
        } catch (error) {
          if (!(error instanceof TransactionReceiptNotFoundError)) throw error;
          await new Promise((resolve) => setTimeout(resolve, client.pollingInterval));
        }
      }
    },

    /** The state to store before the wallet opens: a later search for the deposit starts here. */
    readAttempt: async (terms: TransferTerms) => {
      const client = clientOf(terms.origin.chainId);
      const [nonce, fromBlock] = await Promise.all([
        getTransactionCount(client, { address: terms.account, blockTag: 'pending' }),
        agreedHead(terms),
      ]);
      return { nonce, fromBlock };
    },

    pendingNonce: (terms: TransferTerms): Promise<number> =>
      getTransactionCount(clientOf(terms.origin.chainId), { address: terms.account, blockTag: 'pending' }),

    /** The nonce after a block, or after the newest one. */
    minedNonce: ({ account: address, origin }: TransferTerms, blockNumber?: bigint): Promise<number> =>
      getTransactionCount(
        clientOf(origin.chainId),
        blockNumber === undefined ? { address, blockTag: 'latest' } : { address, blockNumber },
      ),

    /** The nonce of a transaction, pending or mined; null if the node does not know the transaction. */
    nonceOf: (terms: TransferTerms, hash: Hash): Promise<number | null> =>
      transactionOn(terms.origin.chainId, hash).then((transaction) => transaction?.nonce ?? null),

    readDeposit: async (terms: TransferTerms, hash: Hash, attempt: Attempt | null): Promise<DepositReceipt> => {
      const receipt = await receiptOn(terms.origin.chainId, hash);
      if (!receipt) return 'pending';
      if (receipt.status === 'reverted') return 'reverted';
      if (!hasDeposit(receipt, terms)) return 'noDeposit';
      // An earlier deposit with the same terms belongs to another transfer.
      return (await isEarlier(terms, receipt, attempt)) ? 'noDeposit' : 'mined';
    },

    /** The name of another configured chain that knows the transaction. */
    findOnOtherChain: async (terms: TransferTerms, hash: Hash): Promise<string | null> => {
      const others = registry.chains.filter((chain) => chain.id !== terms.origin.chainId);
      const known = await Promise.all(others.map((chain) => isKnownOn(chain.id, hash)));
      return others.find((_chain, index) => known[index])?.name ?? null;
    },

    /** Whether a transaction on the origin chain, pending or mined since the attempt, makes this deposit. */
    isThisDeposit: async (terms: TransferTerms, hash: Hash, attempt: Attempt | null): Promise<boolean> => {
      const transaction = await transactionOn(terms.origin.chainId, hash);
      if (!transaction) return false;
      const { from, to, input } = transaction;
      const isOwn = isSameAddress(from, terms.account) && to !== null && isSameAddress(to, terms.deposit.to);
      const receipt = await receiptOn(terms.origin.chainId, hash);
      // A smart account deposits in an inner call, so only the log shows the deposit.
      const isThis = (isOwn && input === terms.deposit.data) || (receipt !== null && hasDeposit(receipt, terms));
      return isThis && (receipt === null || !(await isEarlier(terms, receipt, attempt)));
    },
  };
}

export type DepositReads = ReturnType<typeof createDepositReads>;
